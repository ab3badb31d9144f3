// Keeps the ids of pages that are asked for again, for anonymous viewers. They depend on what decides which rows a page has, and
// not on the rows themselves: an edit of a row's text leaves them, so that the page is made again without reading.
import { createDoorkeeper } from '../cache/doorkeeper.ts'
import { isFailure } from '../core/failure.ts'
import type { ListPlan } from '../plan/plan.ts'
import { keyOf } from './kept-rows.ts'
import type { Notes, Rows } from './noted-rows.ts'
import type { Keep } from './row-cache.ts'

/** Reads a list; the tags of the rows that it finds are noted where `notesRows`. */
export type ReadList = (plan: ListPlan, notes: Notes, notesRows: boolean) => Rows

/** Reads lists, of which those of ids alone are kept from their second request on. */
export function createKeptLists(keep: Keep, read: ReadList): (plan: ListPlan, notes: Notes) => Rows {
  const isAskedAgain = createDoorkeeper()
  return async (plan, notes) => {
    if (!isIdsAlone(plan)) return read(plan, notes, true)
    const key = keyOf([plan.source, plan.filters, plan.visible, plan.order, plan.page, plan.zone?.id])
    if (!isAskedAgain(key)) return read(plan, notes, true)
    const found = await keep(key, async () => {
      const own: Notes = { tags: new Set(), ran: notes.ran }
      const rows = await read(plan, own, false)
      return isFailure(rows) ? rows : { rows, tags: own.tags }
    })
    if (isFailure(found)) return found
    for (const tag of found.tags) notes.tags.add(tag)
    return found.rows
  }
}

function isIdsAlone({ source, columns, visible, page }: ListPlan): boolean {
  return (
    source === 'posts' &&
    page.kind === 'offset' &&
    visible?.viewerId === 0 &&
    columns.length === 1 &&
    columns[0] === 'id'
  )
}
