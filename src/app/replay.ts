// Targets of cached answers as requests of no client, parsed by the endpoints that answer them.
import type { Request } from '../core/request.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { endpointAt, requestFor } from '../http/endpoint-at.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'

export interface Replayed {
  readonly operation: Operation
  readonly request: Request
}

/** Null for a target that is no answer of this gateway any more, or should not be requested by itself. */
export function replayed(target: RequestTarget, endpoints: readonly EndpointDefinition[]): Replayed | null {
  const request = requestFor(target)
  const operation = endpointAt(endpoints, request)?.parse(request)
  return operation === undefined || operation.replay() === null ? null : { operation, request }
}
