// A request as a value. Only http/ knows Node's request and response.
import type { Failure } from './failure.ts'

/** Who is at the other end, as far as it can be known. */
export interface Client {
  /** Behind trusted proxies the address that they name. */
  readonly address: string
  /** Whether it came over https, to us or to a trusted proxy. */
  readonly isSecure: boolean
  /** Whether it came from this very machine, and through no proxy. */
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
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly client: Client
  /** The body, up to the configured size; read when it is first asked for, and once. */
  readonly body: () => Promise<Uint8Array | Failure>
}
