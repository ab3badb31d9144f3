// The files that the texts of a page's rows show: those that they name, and those that belong to them.
import { areWhole, failureIn, type Failure } from '../core/failure.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { FileNeeds } from '../registry/define.ts'
import { addressColumns } from '../site/permalink.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { Reading } from './execute.ts'
import { equal } from './planner.ts'

export interface Files {
  readonly byId: ReadonlyMap<string, Row>
  /** In the order of the menu, by the id of what they belong to. */
  readonly below: ReadonlyMap<string, readonly Row[]>
}

const fileColumns = [...addressColumns, 'title', 'excerpt', 'guid', 'mime_type', 'menu_order']
const attachments = equal({ type: 'attachment' })

export const noFiles: Files = { byId: new Map(), below: new Map() }

export async function readFiles(
  reading: Reading,
  rows: readonly Row[],
  { of }: FileNeeds,
): Promise<Files | Failure> {
  const asked = rows.map((row) => ({ row, ...of(row) }))
  const named = asked.flatMap(({ files }) => files.map((id) => ({ id })))
  const owners = asked.filter(({ ownFiles }) => ownFiles).map(({ row }) => row)
  const both = await Promise.all([
    belonging(reading, named, 'id', (ids) =>
      belongingPlan('posts', fileColumns, 'id', ids, { filters: attachments }),
    ),
    belonging(reading, owners, 'id', (ids) =>
      belongingPlan('posts', fileColumns, 'parent_id', ids, {
        filters: [...attachments, ...equal({ status: 'inherit' })],
        order: ['menu_order', 'id'].map((column) => ({ kind: 'column', column, descending: false })),
      }),
    ),
  ])
  if (!areWhole(both)) return failureIn(both)
  const [files, own] = both
  return {
    byId: new Map([...own, ...files].map((row) => [textOf(row, 'id'), row])),
    below: Map.groupBy(own, (row) => textOf(row, 'parent_id')),
  }
}
