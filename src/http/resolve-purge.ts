// Resolves a purge request to a purge that the caches execute: its address becomes the canonical path of cached responses.
import type { Purge, PurgeRequest } from '../core/purge.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { endpointAt, ownTarget, requestFor } from './endpoint-at.ts'

export function resolvePurge(
  purge: PurgeRequest,
  endpoints: readonly EndpointDefinition[],
  publicUrl: string,
): Purge {
  if (purge.kind !== 'address') return purge
  const request = requestFor({ target: ownTarget(purge.address, publicUrl), accept: null })
  return { kind: 'path', path: endpointAt(endpoints, request)?.parse(request).path() ?? request.path }
}
