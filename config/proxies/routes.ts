// The receiver (revalidate.ts) as routes of frameworks and hosts, with the functions by which each drops what it keeps; and a
// store for those that keep nothing by tag.
import { receive, tagsOf, type Keeper } from './revalidate.ts'

/** The tag of everything that is kept from Lectern, where a cache has no other way to drop all of it. */
export const everyTag = 'lectern:all'

/** The functions of `next/cache` that are used. */
interface NextCache {
  readonly revalidateTag: (tag: string, profile: { readonly expire: number }) => unknown
}

/** Next.js: the POST of a route handler. What is read there has `cacheTag(everyTag, ...tagsOf(response))`. */
export function nextRoute({ revalidateTag }: NextCache, secret: string) {
  const drop = (tags: readonly string[]) => {
    for (const tag of tags) revalidateTag(tag, { expire: 0 })
  }
  return (request: Request) => receive(request, { secret, dropTags: drop, dropAll: () => drop([everyTag]) })
}

/** Astro and SvelteKit: the POST of an endpoint. */
export function contextRoute(keeper: Keeper) {
  return ({ request }: { readonly request: Request }) => receive(request, keeper)
}

/** Functions of hosts that purge their CDN by tags, some of them few at once: `purge` of Vercel, Netlify and the like. */
export function purgingRoute(
  purge: (tags: readonly string[]) => Promise<unknown>,
  { secret, tagsAtOnce }: { readonly secret: string; readonly tagsAtOnce: number },
) {
  const dropTags = async (tags: readonly string[]) => {
    for (let at = 0; at < tags.length; at += tagsAtOnce) await purge(tags.slice(at, at + tagsAtOnce))
  }
  return (request: Request) => receive(request, { secret, dropTags, dropAll: () => purge([everyTag]) })
}

interface Kept {
  readonly value: unknown
  readonly tags: ReadonlySet<string>
}

/** Keeps what a process read from Lectern, the last `entriesMax` addresses, until it is named as stale. */
export function createStore(secret: string, entriesMax = 1000) {
  const kept = new Map<string, Kept>()
  let drops = 0
  return {
    secret,
    /** The JSON at an address; null where the answer is no success. */
    read: async (address: string): Promise<unknown> => {
      const found = kept.get(address)
      if (found) return found.value
      const before = drops
      const response = await fetch(address)
      if (!response.ok) return null
      const value: unknown = await response.json()
      // What changed while it was read may be missing in it
      if (drops === before) kept.set(address, { value, tags: new Set(tagsOf(response)) })
      const [oldest] = kept.keys()
      if (kept.size > entriesMax && oldest !== undefined) kept.delete(oldest)
      return value
    },
    dropTags: (stale: readonly string[]) => {
      drops += 1
      for (const [address, { tags }] of kept) if (stale.some((tag) => tags.has(tag))) kept.delete(address)
    },
    dropAll: () => {
      drops += 1
      kept.clear()
    },
  } satisfies Keeper & { readonly read: unknown }
}
