// The state of a change feed that reads a server's binary log, its inputs, and the effects that follow (log-step.ts).
import type { DataChange, LogPoint, Since } from '../core/change.ts'
import type { LogEvent, LoggedRow } from './log-event.ts'
import type { StatementKind } from './statements.ts'

/** A position from which the log can be resumed, and how the log is recognized there. */
export interface Resume extends LogPoint {
  /** The server's name. */
  readonly server: string
  /** When the file was made, by the server's clock; null until that was read. */
  readonly madeMs: number | null
  /** Null at the beginning of a file. */
  readonly last: LastEvent | null
}

/**
 * The event that ends at a position. It is read again on resumption: a server that was set back to an older state has another
 * event there, even if its log has the same name and length.
 */
export interface LastEvent {
  /** The start of an event that begins no later. */
  readonly start: number
  readonly end: number
  readonly seal: string
}

export interface Transaction {
  readonly changes: readonly DataChange[]
  /** Rows that may show whether readers see the transaction. */
  readonly rows: readonly LoggedRow[]
  /** True where no row shows when readers see it. */
  readonly isBlind: boolean
  readonly since: Since
  /** The end of the transaction in the log; null where that is not known. */
  readonly at: LogPoint | null
}

export type Open = Pick<Transaction, 'changes' | 'rows' | 'isBlind'>

export interface LogState {
  /**
   * `opening`: no event of the connection has come; `settling`: the connection began at the end of the log, where commits may not
   * be visible yet; `waiting`: for the next attempt.
   */
  readonly phase: 'opening' | 'settling' | 'following' | 'waiting' | 'stopped'
  /** Where the connection began, or is to begin: null for the log's end. */
  readonly from: Resume | null
  readonly resume: Resume | null
  /** The event by which the log has to be recognized before more of it is read. */
  readonly expects: LastEvent | null
  readonly server: string
  readonly readTo: LogPoint | null
  readonly open: Open | null
  /** Attempts since the last event. */
  readonly failures: number
  readonly lostAt: number | null
  /** Why the last attempt failed; null while the log is followed. */
  readonly why: string | null
  /** True once a connection followed the log. */
  readonly hasFollowed: boolean
  /** True where changes were missed since `lostAt`. */
  readonly isGap: boolean
  readonly openedAt: number
  /** When the last event came, and the last that was no heartbeat. */
  readonly heardAt: number
  readonly movedAt: number
  /** Ends of the server's log that are not reached yet, each with when it was asked for. */
  readonly ends: readonly { readonly end: LogPoint; readonly askedMs: number }[]
}

/** `away`: the connection broke, or cannot be made now; `refused`: the server's log does not have the position. */
export type Failure = 'away' | 'refused' | 'unreadable'

export type Input = { readonly nowMs: number } & (
  | { readonly kind: 'start' }
  /** The connection has reached this server. */
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'event'; readonly event: LogEvent; readonly since: Since }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly reason: string }
  | { readonly kind: 'retry' }
  | { readonly kind: 'settled' }
  | { readonly kind: 'tick' }
  /** The end of the server's log, asked for when `readTo` had been read. */
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
  /** The tables may have changed. */
  | { readonly kind: 'learn' }
  | { readonly kind: 'lost'; readonly failure: Failure; readonly reason: string }
  | { readonly kind: 'follows'; readonly awayMs: number | null; readonly isGap: boolean }
  /** All that was acknowledged before this moment is published once the publications so far are. */
  | { readonly kind: 'proven'; readonly atMs: number }

export interface Step {
  readonly state: LogState
  readonly effects: readonly Effect[]
}

/** The meaning of a statement. */
export type KindOf = (statement: string, schema: string) => StatementKind

/** The longest wait for a first event. */
export const openMsMax = 5000
/** The longest time without any event: the server was asked for a heartbeat each second. */
export const silentMsMax = 3500
/** The longest time with heartbeats alone while the server's log grows. */
export const stuckMsMax = 3000
export const retryMinMs = 50
export const retryMaxMs = 1000
/** How long commits in the log may not be visible yet, where none of their rows is known. */
export const settleMs = 250
/** A transaction with more changes counts as a gap. */
export const changesMax = 5000
export const endsMax = 1000

/** When the file that is read was made; null before its first event. */
export function madeMsOf(resume: Resume | null): number | null {
  return resume?.madeMs ?? null
}

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
  why: null,
  hasFollowed: false,
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
