// Observations are values that the rooms emit; observe/ decides what is logged and counted.

import type { Since } from './change.ts'
import type { ClientKind } from './client-kind.ts'
import type { Ran, StreamKind } from './reply.ts'
import type { Tag } from './tag.ts'
import type { Condition } from './server-state.ts'

/** The stages of a request, in order: `position` waits for the change feed to reach the position that a client names. */
export type Stage =
  | 'receive'
  | 'parse'
  | 'position'
  | 'authenticate'
  | 'limit'
  | 'cache'
  | 'answer'
  | 'encode'
  | 'send'

/** The milliseconds that each stage took; waiting for a response that another request makes counts as `encode`. */
export type StageMs = Readonly<Partial<Record<Stage, number>>>

export interface Trace {
  /** The request's `traceparent` (W3C Trace Context). */
  readonly parent: string | undefined
  /** The statements that ran for it. */
  readonly ran: readonly Ran[]
}

export interface ObservedClient {
  readonly kind: ClientKind
  /** The label of its API key. */
  readonly label: string | null
  /** True where the client had exceeded its limit. */
  readonly isLimited: boolean
}

export type Observation =
  | {
      readonly kind: 'request'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      /** The durations of stages, where the log shows them. */
      readonly stages?: StageMs | undefined
      /** `shared`: made by another gateway. `lapsed`: made anew, since nothing proved the entry fresh. */
      readonly cache: 'hit' | 'shared' | 'miss' | 'lapsed' | 'stale' | 'none'
      /** The client against whose limits the request counts, where there are limits. */
      readonly client?: ObservedClient
      /** Present only where requests are traced. */
      readonly trace?: Trace | undefined
    }
  /** A streamed response began; its request is observed at the same time. */
  | { readonly kind: 'stream-begun'; readonly of: StreamKind }
  | {
      readonly kind: 'stream-ended'
      readonly of: StreamKind
      readonly path: string
      readonly ms: number
      readonly bytes: number
      readonly outcome: 'whole' | 'left' | 'failed'
    }
  /** A request was proxied to WordPress; `ms`: until the first byte of the response. */
  | {
      readonly kind: 'passed'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      /** The request's `traceparent`. */
      readonly parent?: string | undefined
    }
  /** The gateway sent a redirect instead of proxying to WordPress. */
  | {
      readonly kind: 'redirected'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
    }
  /** The gateway gave up making an answer, by the code of its failure. */
  | { readonly kind: 'given-up'; readonly path: string; readonly why: string }
  /** Why WordPress sent no response, or only a part of one. */
  | { readonly kind: 'origin-failed'; readonly reason: string }
  | { readonly kind: 'query'; readonly plan: string; readonly ms: number; readonly rows: number }
  | {
      readonly kind: 'query-failed'
      readonly plan: string
      readonly ms: number
      readonly meaning: string
      /** The database's code of the error; empty where it has none. */
      readonly code: string
    }
  /** A query was sent again, since its connection was lost after `ms`. */
  | { readonly kind: 'query-repeated'; readonly plan: string; readonly ms: number; readonly code: string }
  | {
      readonly kind: 'database-found'
      readonly server: string
      /** The address of the server, without account and password. */
      readonly at?: string
    }
  /** The condition of a server that can be read has changed. */
  | {
      readonly kind: 'server'
      readonly place: string
      readonly condition: Condition
      readonly reason: string | null
    }
  | {
      readonly kind: 'database-lost'
      /** Missing where there are several servers, which the reason names. */
      readonly at?: string
      readonly reason: string
      readonly retryMs: number
    }
  | { readonly kind: 'feed'; readonly name: string }
  /** A cached response was compared with new ones, this long after it was sampled. */
  | {
      readonly kind: 'inspected'
      readonly afterS: number
      readonly isStale: boolean
      /** The path without the query. */
      readonly path: string
      readonly tags: readonly Tag[]
    }
  /** The lease is held, or has lapsed since the change feed has proven nothing for too long. */
  | {
      readonly kind: 'lease'
      readonly isHeld: boolean
      readonly withinMs: number
      readonly why: string | null
    }
  | { readonly kind: 'feed-unfit'; readonly name: string; readonly reason: string }
  /** The change feed lost its connection, or could not connect; it will retry. */
  | { readonly kind: 'feed-lost'; readonly name: string; readonly reason: string }
  /** The change feed is connected again; `isGap` if it may have missed changes meanwhile. */
  | { readonly kind: 'feed-back'; readonly name: string; readonly awayMs: number; readonly isGap: boolean }
  /** Cache entries were dropped, and why; for a published change, how long after its commit. */
  | {
      readonly kind: 'dropped'
      readonly entries: number
      readonly cause: string
      readonly delay?: { readonly ms: number; readonly feed: string; readonly from: Since['from'] }
    }
  /** The gateway looked for an answer among those that gateways share, and used it or not. */
  | { readonly kind: 'shared-answer'; readonly outcome: SharedOutcome }
  /** A request of a limited client, or a wrong credential, was counted with all gateways, or by this one alone. */
  | { readonly kind: 'counted'; readonly what: 'requests' | 'credentials'; readonly isShared: boolean }
  /** A change adjusted a cached total, which need not be counted again. */
  | { readonly kind: 'adjusted'; readonly cause: string }
  /** The outcome of a webhook message. */
  | WebhookObservation
  /** A worker has ended because its main thread hung. */
  | { readonly kind: 'worker-hung'; readonly worker: number }
  /** A worker ended although the primary had not stopped it. */
  | {
      readonly kind: 'worker-lost'
      readonly worker: number
      readonly reason: string
      readonly retryMs: number
    }
  /** A warm start loaded the targets that were requested most before; `why` it stopped early. */
  | {
      readonly kind: 'warmed'
      readonly loaded: number
      readonly left: number
      readonly why: 'busy' | 'slow' | 'failing' | 'stopped' | null
    }
  /** Totals saved before the start are used again, adjusted by changes; `why` the others are counted anew. */
  | {
      readonly kind: 'totals-restored'
      readonly kept: number
      readonly anew: number
      readonly why: string | null
    }
  /** Settings were read again; those in `left` need a restart. */
  /** `by`: the owner's reload, or a change of rows that decide what packs and the theme define. */
  | { readonly kind: 'reloaded'; readonly left: readonly string[]; readonly by: 'owner' | 'rows' }
  /** `retryMs`: the delay before the next attempt, where there is one. */
  | { readonly kind: 'not-reloaded'; readonly reason: string; readonly retryMs?: number }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'error'; readonly error: unknown; readonly during: string }
  /** A request was refused before it was complete: it took too long, was too large, or was malformed. */
  | { readonly kind: 'unread'; readonly status: number }
  /** A connection was closed as soon as it was accepted, since the limit of open connections was reached. */
  | { readonly kind: 'client-dropped' }
  /** The number of such connections since the last report. */
  | { readonly kind: 'clients-dropped'; readonly count: number }
  | { readonly kind: 'stopping'; readonly inFlight: number }

/**
 * `awaited`: used once another gateway had made it. `missing`: the store has none. `late`: the store did not answer in time.
 * `changed`: a tag of it changed since. The changes are unknown where its place is in another log (`elsewhere`) or too old
 * (`forgotten`), and no answer is used while the lease is not held (`unproven`).
 */
export type SharedOutcome =
  | 'used'
  | 'awaited'
  | 'missing'
  | 'late'
  | 'expired'
  | 'unproven'
  | 'elsewhere'
  | 'forgotten'
  | 'changed'

type WebhookObservation = {
  readonly kind: 'webhook'
  /** The receiver's number in the settings, from 1. */
  readonly receiver: number
  readonly origin: string
} & (
  | { readonly outcome: 'taken'; readonly ms: number }
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryMs: number | null }
  | { readonly outcome: 'given-up'; readonly attempts: number }
  | { readonly outcome: 'gone' }
)

export type Observe = (observation: Observation) => void
