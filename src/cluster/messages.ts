// What the primary process and those that serve say to each other. Both are this very program: what has one of these kinds
// is what it says.
import type { Change, Since } from '../core/change.ts'
import type { PurgeRequest } from '../core/purge.ts'
import type { Stale } from '../core/stale.ts'
import type { Stopping } from '../core/stopping.ts'
import type { Followed } from '../feed/relayed.ts'
import type { MetricsJson } from '../observe/metrics.ts'
import type { Now, ProcessState } from '../observe/now.ts'

export type Settings = Readonly<Record<string, unknown>>

/** What a worker begins with. */
export interface Beginning {
  readonly settings: Settings
  /** Random, and the same for every worker. */
  readonly secret: string
  /** Where other workers listen; null for the first. */
  readonly localUrl: string | null
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly since: Since }
  /**
   * Sent again and again: what is followed, the place of the server that it listens to, which is the one to read (null while
   * there is none), whether the database was found and lost, the last request to follow that this answers, and when it was
   * sent, monotonic ms of the primary.
   */
  | {
      readonly kind: 'followed'
      readonly followed: Followed | null
      readonly server: number | null
      readonly isAway: boolean
      readonly request: number
      readonly sentAtMs: number
    }
  /** All that was committed before the request of this number has been told to every worker. */
  | { readonly kind: 'caught-up'; readonly request: number }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'stop'; readonly stopping: Stopping }
  /** Answers an echo: all that was sent to the worker before has arrived, connections among it. */
  | { readonly kind: 'echo' }

export type Question =
  | { readonly kind: 'heard' | 'state' | 'metrics' | 'now' }
  | { readonly kind: 'purge'; readonly purge: PurgeRequest }

/** `late`: there was none in time. */
export type Answer =
  | { readonly kind: 'late' }
  /** What was sent before has been heard. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'state'; readonly state: ProcessState }
  | { readonly kind: 'metrics'; readonly metrics: MetricsJson }
  | { readonly kind: 'now'; readonly now: Now }
  | { readonly kind: 'purge'; readonly dropped: number }

/** Where it serves. */
export interface Listening {
  readonly publicUrl: string
  readonly localUrl: string
}

export type ToPrimary =
  /** It hears. */
  | { readonly kind: 'hello' }
  | ({ readonly kind: 'listening' } & Listening)
  /** It has looked at the database. */
  | { readonly kind: 'ready' }
  /** It cannot serve, and ends. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'follow' | 'catch-up'; readonly request: number }
  /** Asks for an echo. */
  | { readonly kind: 'echo' }
  /** For whoever keeps answers elsewhere. */
  | { readonly kind: 'stale'; readonly stale: Stale }
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
  'hello',
  'listening',
  'ready',
  'refused',
  'follow',
  'catch-up',
  'echo',
  'stale',
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
