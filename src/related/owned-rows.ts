// Rows that belong to a page's rows and that texts show, such as the files or the comments of posts, with one limit for each
// owner and one for all.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { belonging, idsIn } from './belonging.ts'
import type { RelatedReads } from './reads.ts'

export interface OwnedRows {
  readonly rows: readonly Row[]
  /** Null for an owner whose rows were not all read: a text that shows them must not be cached. */
  readonly of: (ownerId: string) => readonly Row[] | null
}

export const noRows: OwnedRows = { rows: [], of: () => [] }

interface Limits {
  readonly ofEach: number
  readonly ofAll: number
}

/** Reads the rows of these owners; `planOf` orders rows by the column `owner`, which holds the owner's id. */
export async function readOwned(
  reading: RelatedReads,
  owners: readonly Row[],
  planOf: (ids: readonly Scalar[]) => ListPlan,
  owner: string,
  { ofEach, ofAll }: Limits,
): Promise<OwnedRows | Failure> {
  const upTo = (limit: number) => (ids: readonly Scalar[]) =>
    ({ ...planOf(ids), page: { kind: 'offset', offset: 0, limit } }) as const
  const all = await belonging(reading, owners, 'id', upTo(ofAll + 1))
  if (isFailure(all)) return all
  if (all.length <= ofAll) return shown(all, owner, ofEach, new Set())
  // One owner may have so many that rows of other owners lie beyond the limit: a few more statements give each owner a share
  const { source, filters } = planOf(idsIn(owners, 'id'))
  const counted = await reading.tally({ kind: 'tally', source, filters, by: owner, visible: null }, 'owned')
  if (isFailure(counted)) return counted
  const { few, many, left } = sharedOut(counted, { ofEach, ofAll })
  const found = await Promise.all([
    belonging(reading, few, 'key', upTo(ofAll)),
    readEach(
      reading,
      idsIn(many, 'key').map((id) => upTo(ofEach)([id])),
    ),
  ])
  return areWhole(found) ? shown(found.flat(), owner, ofEach, left) : failureIn(found)
}

async function readEach(
  reading: RelatedReads,
  plans: readonly ListPlan[],
): Promise<readonly Row[] | Failure> {
  const lists = plans.length === 0 ? [] : await reading.each(plans, 'owned')
  return isFailure(lists) ? lists : [...lists].flatMap(({ rows }) => rows)
}

/** Serves owners with the fewest rows first: `few` get all their rows, `many` get their first rows, `left` get none. */
function sharedOut(counted: readonly Row[], { ofEach, ofAll }: Limits) {
  let free = ofAll
  const byCount = counted
    .map((row) => ({ row, count: Number(integerOf(row, 'count')) }))
    .toSorted((one, other) => one.count - other.count)
  const fitting = byCount.filter(({ count }) => (free -= Math.min(count, ofEach)) >= 0)
  const rowsOf = (of: typeof byCount) => of.map(({ row }) => row)
  return {
    few: rowsOf(fitting.filter(({ count }) => count <= ofEach)),
    many: rowsOf(fitting.filter(({ count }) => count > ofEach)),
    left: new Set(rowsOf(byCount.slice(fitting.length)).map((row) => textOf(row, 'key'))),
  }
}

function shown(rows: readonly Row[], owner: string, ofEach: number, left: ReadonlySet<string>): OwnedRows {
  const byOwner = new Map(
    [...Map.groupBy(rows, (row) => textOf(row, owner))].map(([id, own]) => [id, own.slice(0, ofEach)]),
  )
  return { rows: [...byOwner.values()].flat(), of: (id) => byOwner.get(id) ?? (left.has(id) ? null : []) }
}
