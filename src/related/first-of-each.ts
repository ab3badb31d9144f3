// The first rows that belong to each of several owners, none of which has fewer because another has many.
import { isFailure, type Failure } from '../core/failure.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'

interface Owners {
  readonly ids: readonly string[]
  /** The column that names a row's owner. */
  readonly match: string
  readonly ofEach: number
  readonly planFor: (ids: readonly string[], limit: number) => ListPlan
}

interface Reads {
  /** Reads one list; `found` counts the rows that were read, also those withheld from the viewer. */
  readonly list: (
    plan: ListPlan,
  ) => Promise<{ readonly rows: readonly Row[]; readonly found: number } | Failure>
  readonly each: (
    plans: readonly ListPlan[],
  ) => Promise<readonly { readonly rows: readonly Row[] }[] | Failure>
}

/** Reads the rows of all owners in one statement, and where that reaches its limit, those of each owner up to its own. */
export async function firstOfEach(
  { ids, match, ofEach, planFor }: Owners,
  { list, each }: Reads,
): Promise<ReadonlyMap<string, readonly Row[]> | Failure> {
  const limit = ids.length * ofEach
  const together = await list(planFor(ids, limit))
  if (isFailure(together)) return together
  if (together.found < limit)
    return new Map(
      [...Map.groupBy(together.rows, (row) => textOf(row, match))].map(([id, rows]) => [
        id,
        rows.slice(0, ofEach),
      ]),
    )
  const apart = await each(ids.map((id) => planFor([id], ofEach)))
  return isFailure(apart) ? apart : new Map(ids.map((id, at) => [id, apart[at]?.rows ?? []]))
}
