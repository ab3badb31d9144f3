// Finds rows that are visible here but hidden at their own address, because of the request's password or because this list
// alone shows them: links to actions are omitted for them.
import { isFailure, type Failure } from '../../core/failure.ts'
import { can } from '../../core/viewer.ts'
import { toIdValue, type Visibility } from '../../database/filter.ts'
import { integerOf, rowIds, type Row } from '../../database/tables.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Representing } from './representation.ts'

type Shown = Pick<Representing, 'resource' | 'viewer'>

/** True where a list by this rule may have such rows. Moderators see comments on any content. */
export function mayBeHidden({ resource, viewer }: Shown, rule: Visibility['rule'] | undefined): boolean {
  if (viewer.kind !== 'user' || rule === undefined || rule.endsWith('Alone')) return false
  return rule === 'there' || (resource.below !== undefined && !can(viewer, resource.editing.capability))
}

/** The ids of the rows that are hidden at their own address. */
export async function openedRows(
  rows: readonly Row[],
  { resource, viewer }: Shown,
  reading: Reading,
): Promise<ReadonlySet<string> | Failure> {
  if (rows.length === 0) return new Set()
  const read = await reading.list(
    planLinked(resource, {
      source: resource.source,
      columns: ['id'],
      match: 'id',
      ids: rows.map((row) => toIdValue(integerOf(row, 'id'))),
      where: {},
      visible: visibilityOf(resource, viewer, 'visibleAlone'),
      order: { column: 'id', descending: false },
      limit: rows.length,
    }),
  )
  if (isFailure(read)) return read
  return rowIds(rows).difference(rowIds(read.rows))
}
