// Remembers the rows that answers read from tables known by a digest. A value that changes and changes back between
// two digests leaves both equal: comparing the rows that answers read with the later digest finds answers made in
// between.
import { monotonicMs } from '../core/change.ts'
import type { Source } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import type { ListPlan, ReadPlan } from '../plan/plan.ts'
import type { Found } from './run.ts'

export type Digested = Extract<Source, 'options' | 'postmeta' | 'usermeta'>

/** `by` is the column of names, `owner` that of the object to which a row belongs. */
export const digested: Readonly<
  Record<Digested, { readonly by: string; readonly owner: string; readonly columns: readonly string[] }>
> = {
  options: { by: 'name', owner: 'name', columns: ['name', 'value'] },
  postmeta: { by: 'key', owner: 'post_id', columns: ['id', 'post_id', 'key', 'value'] },
  usermeta: { by: 'key', owner: 'user_id', columns: ['id', 'user_id', 'key', 'value'] },
}

export interface SeenRows {
  readonly note: (plan: ReadPlan, found: Pick<Found, 'rows' | 'tables'>) => void
  /** True where everything read since `sinceMs` is among `rows`, which are all rows of the table under these names; false where that is unknown. */
  readonly areStill: (
    table: Digested,
    names: readonly string[],
    rows: readonly Row[],
    sinceMs: number,
  ) => boolean
}

interface Seen {
  readonly plan: ListPlan
  readonly rows: readonly Row[]
  readonly atMs: number
  readonly bytes: number
}

interface Reads {
  /** The latest reads, oldest first. */
  readonly seen: Seen[]
  bytes: number
  /** The time of the last read that cannot be compared. */
  unclearAt: number
}

const seenMax = 200
const seenBytesMax = 2_097_152
/** Allows for different clocks: times come from another process where the primary follows the database for its workers. */
const clocksApartMs = 1000

export function createSeenRows(): SeenRows {
  const reads: Readonly<Record<Digested, Reads>> = {
    options: { seen: [], bytes: 0, unclearAt: -Infinity },
    postmeta: { seen: [], bytes: 0, unclearAt: -Infinity },
    usermeta: { seen: [], bytes: 0, unclearAt: -Infinity },
  }
  return {
    note: (plan, { rows, tables }) => {
      const atMs = monotonicMs()
      for (const table of tables) {
        if (!isDigested(table)) continue
        const of = reads[table]
        if (plan.kind !== 'list' || !isComparable(plan, table)) {
          of.unclearAt = atMs
          continue
        }
        const bytes = bytesOf(rows)
        of.seen.push({ plan, rows, atMs, bytes })
        of.bytes += bytes
        while (of.seen.length > seenMax || of.bytes > seenBytesMax) forgetOldest(of)
      }
    },
    areStill: (table, names, rows, sinceMs) => {
      const from = sinceMs - clocksApartMs
      const { seen, unclearAt } = reads[table]
      if (unclearAt >= from) return false
      const { owner } = digested[table]
      const known = new Set(names.map(lower))
      const byOwner = Map.groupBy(rows, (row) => lower(row[owner]))
      return seen.every((each) => each.atMs < from || isStill(each, table, known, byOwner, rows))
    },
  }
}

function forgetOldest(of: Reads): void {
  const oldest = of.seen.shift()
  if (!oldest) return
  of.bytes -= oldest.bytes
  of.unclearAt = Math.max(of.unclearAt, oldest.atMs)
}

function bytesOf(rows: readonly Row[]): number {
  let letters = 0
  for (const row of rows)
    for (const value of Object.values(row)) letters += typeof value === 'string' ? value.length : 4
  return 2 * letters
}

function isDigested(table: string): table is Digested {
  return table in digested
}

/** True for plans that read all rows of the table itself that have given values. */
function isComparable({ source, columns, filters, visible, page }: ListPlan, table: Digested): boolean {
  const own = digested[table].columns
  return (
    source === table &&
    visible === null &&
    page.kind === 'all' &&
    columns.every((column) => own.includes(column)) &&
    filters.every((filter) => filter.kind === 'in' && own.includes(filter.column))
  )
}

/** True where the same read would find the same rows now. Names outside the digest are ignored: no cached answer has them. */
function isStill(
  { plan, rows }: Seen,
  table: Digested,
  names: ReadonlySet<string>,
  byOwner: ReadonlyMap<string, readonly Row[]>,
  all: readonly Row[],
): boolean {
  const { by, owner } = digested[table]
  const wanted = new Map(
    plan.filters.flatMap((filter) =>
      filter.kind === 'in' ? [[filter.column, new Set(filter.values.map(lower))] as const] : [],
    ),
  )
  const asked = [...(wanted.get(by) ?? [])]
  if (asked.length > 0 && !asked.some((name) => names.has(name))) return true
  const isNamed = plan.columns.includes(by)
  if (!isNamed && (asked.length === 0 || !asked.every((name) => names.has(name)))) return false
  const owners = wanted.get(owner)
  const near = owners ? [...owners].flatMap((each) => byOwner.get(each) ?? []) : all
  const now = near.filter((row) => [...wanted].every(([column, values]) => values.has(lower(row[column]))))
  const then = isNamed ? rows.filter((row) => names.has(lower(row[by]))) : rows
  return textsOf(now, plan.columns) === textsOf(then, plan.columns)
}

function textsOf(rows: readonly Row[], columns: readonly string[]): string {
  return JSON.stringify(
    rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? null))).toSorted(),
  )
}

/** Servers compare names without regard to case. */
function lower(value: unknown): string {
  return String(value).toLowerCase()
}
