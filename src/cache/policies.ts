// Chooses the caching policy of an answer: the owner's rule for its address, else the policy of its route, else the
// owner's default.
import type { Caching, Reply } from '../core/reply.ts'
import type { CachingPolicy } from './encode.ts'

/** A policy for matching addresses; the first rule that matches decides. */
export interface PolicyRule extends Caching {
  /** A path, in which `*` matches any text. */
  readonly path: string
  /** Neither this cache nor any other may store the answer. */
  readonly store?: 'never'
}

/** Null for answers that no cache may store. */
export type PolicyOf = (reply: Reply) => CachingPolicy | null

export function createPolicies(ofAll: CachingPolicy, rules: readonly PolicyRule[]): PolicyOf {
  const compiled = rules.map((rule) => ({ rule, pattern: patternOf(rule.path) }))
  return ({ address, caching }) => {
    if (address === undefined && !caching) return ofAll
    const rule =
      address === undefined ? undefined : compiled.find(({ pattern }) => pattern.test(address))?.rule
    if (rule?.store === 'never') return null
    return {
      ...ofAll,
      maxAgeS: rule?.maxAgeS ?? caching?.maxAgeS ?? ofAll.maxAgeS,
      forCdn: rule?.cdnCacheControl ?? caching?.cdnCacheControl ?? ofAll.forCdn,
    }
  }
}

/** Shortens the lives in a policy to the remaining life of the answer; 0 for an answer past its life. */
export function withinLife(policy: CachingPolicy, lifeMs: number): CachingPolicy {
  if (lifeMs === Infinity) return policy
  const lifeS = Math.max(0, Math.floor(lifeMs / 1000))
  return {
    ...policy,
    maxAgeS: Math.min(policy.maxAgeS, lifeS),
    forCdn:
      policy.forCdn?.replace(
        /((?:s-maxage|max-age)=)(\d+)/gi,
        (_, name: string, seconds: string) => `${name}${Math.min(Number(seconds), lifeS)}`,
      ) ?? null,
  }
}

/** The longest life that the policy grants any cache, ms. */
export function longestMs({ maxAgeS, forCdn }: CachingPolicy): number {
  const said = [...(forCdn ?? '').matchAll(/(?:s-maxage|max-age)=(\d+)/gi)].map(([, seconds]) =>
    Number(seconds),
  )
  return Math.max(maxAgeS, ...said) * 1000
}

/** Makes a pattern that matches the whole address, in any case, with or without a slash at the end. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/+$/, '').split('*')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}/*$`, 'is')
}
