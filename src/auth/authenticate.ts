// Request → Viewer. The methods are asked in turn; one that finds no credentials of its kind passes, at once. Nobody's
// credentials: the anonymous viewer, at no cost.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/define.ts'

export type Authenticate = (request: Request) => Viewer | Promise<Viewer | Failure>

export function createAuthenticate(methods: readonly AuthMethodDefinition[]): Authenticate {
  return (request) => {
    for (const method of methods) {
      const found = method.authenticate(request)
      if (found !== null) return found
    }
    return anonymous
  }
}
