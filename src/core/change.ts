// What a feed says has changed in the database, in logical names, and from when on.

/** The columns of a row by their logical names, as texts; null where SQL has null. */
export type ChangedRow = Readonly<Record<string, string | null>>

/** A place in the log of changes that a server writes: a file of it, and so many bytes in that. */
export interface LogPoint {
  readonly file: string
  readonly offset: number
}

/** A change of data that can be read. */
export type DataChange =
  /**
   * A row was inserted (no `before`), updated, or deleted (no `after`). `at`: where its commit ends in the log; without a
   * word that is not known, or it is not sure that it can be read.
   */
  | {
      readonly kind: 'row'
      readonly table: string
      readonly before: ChangedRow | null
      readonly after: ChangedRow | null
      readonly at?: LogPoint
    }
  /** Something in a table changed; `isQuiet` if it is nothing that what is kept was made of. */
  | { readonly kind: 'table'; readonly table: string; readonly isQuiet?: boolean }
  /** Nobody knows what changed. */
  | { readonly kind: 'gap'; readonly reason: string }

export type Change =
  | DataChange
  /**
   * These changes are in the server's log but cannot be read yet: nothing that they touch may be kept until they are
   * `settled`. A gap ends all that are pending; the feed says again which still are.
   */
  | { readonly kind: 'pending'; readonly id: number; readonly changes: readonly DataChange[] }
  /** They can be read now. */
  | { readonly kind: 'settled'; readonly id: number; readonly changes: readonly DataChange[] }

/** The changes of data in it. */
export function dataOf(change: Change): readonly DataChange[] {
  return change.kind === 'pending' || change.kind === 'settled' ? change.changes : [change]
}

/** When a change was committed, as far as its feed knows. */
export interface Since {
  /** A time of `steadyMs`. */
  readonly atMs: number
  /**
   * `arrival`: when the log's event of the commit was here, or somebody said that there was one; `second`: the end of the second in which the log says that the
   * statement began, where that was well before; `look`: when it was last seen that nothing had changed, which is earlier
   * than the commit.
   */
  readonly from: 'arrival' | 'second' | 'look'
}

/** The time in ms since 1970, by a clock that nobody sets while the process runs. */
export function steadyMs(): number {
  return performance.timeOrigin + performance.now()
}

export type RowChange = Extract<Change, { readonly kind: 'row' }>

/** Whether one place stands behind another for sure: in the same file or a later one of the same log. */
export function isBehind(one: LogPoint, other: LogPoint): boolean {
  if (one.file === other.file) return one.offset > other.offset
  const [log, number] = partsOf(one.file)
  const [otherLog, otherNumber] = partsOf(other.file)
  return log === otherLog && number > otherNumber
}

/** `binlog.000012` → `binlog`, 12 */
function partsOf(file: string): readonly [log: string, number: number] {
  const dot = file.lastIndexOf('.')
  return [file.slice(0, dot), Number(file.slice(dot + 1))]
}
