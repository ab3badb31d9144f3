// Finished answers, each kept until something that it was made of changes.
import { encode, type Encoded } from './encode.ts'
import type { Reply } from '../core/reply.ts'
import { singleFlight } from './single-flight.ts'
import type { TaggedCache } from './tagged-cache.ts'

export interface ResponseCache {
  readonly find: (key: string) => Encoded | undefined
  /** What `make` answers, made once for all who ask meanwhile, kept if it may be. */
  readonly load: (key: string, make: () => Promise<Reply>) => Promise<Encoded>
}

export function createResponseCache(entries: TaggedCache<Encoded>): ResponseCache {
  const fly = singleFlight<Encoded>()
  return {
    find: entries.find,
    load: (key, make) =>
      // Who asks after a change does not wait for what was asked before it
      fly(`${entries.now()} ${key}`, async () => {
        const flight = entries.begin()
        try {
          const reply = await make()
          const encoded = encode(reply)
          if (encoded.store === 'shared')
            flight.keep(key, encoded, reply.tags, bytesOf(encoded), reply.lifeMs)
          return encoded
        } finally {
          flight.end()
        }
      }),
  }
}

function bytesOf({ body, headers }: Encoded): number {
  return body.byteLength + headers.reduce((bytes, text) => bytes + text.length, 0)
}
