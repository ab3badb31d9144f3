// The reads that find related rows; a request's Reading (read/execute.ts) implements them.
import type { Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { Row } from '../database/tables.ts'
import type { CountPlan, ListPlan, TallyPlan } from '../plan/plan.ts'

export interface RelatedReads {
  /** Reads rows on which all items of the page depend. */
  readonly list: ReadRows
  /** Reads rows that reach items only through `Needed`, which tracks the rows that each item uses. */
  readonly listOwned: ReadRows
  /** Reads lists of the same columns in one statement; `isOwned` is as in `listOwned`. */
  readonly each: (
    plans: readonly ListPlan[],
    isOwned?: 'owned',
  ) => Promise<readonly { readonly rows: readonly Row[] }[] | Failure>
  readonly count: (plan: CountPlan) => Promise<number | Failure>
  readonly countEach: (plans: readonly CountPlan[]) => Promise<readonly number[] | Failure>
  /** Rows of `key` and `count`, with `lastBy` also of `last`, an id; `isOwned` is as in `listOwned`. */
  readonly tally: (plan: TallyPlan, isOwned?: 'owned') => Promise<readonly Row[] | Failure>
  /** Reads rows of a plug-in's table that change feeds follow; all items of the page depend on them. */
  readonly plugInRows: (wanted: PlugInRows) => Promise<readonly Row[] | Failure>
  /** Begins reads for rows that only some items use. */
  readonly apart: () => RelatedReads
  /** Tracks tags on which all items of the page depend. */
  readonly track: (tags: Iterable<Tag>) => void
  /** Tags of what was read. */
  readonly tags: ReadonlySet<Tag>
}

type ReadRows = (plan: ListPlan) => Promise<{ readonly rows: readonly Row[] } | Failure>
