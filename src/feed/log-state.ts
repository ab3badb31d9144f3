// The state of a change feed that reads a server's binary log, its inputs, and the effects that follow (log-step.ts).
import type { DataChange, LogPoint, Since } from '../core/change.ts'
import type { LogEvent, LoggedRow } from './log-event.ts'
import type { StatementKind } from './statements.ts'

/** A position from which the log can be resumed, and how the log is recognized there. */
export interface Resume extends LogPoint {
  /** The server's name. */
  readonly server: string
  /** The time when the file was made, by the server's clock; null until its first event was read. */
  readonly madeMs: number | null
  /** Null at the beginning of a file. */
  readonly last: LastEvent | null
}

/**
 * The event that ends at a position. The feed reads it again when it resumes: a server that was restored from a backup has another event
 * there, even if its log has the same name and length.
 */
export interface LastEvent {
  /** The position where this event starts, or an earlier one. */
  readonly start: number
  readonly end: number
  readonly seal: string
}

export interface Transaction {
  readonly changes: readonly DataChange[]
  /** Rows by which the barrier may find whether readers see the transaction. */
  readonly rows: readonly LoggedRow[]
  /** True where no row can show when readers see the transaction. */
  readonly isBlind: boolean
  readonly since: Since
  /** The end of the transaction in the log; null where that is not known. */
  readonly at: LogPoint | null
}

export type Open = Pick<Transaction, 'changes' | 'rows' | 'isBlind'>

export interface LogState {
  /**
   * `opening`: no event of the connection has come; `settling`: the connection began at the end of the log, where commits may not be
   * visible yet; `waiting`: the next attempt is scheduled.
   */
  readonly phase: 'opening' | 'settling' | 'following' | 'waiting' | 'stopped'
  /** The position where the connection began, or will begin; null for the log's end. */
  readonly from: Resume | null
  readonly resume: Resume | null
  /** The event that has to identify the log before the feed reads more of it. */
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
  /** True where the feed has missed changes since `lostAt`. */
  readonly isGap: boolean
  readonly openedAt: number
  /** Monotonic ms of the last event, and of the last one that was no heartbeat. */
  readonly receivedAt: number
  readonly movedAt: number
  /** Ends of the server's log that the feed has not reached yet, each with when it was asked for. */
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
  /** The end of the server's log; the feed asked for it when it had read up to `readTo`. */
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
  /** Reads the tables' structure again, since it may have changed. */
  | { readonly kind: 'learn' }
  | { readonly kind: 'lost'; readonly failure: Failure; readonly reason: string }
  | { readonly kind: 'follows'; readonly awayMs: number | null; readonly isGap: boolean }
  /** Every commit acknowledged before this moment is published once the publications so far are. */
  | { readonly kind: 'proven'; readonly atMs: number }

export interface Step {
  readonly state: LogState
  readonly effects: readonly Effect[]
}

/** The meaning of a statement. */
export type KindOf = (statement: string, schema: string) => StatementKind

/** The longest wait for a first event. */
export const openMsMax = 5000
/** The longest time without any event: the feed has the server send a heartbeat each second. */
export const silentMsMax = 3500
/** The longest time with heartbeats alone while the server's log grows. */
export const stuckMsMax = 3000
export const retryMinMs = 50
export const retryMaxMs = 1000
/** The time that commits in the log may stay invisible, where none of their rows is known. */
export const settleMs = 250
/** A transaction with more changes counts as a gap. */
export const changesMax = 5000
export const endsMax = 1000

/** The time when the current file was made; null before its first event. */
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
  receivedAt: -Infinity,
  movedAt: -Infinity,
  ends: [],
}

export function gapOf(reason: string, sinceMs: number): Transaction {
  const changes = [{ kind: 'gap', reason } as const]
  return { changes, rows: [], isBlind: false, since: { atMs: sinceMs, from: 'look' }, at: null }
}
