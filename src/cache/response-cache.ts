// Finished answers, bounded in bytes, each living for the configured time. Entries keep the tags of what they were made
// of, and their keys and headers count among their bytes.
import { LRUCache } from 'lru-cache'
import { encode, type Encoded } from './encode.ts'
import type { Reply } from '../core/reply.ts'
import { singleFlight } from './single-flight.ts'

export interface ResponseCache {
  readonly find: (key: string) => Encoded | undefined
  /** What `make` answers, made once for all who ask meanwhile, kept if it may be. */
  readonly load: (key: string, make: () => Promise<Reply>) => Promise<Encoded>
}

const entryOverheadBytes = 512
const tagBytes = 48

export function createResponseCache(limits: {
  readonly bytesMax: number
  readonly lifeMs: number
}): ResponseCache {
  const fly = singleFlight<Encoded>()
  if (limits.bytesMax === 0) {
    return { find: () => undefined, load: (key, make) => fly(key, async () => encode(await make())) }
  }
  const entries = new LRUCache<string, Encoded>({
    maxSize: limits.bytesMax,
    ttl: limits.lifeMs,
    sizeCalculation: bytesOf,
  })
  return {
    find: (key) => entries.get(key),
    load: (key, make) =>
      fly(key, async () => {
        const encoded = encode(await make())
        if (encoded.store === 'shared') entries.set(key, encoded)
        return encoded
      }),
  }
}

function bytesOf({ body, headers, tags }: Encoded, key: string): number {
  const headerBytes = headers.reduce((bytes, text) => bytes + text.length, 0)
  return body.byteLength + headerBytes + tags.size * tagBytes + key.length * 2 + entryOverheadBytes
}
