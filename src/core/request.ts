// A request as a value. Only http/ knows Node's request and response.
import type { Failure } from './failure.ts'
import type { Query } from './query-string.ts'

/** The sender of a request, as far as it is known. */
export interface Client {
  /** The client's address, which trusted proxies report for those behind them. */
  readonly address: string
  /** True where the client used https, to Lectern or to a trusted proxy. */
  readonly isSecure: boolean
  /** True where the client runs on this machine, and no proxy is between. */
  readonly isLocal: boolean
}

/** The part of a request that names a resource. */
export type RequestAddress = Pick<Request, 'path' | 'query'>

export interface Request {
  readonly method: string
  /** Still percent-encoded, without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** The arguments in the query; parsed when they are first asked for, and once. */
  readonly args: () => Query
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly client: Client
  /** The body, up to the configured size; read when it is first asked for, and once. */
  readonly body: () => Promise<Uint8Array | Failure>
  /** For responses that go on. Absent in requests of the gateway's own, whose streams are not read. */
  readonly waiting?: (() => Waiting) | undefined
}

/** The client that waits for a response. */
export interface Waiting {
  /** Aborts once the client has left, or has the whole response. */
  readonly left: AbortSignal
  readonly hasLeft: () => boolean
  /** True once the client has left without the whole response. */
  readonly hasGone: () => boolean
  /** Calls back where `left` would abort from now on: a signal for each of thousands of clients takes more memory. */
  readonly onLeft: (listener: () => void) => void
  /** Aborts once the gateway stops, or another one takes over: what does not end by itself ends then. */
  readonly ending: AbortSignal
}
