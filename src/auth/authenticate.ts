// Request → Viewer. The methods are asked in turn; one that finds no credentials of its kind passes. Nobody's
// credentials: the anonymous viewer, at no cost.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/define.ts'

export type Authenticate = (request: Request) => Viewer | Promise<Viewer | Failure>

export function createAuthenticate(methods: readonly AuthMethodDefinition[]): Authenticate {
  if (methods.length === 0) return () => anonymous
  return async (request) => {
    for (const method of methods) {
      const viewer = await method.authenticate(request)
      if (viewer !== null) return viewer
    }
    return anonymous
  }
}
