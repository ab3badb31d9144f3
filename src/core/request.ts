// A request as a value. Only http/ knows Node's request and response.
import type { Failure } from './failure.ts'

export interface Request {
  readonly method: string
  /** Still percent-encoded, without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Reads the body once, up to the configured size. */
  readonly body: () => Promise<Uint8Array | Failure>
}
