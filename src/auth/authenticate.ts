// Authenticates a request: Request → Viewer. The methods are tried in turn; one without credentials of its kind returns null, at
// once unless it reads the body. A request without credentials has the anonymous viewer, at no cost.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Anonymous, type Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'

export type Authenticate = (request: Request) => Viewer | Promise<Viewer | Failure>

export function createAuthenticate(methods: readonly AuthMethodDefinition[]): Authenticate {
  const askFrom = (
    first: number,
    request: Request,
    otherwise: Anonymous,
  ): Viewer | Promise<Viewer | Failure> => {
    for (const [nth, method] of methods.entries()) {
      const asked = nth < first ? null : method.authenticate(request)
      if (asked === null) continue
      return asked.then((found) => {
        if (found === null) return askFrom(nth + 1, request, otherwise)
        return isFailure(found) || found.kind !== 'undecided'
          ? found
          : askFrom(nth + 1, request, found.viewer)
      })
    }
    return otherwise
  }
  return (request) => askFrom(0, request, anonymous)
}
