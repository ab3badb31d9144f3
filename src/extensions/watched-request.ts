// A request that reports what is read of it: a response made of more than its arguments must not be shared with other requests.
import type { Request } from '../core/request.ts'

/** The address, or any other part. */
type Part = 'address' | 'rest'

export function watched(request: Request, onLook: (part: Part) => void): Request {
  const looked = <T>(part: Part, value: T): T => {
    onLook(part)
    return value
  }
  return {
    method: request.method,
    get path() {
      return looked('address', request.path)
    },
    get query() {
      return looked('address', request.query)
    },
    get args() {
      return looked('address', request.args)
    },
    get header() {
      return looked('rest', request.header)
    },
    get client() {
      return looked('rest', request.client)
    },
    get body() {
      return looked('rest', request.body)
    },
  }
}
