// Turns targets of cached answers into anonymous requests of the gateway's own, parsed by their endpoints.
import type { Request } from '../core/request.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { endpointAt, requestFor } from '../http/endpoint-at.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'

export interface Replayed {
  readonly operation: Operation
  readonly request: Request
}

/** Null for a target that no endpoint answers any more, or whose answer must not be requested again. */
export function replayed(target: RequestTarget, endpoints: readonly EndpointDefinition[]): Replayed | null {
  const request = requestFor(target)
  const operation = endpointAt(endpoints, request)?.parse(request)
  return operation === undefined || operation.replay() === null ? null : { operation, request }
}
