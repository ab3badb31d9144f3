// A purge as it was sent → a purge as the caches execute it: its address becomes the canonical path that replies have.
import type { Purge, PurgeRequest } from '../core/purge.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { endpointAt, requestFor } from './endpoint-at.ts'

export function resolvePurge(
  purge: PurgeRequest,
  endpoints: readonly EndpointDefinition[],
  publicUrl: string,
): Purge {
  if (purge.kind !== 'address') return purge
  // A proxy takes the path of the public address off before requests reach the gateway
  const base = `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`
  const { path, query } = purge.address
  const ownPath = path.startsWith(base) ? path.slice(base.length - 1) : path
  const request = requestFor({ target: `${ownPath}?${query}`, accept: null })
  return { kind: 'path', path: endpointAt(endpoints, request)?.parse(request).path() ?? ownPath }
}
