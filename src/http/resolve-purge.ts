// A purge request → a purge that the caches execute: its address becomes the canonical path that responses are cached with.
import type { Purge, PurgeRequest } from '../core/purge.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { endpointAt, requestFor } from './endpoint-at.ts'

export function resolvePurge(
  purge: PurgeRequest,
  endpoints: readonly EndpointDefinition[],
  publicUrl: string,
): Purge {
  if (purge.kind !== 'address') return purge
  // A proxy removes the path of the public address before requests reach the gateway
  const base = `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`
  const { path, query } = purge.address
  const ownPath = path.startsWith(base) ? path.slice(base.length - 1) : path
  const request = requestFor({ target: `${ownPath}?${query}`, accept: null })
  return { kind: 'path', path: endpointAt(endpoints, request)?.parse(request).path() ?? ownPath }
}
