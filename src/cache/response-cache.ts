// Finished answers, each kept until something that it was made of changes, in every coding that it was asked for in.
import { compress, isCompressible, type Coding } from './compress.ts'
import { encode, mustRevalidate, type CachingPolicy, type Encoded } from './encode.ts'
import { longestMs, withinLife, type PolicyOf } from './policies.ts'
import { endOf, type Tag } from '../core/tag.ts'
import type { AddressedReply, Reply } from '../core/reply.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { singleFlight } from './single-flight.ts'
import type { Drop, TaggedCache } from './tagged-cache.ts'

export interface ResponseCache {
  /** In the coding, if it can be; a promise while it is being compressed, which happens once. */
  readonly find: (key: string, coding: Coding | null) => Encoded | Promise<Encoded> | undefined
  /** What was kept before, where nothing newer can be had. */
  readonly findStale: ResponseCache['find']
  readonly hasStale: (key: string) => boolean
  readonly isLapsed: (key: string) => boolean
  /** Why what was kept before is not any more. */
  readonly whyDropped: (key: string) => Drop | undefined
  /** What `make` answers, made once for all who ask meanwhile, kept if it may be. */
  readonly load: (key: string, coding: Coding | null, make: () => Promise<AddressedReply>) => Promise<Encoded>
}

export interface KeptReply {
  /** The canonical path of its resource: purges and webhooks know it by this. */
  readonly path: string
  /** What asks for it once more; null where nothing does. */
  readonly target: RequestTarget | null
  /** How often it was found here. */
  uses: number
  readonly plain: Encoded
  readonly coded: Map<Coding, Encoded | Promise<Encoded>>
}

export function createResponseCache(
  entries: TaggedCache<KeptReply>,
  policyOf: PolicyOf = () => mustRevalidate,
  /** Whether nothing notices changes of what an answer is made of: its age counts from when it was made. */
  isUnseen: (tags: ReadonlySet<Tag>) => boolean = () => false,
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
      if (kept) kept.uses += 1
      return kept && inCoding(key, kept, coding)
    },
    findStale: (key, coding) => {
      const kept = entries.findStale(key)
      return kept && inCoding(key, kept, coding)
    },
    hasStale: (key) => entries.findStale(key) !== undefined,
    isLapsed: entries.isLapsed,
    whyDropped: entries.whyDropped,
    load: async (key, coding, make) => {
      // Who asks after a change does not wait for what was asked before it
      const kept = await fly(`${entries.now()} ${key}`, async () => {
        const flight = entries.begin()
        try {
          const reply = await make()
          const policy = policyOf(reply)
          // Who keeps it elsewhere was told of what changed meanwhile already
          const lifeMs = flight.isStale(reply.tags) ? 0 : endOf(reply.tags) - Date.now()
          const plain = policy
            ? encodeWithin(reply, withinLife(policy, lifeMs), isUnseen(reply.tags) ? 0 : lifeMs)
            : encode({ ...reply, store: 'never' })
          const made: KeptReply = {
            path: reply.address,
            plain,
            coded: new Map(),
            target: targetOf(reply),
            uses: 0,
          }
          if (made.plain.store === 'shared')
            flight.keep(key, made, reply.tags, bytesOf(plain) + made.path.length + targetBytes(made.target))
          return made
        } finally {
          flight.end()
        }
      })
      return inCoding(key, kept, coding)
    },
  }
}

/** Who gets it late may keep it no longer than to its end. */
function encodeWithin(reply: Reply, policy: CachingPolicy, lifeMs: number): Encoded {
  return encode(reply, policy, lifeMs - longestMs(policy))
}

/** What was found missing is not asked for again. */
function targetOf({ status, target = null }: Reply): RequestTarget | null {
  return status === 200 ? target : null
}

function targetBytes(target: RequestTarget | null): number {
  return target === null ? 0 : 100 + target.target.length
}

function bytesOf({ body, headers }: Encoded): number {
  return body.byteLength + headers.reduce((bytes, text) => bytes + text.length, 0)
}
