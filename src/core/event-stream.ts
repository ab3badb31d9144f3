// Server-sent events: their headers, and what streams of changes share, whatever interface they belong to.
import type { ContentChanges } from './content-changes.ts'
import type { Failure } from './failure.ts'
import type { Header } from './reply.ts'
import type { Request, Waiting } from './request.ts'
import type { Viewer } from './viewer.ts'

export const eventStreamHeaders: readonly Header[] = [
  ['Content-Type', 'text/event-stream'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Accel-Buffering', 'no'],
]

/** A line that clients ignore, and proxies count as life. */
export const heartbeat = ':\n\n'

/** The parts of the gateway that all streams of changes share. */
export interface Live {
  readonly changes: ContentChanges
  readonly listeners: Listeners
  readonly takeSlot: TakeSlot
}

export type Woken = 'change' | 'beat' | 'end'

export interface Listener {
  /** Settles once there are changes since the last call, at a beat, or at the end; `soon`: without changes, too. */
  readonly next: (soon: boolean) => Promise<Woken>
  readonly end: () => void
}

export interface Listeners {
  readonly add: (waiting: Waiting) => Listener
}

/** Takes a slot until the client has left; a request of the gateway's own needs none. */
export type TakeSlot = (request: Request, viewer: Viewer) => Failure | null
