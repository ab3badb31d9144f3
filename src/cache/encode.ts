// A reply → the bytes and headers that go out, finished once and kept: whoever is answered from the cache costs no
// JSON, no hashing, no header building.
import { hash } from 'node:crypto'
import type { Paging, Reply } from '../core/reply.ts'

export interface Encoded {
  readonly status: number
  /** Names and values in turn, as Node writes them. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
  /** Strong: equal tags mean equal bytes. Null for what is never stored. */
  readonly etag: string | null
  readonly store: Reply['store']
  readonly paging: Paging | null
}

export function encode(reply: Reply): Encoded {
  const etag = reply.store === 'shared' ? etagOf(reply.body) : null
  const caching =
    etag === null
      ? ['Cache-Control', 'private, no-store']
      : ['Cache-Control', 'public, max-age=0, must-revalidate', 'ETag', etag]
  const headers = [...reply.headers.flat(), ...caching, 'Content-Length', String(reply.body.byteLength)]
  return {
    status: reply.status,
    headers,
    body: reply.body,
    etag,
    store: reply.store,
    paging: reply.paging ?? null,
  }
}

export function etagOf(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`
}
