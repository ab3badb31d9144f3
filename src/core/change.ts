// Changes of the database that change feeds report, in logical names.
import type { Purge } from './purge.ts'

/** The columns of a row by their logical names, as texts; null where SQL has null. */
export type ChangedRow = Readonly<Record<string, string | null>>

/** A position in the log of changes that a server writes: a file, and an offset in bytes. */
export interface LogPoint {
  readonly file: string
  readonly offset: number
  /** When the file was made, by the server's clock. Default: unknown. */
  readonly madeMs?: number | null
}

/** A change of data that readers can see. */
export type DataChange =
  /**
   * A row was inserted (no `before`), updated, or deleted (no `after`). `at` is where its commit ends in the log.
   * Default: the position is unknown, or readers may not see the commit yet.
   */
  | {
      readonly kind: 'row'
      readonly table: string
      readonly before: ChangedRow | null
      readonly after: ChangedRow | null
      readonly at?: LogPoint
    }
  /** A table changed; `isQuiet` where no cached response depends on what changed. */
  | { readonly kind: 'table'; readonly table: string; readonly isQuiet?: boolean }
  /** The feed may have missed any number of changes. */
  | { readonly kind: 'gap'; readonly reason: string }

export type Change =
  | DataChange
  /**
   * These changes are in the server's log but readers may not see them yet: responses that they affect must not be cached until
   * they are `settled`. A gap ends all pending changes; the feed then repeats those that are still pending.
   */
  | { readonly kind: 'pending'; readonly id: number; readonly changes: readonly DataChange[] }
  /** Readers see these changes now. */
  | { readonly kind: 'settled'; readonly id: number; readonly changes: readonly DataChange[] }
  /** An owner's purge, for all gateways that share a log; `request` is its id. */
  | { readonly kind: 'purge'; readonly purge: Purge; readonly request: string }

/** The changes of data that a change contains. */
export function dataOf(change: Change): readonly DataChange[] {
  if (change.kind === 'purge') return []
  return change.kind === 'pending' || change.kind === 'settled' ? change.changes : [change]
}

/** When a change was committed, as precisely as its feed knows. */
export interface Since {
  /** A time in ms of `monotonicMs`. */
  readonly atMs: number
  /**
   * `arrival`: the arrival of the commit's log event, or of a client's report of the commit; `second`: the end of the second in
   * which the statement began by the log, where that was well before; `look`: the last poll that found no change, which is
   * earlier than the commit.
   */
  readonly from: 'arrival' | 'second' | 'look'
  /** The place of these changes in the log that gateways share. Default: unknown, or no log is shared. */
  readonly place?: SharedPlace
}

/** An entry of the log that gateways share: its number in a line of entries without gaps. */
export interface SharedPlace {
  readonly line: string
  readonly nth: number
}

/** Monotonic ms since 1970: no change of the system's clock moves it while the process runs. */
export function monotonicMs(): number {
  return performance.timeOrigin + performance.now()
}

export type RowChange = Extract<Change, { readonly kind: 'row' }>

/** True where one position certainly is after another: in the same file, or in a later one of the same log. */
export function isAfter(one: LogPoint, other: LogPoint): boolean {
  if (one.file === other.file) return one.offset > other.offset
  const [log, number] = partsOf(one.file)
  const [otherLog, otherNumber] = partsOf(other.file)
  return log === otherLog && number > otherNumber
}

/** True where one position certainly is at or before another. */
export function isUpTo(one: LogPoint, other: LogPoint): boolean {
  return isAfter(other, one) || (one.file === other.file && one.offset === other.offset)
}

/**
 * True where the first point, whose file name is no earlier than the other's, is in another log: a log that is reset or restored
 * reuses names of files, and makes the files at another time.
 */
export function isOfAnotherLog(
  { file, madeMs = null }: Omit<LogPoint, 'offset'>,
  from: Omit<LogPoint, 'offset'>,
): boolean {
  const fromMs = from.madeMs ?? null
  if (madeMs === null || fromMs === null) return false
  return file === from.file ? madeMs !== fromMs : madeMs < fromMs
}

/** Splits `binlog.000012` into `binlog` and 12. */
function partsOf(file: string): readonly [log: string, number: number] {
  const dot = file.lastIndexOf('.')
  return [file.slice(0, dot), Number(file.slice(dot + 1))]
}
