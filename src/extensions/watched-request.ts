// A request that tells what is looked at of it: an answer that is made of more than its arguments is no other request's.
import type { Request } from '../core/request.ts'

/** The address, or what else a request brings. */
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
