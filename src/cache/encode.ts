// Encodes a reply as the bytes and headers that go out, once, so that a hit costs no JSON, no hashing and no header
// building.
import { digestOf } from '../core/digest.ts'
import { ownBytes } from '../core/own-bytes.ts'
import type { Paging, Reply, ReplyStream } from '../core/reply.ts'
import { tagHeadersOf, type TagHeaders } from './tag-headers.ts'

export interface Encoded {
  readonly status: number
  /** Names and values in turn, as Node's writeHead takes them. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
  readonly stream?: ReplyStream | undefined
  /** Strong: equal ETags mean equal bytes. Null for answers that are never stored. */
  readonly etag: string | null
  readonly store: Reply['store']
  readonly paging: Paging | null
  /** Made at this time of performance.now(). */
  readonly madeAt: number
  /**
   * From this time of performance.now() on the Age header counts, because the answer expires by the clock; else
   * Infinity.
   */
  readonly agesFrom: number
  /** True where another gateway made it. */
  readonly isShared?: boolean
}

/** The caching headers for downstream caches. */
export interface CachingPolicy {
  readonly maxAgeS: number
  /** CDN-Cache-Control (RFC 9213); null leaves it out. */
  readonly forCdn: string | null
  readonly tagHeaders: TagHeaders
}

export const mustRevalidate: CachingPolicy = { maxAgeS: 0, forCdn: null, tagHeaders: 'off' }

/** `agesAfterMs` is how long the max-age of the headers stays true without an Age. */
export function encode(
  reply: Reply,
  policy: CachingPolicy = mustRevalidate,
  agesAfterMs = Infinity,
): Encoded {
  const { stream } = reply
  const store = stream ? 'never' : reply.store
  const etag = store === 'shared' ? etagOf(reply) : null
  const caching =
    etag === null
      ? ['Cache-Control', 'private, no-store']
      : [...policyHeaders(policy), ...tagHeadersOf(reply.tags, policy.tagHeaders), 'ETag', etag]
  const madeAt = performance.now()
  // RFC 9110, 8.6
  const length = stream || reply.status === 204 ? [] : ['Content-Length', String(reply.body.byteLength)]
  const headers = [...reply.headers.flat(), ...caching, ...length]
  return {
    status: reply.status,
    headers,
    // A Buffer, because sockets would otherwise make one for each answer
    body:
      etag === null
        ? Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength)
        : ownBytes(reply.body),
    ...(stream ? { stream } : {}),
    etag,
    store,
    paging: reply.paging ?? null,
    madeAt,
    agesFrom: madeAt + agesAfterMs,
  }
}

function policyHeaders({ maxAgeS, forCdn }: CachingPolicy): readonly string[] {
  const control = `public, max-age=${maxAgeS}, must-revalidate`
  return ['Cache-Control', control, ...(forCdn === null ? [] : ['CDN-Cache-Control', forCdn])]
}

export function etagOf({ body, digest = digestOf(body) }: Pick<Reply, 'body' | 'digest'>): string {
  return `"${digest}"`
}
