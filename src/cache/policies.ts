// What of an answer is said to those who keep it in front of the gateway: what the owner says of its address, else what its
// route says, else what the owner says of all.
import type { Caching, Reply } from '../core/reply.ts'
import type { CachingPolicy } from './encode.ts'

/** Of the addresses that it matches; the first that matches decides. */
export interface PolicyRule extends Caching {
  /** A path, in which `*` stands for anything. */
  readonly path: string
  /** Nobody is to keep it, nor is it kept here. */
  readonly store?: 'never'
}

/** Null for what is not to be kept. */
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

/** For an answer that the clock ends, or that is past its time (0): nobody keeps it longer. */
export function withinLife(policy: CachingPolicy, lifeMs: number): CachingPolicy {
  const lifeS = Math.floor(lifeMs / 1000)
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

/** The longest life that it gives to anybody. */
export function longestMs({ maxAgeS, forCdn }: CachingPolicy): number {
  const said = [...(forCdn ?? '').matchAll(/(?:s-maxage|max-age)=(\d+)/gi)].map(([, seconds]) =>
    Number(seconds),
  )
  return Math.max(maxAgeS, ...said) * 1000
}

/** Addresses match whole, in any case, with and without a slash at the end. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/+$/, '').split('*')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}/*$`, 'is')
}
