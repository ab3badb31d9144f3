// Request → Viewer. The methods are tried in turn; one that finds no credentials of its kind passes, at once where it need not
// read the body. A request without credentials has the anonymous viewer, at no cost.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'

export type Authenticate = (request: Request) => Viewer | Promise<Viewer | Failure>

export function createAuthenticate(methods: readonly AuthMethodDefinition[]): Authenticate {
  const askFrom = (first: number, request: Request): Viewer | Promise<Viewer | Failure> => {
    for (const [nth, method] of methods.entries()) {
      const found = nth < first ? null : method.authenticate(request)
      if (found !== null) return found.then((viewer) => viewer ?? askFrom(nth + 1, request))
    }
    return anonymous
  }
  return (request) => askFrom(0, request)
}
