// A request that reports which parts a handler uses: a response that depends on more than arguments must not answer other requests.
import type { Request } from '../core/request.ts'

/** The address, or (`rest`) any other part of the request. */
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
