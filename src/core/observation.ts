// What the rooms have to tell. They emit values; observe/ decides what is shown, and where.

import type { Since } from './change.ts'
import type { Tag } from './tag.ts'
import type { Condition } from './server-state.ts'

/** What happens to a request, in order: `position` waits for the change feed to reach the position that a client names. */
export type Stage = 'receive' | 'parse' | 'position' | 'authenticate' | 'cache' | 'answer' | 'encode' | 'send'

/** The milliseconds that each stage took; a request whose response another one is making waits for it as `encode`. */
export type StageMs = Readonly<Partial<Record<Stage, number>>>

export type Observation =
  | {
      readonly kind: 'request'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      /** Where the log shows them. */
      readonly stages?: StageMs | undefined
      /** `lapsed`: made anew, since nothing proved the entry right. */
      readonly cache: 'hit' | 'miss' | 'lapsed' | 'stale' | 'none'
    }
  /** A request that the owning system answered, or was to; until the first byte of the answer. */
  | {
      readonly kind: 'passed'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
    }
  /** Why the owning system did not answer, or not to the end. */
  | { readonly kind: 'origin-failed'; readonly reason: string }
  | { readonly kind: 'query'; readonly plan: string; readonly ms: number; readonly rows: number }
  | { readonly kind: 'query-failed'; readonly plan: string; readonly ms: number; readonly meaning: string }
  | {
      readonly kind: 'database-found'
      readonly server: string
      /** Which of several it is. */
      readonly at?: string
    }
  /** How a server that can be read is now, and was not before. */
  | {
      readonly kind: 'server'
      readonly place: string
      readonly condition: Condition
      readonly reason: string | null
    }
  | { readonly kind: 'database-lost'; readonly reason: string; readonly retryMs: number }
  | { readonly kind: 'feed'; readonly name: string }
  /** A kept answer was compared with new ones, so long after it was sampled. */
  | {
      readonly kind: 'inspected'
      readonly afterS: number
      readonly isStale: boolean
      /** Without a query. */
      readonly path: string
      readonly tags: readonly Tag[]
    }
  /** Entries of the cache are fresh, or are not since the change feed has proven nothing for too long. */
  | { readonly kind: 'lease'; readonly isHeld: boolean; readonly withinMs: number }
  | { readonly kind: 'feed-unfit'; readonly name: string; readonly reason: string }
  /** What told of changes is not heard, or could not be reached; it is tried again. */
  | { readonly kind: 'feed-lost'; readonly name: string; readonly reason: string }
  /** It is heard again; `isGap` if it is not known what changed meanwhile. */
  | { readonly kind: 'feed-back'; readonly name: string; readonly awayMs: number; readonly isGap: boolean }
  /** What of the cache went, and why; for what a feed told, how long after its commit. */
  | {
      readonly kind: 'dropped'
      readonly entries: number
      readonly cause: string
      readonly delay?: { readonly ms: number; readonly feed: string; readonly from: Since['from'] }
    }
  /** A total that is kept was told of a change, and is right without being counted again. */
  | { readonly kind: 'adjusted'; readonly cause: string }
  /** What became of a message to who keeps answers elsewhere. */
  | WebhookObservation
  /** One of several processes that serve has ended because its main thread hung. */
  | { readonly kind: 'worker-hung'; readonly worker: number }
  /** One of several processes that serve ended without being asked to. */
  | {
      readonly kind: 'worker-lost'
      readonly worker: number
      readonly reason: string
      readonly retryMs: number
    }
  /** What was asked for most before was loaded again; where not all of it was, why. */
  | {
      readonly kind: 'warmed'
      readonly loaded: number
      readonly left: number
      readonly why: 'busy' | 'slow' | 'failing' | 'stopped' | null
    }
  /** Settings were read again; these of them need a restart. */
  | { readonly kind: 'reloaded'; readonly left: readonly string[] }
  | { readonly kind: 'not-reloaded'; readonly reason: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'error'; readonly error: unknown; readonly during: string }
  | { readonly kind: 'stopping'; readonly inFlight: number }

type WebhookObservation = {
  readonly kind: 'webhook'
  /** By its place in the settings, from 1. */
  readonly receiver: number
  readonly origin: string
} & (
  | { readonly outcome: 'taken'; readonly ms: number }
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryMs: number | null }
  | { readonly outcome: 'given-up'; readonly attempts: number }
  | { readonly outcome: 'gone' }
)

export type Observe = (observation: Observation) => void
