// Keeps pages that anonymous viewers request repeatedly. A page of ids depends on what selects and orders its rows, not on
// the rows' other columns: an edit of a row's text leaves it valid. Whole rows, which GraphQL reads, depend on both.
import { createDoorkeeper } from '../cache/doorkeeper.ts'
import { isFailure } from '../core/failure.ts'
import { planKey } from '../plan/plan-key.ts'
import type { ListPlan } from '../plan/plan.ts'
import { apart, type Notes, type Rows } from './noted-rows.ts'
import type { KeptReads, KeptRows } from './row-cache.ts'
import type { WantedTotal } from './totals.ts'

/** Reads a list, notes the tags of its rows if `notesRows`, and may read `total` in the same statement. */
export type ReadList = (plan: ListPlan, notes: Notes, notesRows: boolean, total?: WantedTotal) => Rows

type ReadPage = (plan: ListPlan, notes: Notes, total?: WantedTotal) => Rows

/** Reads lists, whose pages are kept from their second request on. */
export function createKeptLists({ find, keep }: Pick<KeptReads, 'find' | 'keep'>, read: ReadList): ReadPage {
  const isAskedAgain = createDoorkeeper()
  return async (plan, notes, total) => {
    if (!isForAll(plan)) return read(plan, notes, true, total)
    const { source, columns, filters, visible, order, page, zone } = plan
    const key = planKey([source, columns, filters, visible, order, page, zone?.id])
    const known = find(key)
    if (known !== undefined) return noted(known, notes)
    if (!isAskedAgain(key)) return read(plan, notes, true, total)
    const found = await keep(key, async () => {
      const own = apart(notes)
      const rows = await read(plan, own, !isIdsAlone(plan), total)
      return isFailure(rows) ? rows : { rows, tags: own.tags }
    })
    return isFailure(found) ? found : noted(found, notes)
  }
}

function noted({ rows, tags }: KeptRows, notes: Notes): KeptRows['rows'] {
  for (const tag of tags) notes.tags.add(tag)
  return rows
}

/** True for a page of which every anonymous viewer sees the same rows. */
function isForAll(plan: ListPlan): boolean {
  return areIdsForAll(plan) || (plan.visible?.viewerId === 0 && plan.page.kind === 'keyset')
}

export function areIdsForAll(plan: ListPlan): boolean {
  return plan.visible?.viewerId === 0 && isIdsAlone(plan)
}

function isIdsAlone({ source, columns, page }: ListPlan): boolean {
  return source === 'posts' && page.kind === 'offset' && columns.length === 1 && columns[0] === 'id'
}
