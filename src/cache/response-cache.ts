// Caches finished answers, in every coding that was requested, until a value that they depend on changes.
import { compress, isCompressible, type Coding } from './compress.ts'
import { encode, mustRevalidate, type CachingPolicy, type Encoded } from './encode.ts'
import { longestMs, withinLife, type PolicyOf } from './policies.ts'
import { endOf, type Tag } from '../core/tag.ts'
import type { AddressedReply, Reply } from '../core/reply.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { singleFlight } from './single-flight.ts'
import type { Drop } from './entries.ts'
import { isAnew } from './anew.ts'
import { isWorthSharing, type SharedAnswers, type SharedLoad } from './shared-answers.ts'
import type { Flight, TaggedCache } from './tagged-cache.ts'

export interface ResponseCache {
  /** Returns the answer in the coding, if it can be compressed; a promise during compression, which happens once. */
  readonly find: (key: string, coding: Coding | null) => Encoded | Promise<Encoded> | undefined
  /** Returns a dropped or expired entry, for times when no newer answer can be made. */
  readonly findStale: ResponseCache['find']
  readonly hasStale: (key: string) => boolean
  readonly isLapsed: (key: string) => boolean
  /** The change that dropped the entry. */
  readonly whyDropped: (key: string) => Drop | undefined
  /**
   * Settles with the answer of `make`, made once for concurrent requests and cached where that is allowed; or with one that another
   * gateway has made. `target`: the request that makes it again; null where there is none, as by default.
   */
  readonly load: (
    key: string,
    coding: Coding | null,
    make: () => Promise<AddressedReply>,
    target?: () => RequestTarget | null,
  ) => Promise<Encoded>
}

export interface KeptReply {
  /** The canonical path of its resource, by which purges and webhooks name it. */
  readonly path: string
  /** The request that makes the answer again; null where none can. */
  readonly target: RequestTarget | null
  /** Counts hits. */
  uses: number
  readonly plain: Encoded
  readonly coded: Map<Coding, Encoded | Promise<Encoded>>
}

interface Load {
  readonly flight: Flight<KeptReply>
  readonly shared: SharedLoad | null
}

export function createResponseCache(
  entries: TaggedCache<KeptReply>,
  policyOf: PolicyOf = () => mustRevalidate,
  /** True where the feed cannot notice changes of rows with these tags: the answer's age then counts from its making. */
  isUnseen: (tags: ReadonlySet<Tag>) => boolean = () => false,
  /** Null where no answers are shared with other gateways. */
  answers: SharedAnswers | null = null,
): ResponseCache {
  const fly = singleFlight<KeptReply>()

  /** A first answer waits for its compression, which takes less than a millisecond and shortens the sending. */
  const inCoding = (key: string, kept: KeptReply, coding: Coding | null): Encoded | Promise<Encoded> => {
    const { plain, coded } = kept
    if (coding === null || !isCompressible(plain)) return plain
    const known = coded.get(coding)
    if (known !== undefined) return known
    const made = compress(plain, coding).then(
      (encoded) => {
        coded.set(coding, encoded)
        if (encoded !== plain) entries.grow(key, kept, bytesOf(encoded))
        return encoded
      },
      (error: unknown) => {
        coded.delete(coding)
        throw error
      },
    )
    coded.set(coding, made)
    return made
  }

  const dropped = (key: string) =>
    entries.whyDropped(key) === undefined ? null : { isOwn: entries.findStale(key)?.plain.isShared !== true }

  const found = async ({ flight, shared }: Load, key: string, target: () => RequestTarget | null) => {
    const answer = shared === null || isAnew() ? null : await shared.find(dropped(key))
    if (answer === null) return null
    const kept = keptOf(answer.path, answer.answer, target())
    flight.keep(key, kept, answer.tags, bytesOfKept(kept), answer.lifeMs)
    return kept
  }
  const made = async (
    { flight, shared }: Load,
    key: string,
    make: () => Promise<AddressedReply>,
    target: () => RequestTarget | null,
  ) => {
    const place = shared?.place() ?? null
    const reply = await make().catch((error: unknown) => {
      shared?.leave()
      throw error
    })
    const { tags } = reply
    const policy = policyOf(reply)
    // A change during the load has already purged downstream caches
    const lifeMs = flight.isStale(tags) ? 0 : endOf(tags) - Date.now()
    const plain = policy
      ? encodeWithin(reply, withinLife(policy, lifeMs), isUnseen(tags) ? 0 : lifeMs)
      : encode({ ...reply, store: 'never' })
    const kept = keptOf(reply.address, plain, target())
    if (plain.store === 'shared') flight.keep(key, kept, tags, bytesOfKept(kept))
    if (place !== null && isWorthSharing(plain) && flight.mayKeep(tags) && !isUnseen(tags))
      shared?.keep({ place, tags: [...tags], path: kept.path, answer: plain })
    else shared?.leave()
    return kept
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
    load: async (key, coding, make, target = () => null) => {
      // A request after a change does not join a load from before it
      const kept = await fly(`${entries.now()} ${key}`, async () => {
        const load = { flight: entries.begin(), shared: answers?.begin(key) ?? null }
        try {
          return (await found(load, key, target)) ?? (await made(load, key, make, target))
        } finally {
          load.flight.end()
        }
      })
      return inCoding(key, kept, coding)
    },
  }
}

/** A downstream cache that receives the answer late must not keep it beyond its end. */
function encodeWithin(reply: Reply, policy: CachingPolicy, lifeMs: number): Encoded {
  return encode(reply, policy, lifeMs === Infinity ? Infinity : lifeMs - longestMs(policy))
}

/** A warm start requests only answers with status 200 again. */
function keptOf(path: string, plain: Encoded, target: RequestTarget | null): KeptReply {
  return { path, plain, coded: new Map(), target: plain.status === 200 ? target : null, uses: 0 }
}

function bytesOfKept({ plain, path, target }: KeptReply): number {
  return bytesOf(plain) + path.length + targetBytes(target)
}

function targetBytes(target: RequestTarget | null): number {
  return target === null ? 0 : 100 + target.target.length
}

function bytesOf({ body, headers }: Encoded): number {
  return body.byteLength + headers.reduce((bytes, text) => bytes + text.length, 0)
}
