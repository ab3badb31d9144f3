// Keeps pages that anonymous viewers request repeatedly. A page of ids depends on what selects and orders its rows, not on
// the rows' other columns: an edit of a row's text leaves it valid. Whole rows, which GraphQL reads, depend on both.
import { createDoorkeeper } from '../cache/doorkeeper.ts'
import { isFailure } from '../core/failure.ts'
import { planKey } from '../plan/plan-key.ts'
import type { ListPlan } from '../plan/plan.ts'
import { apart, type Tracking, type Rows } from './tracked-rows.ts'
import type { KeptReads, KeptRows } from './row-cache.ts'
import type { WantedTotal } from './totals.ts'

/** Reads a list, tracks the tags of its rows if `tracksRows`, and may read `total` in the same statement. */
export type ReadList = (plan: ListPlan, tracking: Tracking, tracksRows: boolean, total?: WantedTotal) => Rows

type ReadPage = (plan: ListPlan, tracking: Tracking, total?: WantedTotal) => Rows

/** Reads lists, whose pages are kept from their second request on. */
export function createKeptLists({ find, keep }: Pick<KeptReads, 'find' | 'keep'>, read: ReadList): ReadPage {
  const isAskedAgain = createDoorkeeper()
  return async (plan, tracking, total) => {
    if (!isForAll(plan)) return read(plan, tracking, true, total)
    const { source, columns, filters, visible, order, page, zone } = plan
    const key = planKey([source, columns, filters, visible, order, page, zone?.id])
    const known = find(key)
    if (known !== undefined) return tracked(known, tracking)
    if (!isAskedAgain(key)) return read(plan, tracking, true, total)
    const found = await keep(key, async () => {
      const own = apart(tracking)
      const rows = await read(plan, own, !isIdsAlone(plan), total)
      return isFailure(rows) ? rows : { rows, tags: own.tags }
    })
    return isFailure(found) ? found : tracked(found, tracking)
  }
}

function tracked({ rows, tags }: KeptRows, tracking: Tracking): KeptRows['rows'] {
  for (const tag of tags) tracking.tags.add(tag)
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
