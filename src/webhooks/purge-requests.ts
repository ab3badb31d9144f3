// Requests that purge a CDN by its own API, by the tags that the responses have in its header: Surrogate-Key for Fastly,
// Cache-Tag for Cloudflare.
import type { CdnAddress } from '../core/receiver-address.ts'
import type { Stale } from '../core/stale.ts'

export interface PurgeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Tags that one request may name, by the CDNs' documentation. */
const tagsMax = { fastly: 256, cloudflare: 30 } as const

export function purgeRequests(
  { kind, id, token, url }: CdnAddress,
  tags: Stale['tags'],
): readonly PurgeRequest[] {
  switch (kind) {
    case 'fastly': {
      const headers = { 'fastly-key': token }
      const at = `${url}/service/${id}`
      if (tags === 'all') return [{ url: `${at}/purge_all`, headers, body: '{}' }]
      return inParts(tags, tagsMax.fastly).map((part) => ({
        url: `${at}/purge`,
        headers,
        body: JSON.stringify({ surrogate_keys: part }),
      }))
    }
    case 'cloudflare': {
      const headers = { authorization: `Bearer ${token}` }
      const request = (body: object) => ({
        url: `${url}/zones/${id}/purge_cache`,
        headers,
        body: JSON.stringify(body),
      })
      if (tags === 'all') return [request({ purge_everything: true })]
      return inParts(tags, tagsMax.cloudflare).map((part) => request({ tags: part }))
    }
  }
}

function inParts(tags: readonly string[], max: number): readonly (readonly string[])[] {
  const count = Math.ceil(tags.length / max)
  return Array.from({ length: count }, (_, nth) => tags.slice(nth * max, (nth + 1) * max))
}
