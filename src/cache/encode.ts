// A reply → the bytes and headers that go out, finished once and kept: whoever is answered from the cache costs no
// JSON, no hashing, no header building.
import { hash } from 'node:crypto'
import type { Paging, Reply } from '../core/reply.ts'
import { tagHeadersOf, type TagHeaders } from './tag-headers.ts'

export interface Encoded {
  readonly status: number
  /** Names and values in turn, as Node writes them. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
  /** Strong: equal tags mean equal bytes. Null for what is never stored. */
  readonly etag: string | null
  readonly store: Reply['store']
  readonly paging: Paging | null
  /** A time of performance.now(). */
  readonly madeAt: number
  /** Another, from which on its Age counts whatever is heard of it, for the clock ends it: else Infinity. */
  readonly agesFrom: number
}

/** What is said to those who keep answers in front of the gateway. */
export interface CachingPolicy {
  readonly maxAgeS: number
  /** CDN-Cache-Control (RFC 9213); null says nothing. */
  readonly forCdn: string | null
  readonly tagHeaders: TagHeaders
}

export const mustRevalidate: CachingPolicy = { maxAgeS: 0, forCdn: null, tagHeaders: 'off' }

/** `agesAfterMs`: how long what is said to those in front is true as it stands. */
export function encode(
  reply: Reply,
  policy: CachingPolicy = mustRevalidate,
  agesAfterMs = Infinity,
): Encoded {
  const etag = reply.store === 'shared' ? etagOf(reply.body) : null
  const caching =
    etag === null
      ? ['Cache-Control', 'private, no-store']
      : [...policyHeaders(policy), ...tagHeadersOf(reply.tags, policy.tagHeaders), 'ETag', etag]
  const madeAt = performance.now()
  const headers = [...reply.headers.flat(), ...caching, 'Content-Length', String(reply.body.byteLength)]
  return {
    status: reply.status,
    headers,
    // As sockets take it, which else would make one of it for each answer
    body: Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength),
    etag,
    store: reply.store,
    paging: reply.paging ?? null,
    madeAt,
    agesFrom: madeAt + agesAfterMs,
  }
}

function policyHeaders({ maxAgeS, forCdn }: CachingPolicy): readonly string[] {
  const control = `public, max-age=${maxAgeS}, must-revalidate`
  return ['Cache-Control', control, ...(forCdn === null ? [] : ['CDN-Cache-Control', forCdn])]
}

export function etagOf(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`
}
