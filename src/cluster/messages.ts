// Messages between the primary and its workers. Both run this program, so a message's kind is enough to trust its other members.
import type { Change, Since } from '../core/change.ts'
import type { Explanation } from '../core/explanation.ts'
import type { Purge, Purged, PurgeRequest } from '../core/purge.ts'
import type { RequestAddress } from '../core/request.ts'
import type { Stale } from '../core/stale.ts'
import type { Stopping } from '../core/stopping.ts'
import type { CaughtUp } from '../feed/feed.ts'
import type { Followed } from '../feed/relayed.ts'
import type { MetricsJson } from '../observe/metrics.ts'
import type { Now, ProcessState } from '../observe/now.ts'

export type Settings = Readonly<Record<string, unknown>>

/** The values that a worker starts with. */
export interface Beginning {
  readonly settings: Settings
  /** Random, and the same for every worker. */
  readonly secret: string
  /** The address where other workers listen; null for the first worker. */
  readonly localUrl: string | null
  /** True where the worker replaces one that serves. */
  readonly isSuccessor: boolean
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly since: Since }
  /**
   * The state of the primary's feed, sent repeatedly: the feed; the index of the followed server, which workers have to read (null before
   * there is one); whether that server was found and then lost; the worker's last `follow` request that this answers; and the primary's
   * monotonic ms of sending.
   */
  | {
      readonly kind: 'followed'
      readonly followed: Followed | null
      readonly server: number | null
      readonly isAway: boolean
      readonly request: number
      readonly sentAtMs: number
    }
  /** Answers a `catch-up` request; `isDone` where the workers have received all changes committed before it. */
  | { readonly kind: 'caught-up'; readonly request: number; readonly isDone: boolean }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'stop'; readonly stopping: Stopping | undefined }
  /** Answers an echo: the worker has received all messages and connections that the primary sent before. */
  | { readonly kind: 'echo' }

export type Question =
  | { readonly kind: 'ping' | 'state' | 'metrics' | 'now' }
  | { readonly kind: 'purge'; readonly purge: PurgeRequest }
  | { readonly kind: 'explain'; readonly address: RequestAddress }

/** The answer of a worker; `late` where none came in time. */
export type Answer =
  | { readonly kind: 'late' }
  /** The worker has received all earlier messages. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'state'; readonly state: ProcessState }
  | { readonly kind: 'metrics'; readonly metrics: MetricsJson }
  | { readonly kind: 'now'; readonly now: Now }
  | ({ readonly kind: 'purge' } & Purged)
  | { readonly kind: 'explain'; readonly explanation: Explanation | null }

/** The addresses where a worker serves. */
export interface Listening {
  readonly publicUrl: string
  readonly localUrl: string
}

/** The names of the servers that a worker's queries reach, and the index of the address that it reads. */
export interface Reached {
  readonly server: number | null
  readonly names: readonly string[]
}

export type ToPrimary =
  /** The worker receives messages from now on. */
  | { readonly kind: 'hello' }
  | ({ readonly kind: 'listening' } & Listening)
  /** The worker has had its first look at the database. */
  | { readonly kind: 'ready' }
  /** The worker cannot serve, and exits. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'follow'; readonly request: number }
  /** Asks whether these workers have received all changes committed so far. */
  | { readonly kind: 'catch-up'; readonly request: number; readonly of: CaughtUp }
  | ({ readonly kind: 'reaches' } & Reached)
  /** A purge by the worker itself, for other gateways with the same shared log. */
  | { readonly kind: 'purge'; readonly purge: Purge }
  /** Asks for an echo. */
  | { readonly kind: 'echo' }
  /** A purge event for downstream caches. */
  | { readonly kind: 'stale'; readonly stale: Stale }
  /** The rows that packs were composed from have changed; `mark` is a digest of their present state. */
  | { readonly kind: 'outdated'; readonly mark: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

const toWorker: ReadonlySet<unknown> = new Set<ToWorker['kind']>([
  'begin',
  'changes',
  'followed',
  'caught-up',
  'ask',
  'stop',
  'echo',
])
const toPrimary: ReadonlySet<unknown> = new Set<ToPrimary['kind']>([
  'purge',
  'hello',
  'listening',
  'ready',
  'refused',
  'follow',
  'catch-up',
  'reaches',
  'echo',
  'stale',
  'outdated',
  'answer',
])

export function isToWorker(message: unknown): message is ToWorker {
  return toWorker.has(kindOf(message))
}

export function isToPrimary(message: unknown): message is ToPrimary {
  return toPrimary.has(kindOf(message))
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined
}
