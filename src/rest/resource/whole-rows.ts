// Reads the rows of items that have to be made; a list may have read only their ids.
import { isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue, type Visibility } from '../../database/filter.ts'
import { integerOf, rowsById, textOf, type Row } from '../../database/tables.ts'
import { planItem, planLinked } from '../../planner/planner.ts'
import type { Reading } from '../../read/execute.ts'
import type { Representing } from '../representation/representation.ts'
import { columnsFor } from '../representation/wanted.ts'

/**
 * Reads rows with all columns, as `visible` shows them; notes only the dependency where a list has read all columns already.
 * A single row has only the id that the client sent.
 */
export async function wholeRows(
  rows: readonly Row[],
  representing: Representing,
  visible: Visibility | null,
  reading: Reading,
  isAlone: boolean,
): Promise<readonly Row[] | Failure> {
  const { resource } = representing
  const columns = columnsFor(representing)
  const plan = planLinked(resource, {
    source: resource.source,
    columns,
    match: 'id',
    ids: rows.map((row) => toIdValue(integerOf(row, 'id'))),
    where: {},
    visible: visible && { ...visible, unseen: 'exclude' },
    order: { column: 'id', descending: false },
    limit: rows.length,
  })
  if (!isAlone && rows.every((row) => columns.every((column) => column in row))) {
    reading.trackOwned(plan)
    return rows
  }
  const [first, ...others] = rows
  if (first && others.length === 0) {
    const row = await reading.item(planItem(resource, integerOf(first, 'id'), columns, plan.visible), 'owned')
    return row === null ? [] : isFailure(row) ? row : [row]
  }
  const read = await reading.listOwned(plan)
  if (isFailure(read)) return read
  const byId = rowsById(read.rows)
  return rows.map((row) => byId.get(textOf(row, 'id'))).filter((row) => row !== undefined)
}
