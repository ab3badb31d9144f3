// What a change feed knows of a server's binary log, what can happen to it, and what is to be done then (log-step.ts).
import type { DataChange, LogPoint, Since } from '../core/change.ts'
import type { LogEvent, LoggedRow } from './log-event.ts'
import type { StatementKind } from './statements.ts'

/** Where a log can be gone on with, and by what it is known again. */
export interface Resume extends LogPoint {
  /** Names the server. */
  readonly server: string
  /** When the file was made, by the server's clock; null until that was read. */
  readonly madeMs: number | null
  /** Null at the beginning of a file. */
  readonly last: LastEvent | null
}

/**
 * The event that ends at a place of the log. It is read again where the log is gone on with: a server that was set back to an
 * older state has another one there, however its log is called and however long it is.
 */
export interface LastEvent {
  /** Where an event begins that is not after it. */
  readonly start: number
  readonly end: number
  readonly seal: string
}

export interface Transaction {
  readonly changes: readonly DataChange[]
  /** Rows by which it can be told whether it can be read. */
  readonly rows: readonly LoggedRow[]
  /** Whether no row shows when it can be read. */
  readonly isBlind: boolean
  readonly since: Since
  /** Where it ends in the log; null where that is not known. */
  readonly at: LogPoint | null
}

export type Open = Pick<Transaction, 'changes' | 'rows' | 'isBlind'>

export interface LogState {
  /**
   * `opening`: no event of the connection has come; `settling`: it began at the log's end, where commits may not be readable
   * yet; `waiting`: for the next attempt.
   */
  readonly phase: 'opening' | 'settling' | 'following' | 'waiting' | 'stopped'
  /** Where the connection began, or is to begin: null for the log's end. */
  readonly from: Resume | null
  readonly resume: Resume | null
  /** The event by which the log has to be known again before more of it is read. */
  readonly expects: LastEvent | null
  readonly server: string
  readonly readTo: LogPoint | null
  readonly open: Open | null
  /** Attempts since an event came. */
  readonly failures: number
  readonly lostAt: number | null
  /** Whether something was missed since `lostAt`. */
  readonly isGap: boolean
  readonly openedAt: number
  /** When the last event came, and the last that was no heartbeat. */
  readonly heardAt: number
  readonly movedAt: number
  /** Ends of the server's own log, each with when it was asked for, that were not read yet. */
  readonly ends: readonly { readonly end: LogPoint; readonly askedMs: number }[]
}

/** `away`: the connection broke, or cannot be made now; `refused`: the server does not have the place in its log. */
export type Failure = 'away' | 'refused' | 'unreadable'

export type Input = { readonly nowMs: number } & (
  | { readonly kind: 'start' }
  /** The connection says which server it reaches. */
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'event'; readonly event: LogEvent; readonly since: Since }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly reason: string }
  | { readonly kind: 'retry' }
  | { readonly kind: 'settled' }
  | { readonly kind: 'tick' }
  /** The end of the server's log, asked for when this much had been read. */
  | {
      readonly kind: 'end'
      readonly end: LogPoint
      readonly askedMs: number
      readonly readTo: LogPoint | null
    }
  | { readonly kind: 'stop' }
)

export type Effect =
  | { readonly kind: 'open'; readonly from: LogPoint | null }
  | { readonly kind: 'close' }
  | { readonly kind: 'retry' | 'settle'; readonly afterMs: number }
  | { readonly kind: 'publish'; readonly transaction: Transaction }
  /** The tables may be other than they were. */
  | { readonly kind: 'learn' }
  | { readonly kind: 'lost'; readonly failure: Failure; readonly reason: string }
  | { readonly kind: 'follows'; readonly awayMs: number | null; readonly isGap: boolean }
  /** All that was acknowledged before this is published once what came before is. */
  | { readonly kind: 'proven'; readonly atMs: number }

export interface Step {
  readonly state: LogState
  readonly effects: readonly Effect[]
}

/** How a statement is to be understood. */
export type KindOf = (statement: string, schema: string) => StatementKind

/** Without a first event. */
export const openMsMax = 5000
/** Without any event: the server was asked for a heartbeat a second. */
export const silentMsMax = 3500
/** Without an event but heartbeats while the server's log goes on. */
export const stuckMsMax = 3000
export const retryMinMs = 50
export const retryMaxMs = 1000
/** How long commits that are in the log may not be readable yet, where nothing is known of them. */
export const settleMs = 250
/** More changes than these in one transaction are as good as all. */
export const changesMax = 5000
export const endsMax = 1000

export const begun: LogState = {
  phase: 'waiting',
  from: null,
  resume: null,
  expects: null,
  server: '',
  readTo: null,
  open: null,
  failures: 0,
  lostAt: null,
  isGap: false,
  openedAt: -Infinity,
  heardAt: -Infinity,
  movedAt: -Infinity,
  ends: [],
}

export function gapOf(reason: string, sinceMs: number): Transaction {
  const changes = [{ kind: 'gap', reason } as const]
  return { changes, rows: [], isBlind: false, since: { atMs: sinceMs, from: 'look' }, at: null }
}
