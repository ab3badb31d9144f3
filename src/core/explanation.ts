// An explanation, for the owner, of how the gateway answers one address; it contains no value of a row or a parameter.
import type { RequestAddress } from './request.ts'
import type { Tag } from './tag.ts'

/** Settles with null for an address that no interface of the gateway answers. */
export type Explain = (address: RequestAddress) => Promise<Explanation | null>

export interface Explanation {
  /** Path and query, as the gateway receives them. */
  readonly address: string
  /** The interface that answers: `rest`, `graphql`. */
  readonly interface: string
  /** The canonical path of its resource, which purges match. */
  readonly path: string
  readonly cached: CachedState
  /** The answer, made anew without any cache for an anonymous viewer. */
  readonly answer: {
    readonly status: number
    readonly bytes: number
    readonly ms: number
    /** False for an answer that is never cached. */
    readonly isShared: boolean
    readonly tags: readonly Tag[]
    readonly statements: readonly StatementExplanation[]
  }
}

export interface CachedState {
  /** `never`: such an answer is not cached. `lapsed`: it is cached, but nothing proves that it is fresh. */
  readonly state: 'fresh' | 'lapsed' | 'absent' | 'never'
  /** The key that the answer has in the cache; null where it has none. */
  readonly key: string | null
  /** How often it was served from the cache. */
  readonly hits: number | null
  /** Why the last answer was dropped, while the cache remembers it; `ms`: from the commit to the drop. */
  readonly dropped: { readonly cause: string; readonly ms: number | null; readonly agoS: number } | null
}

export interface StatementExplanation {
  /** The name of its plan, as in the metrics. */
  readonly plan: string
  /** The statement with placeholders instead of values. */
  readonly sql: string
  readonly ms: number
  readonly rows: number
  /** The database's plan for it (EXPLAIN), one line per table; empty where the database shows none. */
  readonly access: readonly string[]
}
