// A request as a value. Only http/ handles Node's request and response.
import type { Failure } from './failure.ts'
import type { Query } from './query-string.ts'

/** The sender of a request, as far as the gateway knows it. */
export interface Client {
  /** The client's address; trusted proxies report it for clients behind them. */
  readonly address: string
  /** True where the client used https, to Lectern or to a trusted proxy. */
  readonly isSecure: boolean
  /** True where the client runs on this machine, without a proxy in between. */
  readonly isLocal: boolean
}

/** The part of a request that names a resource. */
export type RequestAddress = Pick<Request, 'path' | 'query'>

export interface Request {
  readonly method: string
  /** The path, still percent-encoded, without the query. */
  readonly path: string
  /** The query without the question mark. */
  readonly query: string
  /** The arguments in the query; they are parsed at the first call, once. */
  readonly args: () => Query
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly client: Client
  /** The body, up to the configured size; it is read at the first call, once. */
  readonly body: () => Promise<Uint8Array | Failure>
  /** The client, for streamed responses. Absent in requests of the gateway's own, which read no streams. */
  readonly waiting?: (() => Waiting) | undefined
}

/** A client that waits for a response. */
export interface Waiting {
  /** Aborts once the client has left, or has received the whole response. */
  readonly left: AbortSignal
  readonly hasLeft: () => boolean
  /** True once the client has left without the whole response. */
  readonly hasGone: () => boolean
  /** Calls the listener where `left` would abort later: a signal for each of thousands of clients takes more memory. */
  readonly onLeft: (listener: () => void) => void
  /** Aborts once the gateway stops, or another one takes over, and ends endless responses. */
  readonly ending: AbortSignal
}
