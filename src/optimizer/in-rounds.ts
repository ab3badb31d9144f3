// Reads many lists: short lists that differ in their owner as one, and each further list by its own steps: the first
// steps of all lists run in one statement, then the next steps of the lists whose page is not full.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Row } from '../database/tables.ts'
import { stepsOf } from './access-paths.ts'
import type { QueryClass } from './cost-model.ts'
import { gathered, type Gathered } from './gathered.ts'
import type { Access, ListPlan } from '../plan/plan.ts'
import type { Estimated } from './statistics.ts'

type Rows = readonly Row[]

export interface ReadsOfLists {
  /** Reads several lists in one statement. */
  readonly each: (plans: readonly ListPlan[], queryClass: QueryClass) => Promise<readonly Rows[] | Failure>
  /** Reads several lists as one; null where they hold too many rows for that. */
  readonly asOne: (lists: Gathered) => Promise<readonly Rows[] | Failure | null>
}

export async function inRounds(
  estimated: readonly Estimated<ListPlan>[],
  { each, asOne }: ReadsOfLists,
): Promise<readonly Rows[] | Failure> {
  const ways = estimated.map(({ plan, facts }) => ({ plan, facts, steps: stepsOf(plan, facts) }))
  const lists: Rows[] = ways.map(() => [])
  const short = gathered(ways)
  const together = short && (await asOne(short))
  if (isFailure(together)) return together
  const read = new Set<number>()
  for (const [nth, rows] of together?.entries() ?? []) {
    const place = short?.places[nth]
    if (place === undefined) continue
    lists[place] = rows
    read.add(place)
  }
  let open = [...ways.keys()].filter((place) => !read.has(place))
  for (let round = 0; open.length > 0; round += 1) {
    const tried = open.flatMap((place) => {
      const way = ways[place]
      const step = way?.steps[round]
      return way && step ? [{ place, plan: way.plan, step }] : []
    })
    const queryClass = tried.some(({ step }) => step.class === 'scan') ? 'scan' : 'indexed'
    const found = await each(
      tried.map(({ plan, step: { access } }) => (access ? { ...plan, access } : plan)),
      queryClass,
    )
    if (isFailure(found)) return found
    open = tried.flatMap(({ place, plan, step }, nth) => {
      const rows = found[nth] ?? []
      lists[place] = rows
      return fallsShort(plan, step.access, rows) ? [place] : []
    })
  }
  return lists
}

/** True where a window was too small to fill the page, so that more rows may match. */
export function fallsShort({ page }: ListPlan, access: Access | null, rows: Rows): boolean {
  return access?.kind === 'window' && page.kind !== 'all' && rows.length < page.limit
}
