// Server-sent events: their headers, and the parts that streams of changes share, whichever interface serves them.
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

/** A comment line, which clients ignore and which keeps proxies from closing the connection. */
export const heartbeat = ':\n\n'

/** The parts of the gateway that all streams of changes share. */
export interface Live {
  readonly changes: ContentChanges
  readonly follow: Follow
  readonly takeSlot: TakeSlot
}

/** Sends a client every event after a place, until the client leaves or the signal aborts. */
export type Follow = (client: EventClient, place: Place, ending: AbortSignal) => Following

/** A client that waits for events. */
export interface EventClient {
  /** Sends bytes at once; false where the client has to read before it may get more. */
  readonly send: (bytes: Uint8Array) => boolean
  /** Ends the stream as complete. */
  readonly end: () => void
  /** Breaks the stream off with an error. */
  readonly fail: (error: unknown) => void
}

/** The stream's view of its client: the connection reports reading and leaving to it. */
export interface Following {
  /** Called when the client has read everything that was sent. */
  readonly hasRead: () => void
  readonly hasLeft: () => void
}

/** A point in a stream up to which clients have every event: clients at places of equal keys get the same next events. */
export interface Place {
  readonly key: string
  /** Finds the next events, after a change or at a heartbeat; null ends the stream. */
  readonly step: (woken: Woken) => Promise<Step | null>
}

export type Woken = 'change' | 'beat'

export interface Step {
  /** Empty where there is no event; null where that cannot be determined at the moment. */
  readonly text: string | null
  readonly place: Place
  /** True where more events follow at once. */
  readonly hasMore: boolean
}

/** Takes a slot until the client has left; a request of the gateway's own needs none. */
export type TakeSlot = (request: Request, viewer: Viewer) => Failure | null
