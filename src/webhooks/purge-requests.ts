// Requests that purge a CDN by its own API, by the tags that the responses have in its header: Surrogate-Key for Fastly,
// CDN-Tag for bunny.net, Cache-Tag for Cloudflare and Netlify.
import type { CdnAddress } from '../core/receiver-address.ts'
import type { Stale } from '../core/stale.ts'

export interface PurgeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The number of tags that one request may name, by the CDNs' documentation. */
const tagsMax = { fastly: 256, cloudflare: 30, netlify: 100 } as const

/** bunny.net takes one tag per request; with more tags than this a single request purges everything. */
const bunnyRequestsMax = 20

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
    case 'bunny': {
      const request = (body: object) => ({
        url: `${url}/pullzone/${id}/purgeCache`,
        headers: { accesskey: token },
        body: JSON.stringify(body),
      })
      return tags === 'all' || tags.length > bunnyRequestsMax
        ? [request({})]
        : tags.map((tag) => request({ CacheTag: tag }))
    }
    case 'netlify': {
      const headers = { authorization: `Bearer ${token}` }
      const request = (body: object) => ({
        url: `${url}/purge`,
        headers,
        body: JSON.stringify({ site_id: id, ...body }),
      })
      if (tags === 'all') return [request({})]
      return inParts(tags, tagsMax.netlify).map((part) => request({ cache_tags: part }))
    }
  }
}

function inParts(tags: readonly string[], max: number): readonly (readonly string[])[] {
  const count = Math.ceil(tags.length / max)
  return Array.from({ length: count }, (_, nth) => tags.slice(nth * max, (nth + 1) * max))
}
