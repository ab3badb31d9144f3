// Finished answers, each kept until something that it was made of changes, in every coding that it was asked for in.
import { compress, isCompressible, type Coding } from './compress.ts'
import { encode, mustRevalidate, type CachingPolicy, type Encoded } from './encode.ts'
import type { Reply } from '../core/reply.ts'
import { singleFlight } from './single-flight.ts'
import type { TaggedCache } from './tagged-cache.ts'

export interface ResponseCache {
  /** In the coding, if it can be; a promise while it is being compressed, which happens once. */
  readonly find: (key: string, coding: Coding | null) => Encoded | Promise<Encoded> | undefined
  /** What was kept before, where nothing newer can be had. */
  readonly findStale: ResponseCache['find']
  /** What `make` answers, made once for all who ask meanwhile, kept if it may be. */
  readonly load: (key: string, coding: Coding | null, make: () => Promise<Reply>) => Promise<Encoded>
}

export interface KeptReply {
  readonly plain: Encoded
  readonly coded: Map<Coding, Encoded | Promise<Encoded>>
}

export function createResponseCache(
  entries: TaggedCache<KeptReply>,
  policy: CachingPolicy = mustRevalidate,
): ResponseCache {
  const fly = singleFlight<KeptReply>()

  /** A first answer waits for its compression: less than a millisecond, and what it saves is sent sooner. */
  const inCoding = (key: string, kept: KeptReply, coding: Coding | null): Encoded | Promise<Encoded> => {
    const { plain, coded } = kept
    if (coding === null || !isCompressible(plain)) return plain
    const known = coded.get(coding)
    if (known !== undefined) return known
    const made = compress(plain, coding).then((encoded) => {
      coded.set(coding, encoded)
      if (encoded !== plain) entries.grow(key, kept, bytesOf(encoded))
      return encoded
    })
    coded.set(coding, made)
    return made
  }

  return {
    find: (key, coding) => {
      const kept = entries.find(key)
      return kept && inCoding(key, kept, coding)
    },
    findStale: (key, coding) => {
      const kept = entries.findStale(key)
      return kept && inCoding(key, kept, coding)
    },
    load: async (key, coding, make) => {
      // Who asks after a change does not wait for what was asked before it
      const kept = await fly(`${entries.now()} ${key}`, async () => {
        const flight = entries.begin()
        try {
          const reply = await make()
          const made: KeptReply = { plain: encode(reply, policy), coded: new Map() }
          if (made.plain.store === 'shared')
            flight.keep(key, made, reply.tags, bytesOf(made.plain), reply.lifeMs)
          return made
        } finally {
          flight.end()
        }
      })
      return inCoding(key, kept, coding)
    },
  }
}

function bytesOf({ body, headers }: Encoded): number {
  return body.byteLength + headers.reduce((bytes, text) => bytes + text.length, 0)
}
