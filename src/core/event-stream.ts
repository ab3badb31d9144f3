// Server-sent events: their headers, and what streams of changes share, whatever interface they belong to.
import type { ContentChanges } from './content-changes.ts'
import type { Failure } from './failure.ts'
import type { Header } from './reply.ts'
import type { Request } from './request.ts'
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
  readonly follow: Follow
  readonly takeSlot: TakeSlot
}

/** Sends a client all that comes after a place, until it leaves, or the signal aborts. */
export type Follow = (client: EventClient, place: Place, ending: AbortSignal) => Following

/** A client that waits for events. */
export interface EventClient {
  /** Sends bytes at once; false where the client has to read before it gets more. */
  readonly send: (bytes: Uint8Array) => boolean
  /** Ends the stream as a whole. */
  readonly end: () => void
  /** Breaks the stream off. */
  readonly fail: (error: unknown) => void
}

/** A stream, as far as its client tells it of itself. */
export interface Following {
  /** The client has read what it had to. */
  readonly hasRead: () => void
  readonly hasLeft: () => void
}

/** A point in a stream, up to which clients have all: those of equal keys get the same next. */
export interface Place {
  readonly key: string
  /** Looks for what comes next, after a change or at a beat; null ends the stream. */
  readonly step: (woken: Woken) => Promise<Step | null>
}

export type Woken = 'change' | 'beat'

export interface Step {
  /** Empty where nothing is to be said; null where that cannot be found out at the moment. */
  readonly text: string | null
  readonly place: Place
  /** True where more follows at once. */
  readonly hasMore: boolean
}

/** Takes a slot until the client has left; a request of the gateway's own needs none. */
export type TakeSlot = (request: Request, viewer: Viewer) => Failure | null
