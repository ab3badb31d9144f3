// Finds the comment page of each comment: the number of top-level comments before its thread, on a site that shows so
// many a page (get_page_of_comment).
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Needs } from '../registry/field.ts'
import { belonging, belongingPlan, sharedBy } from './belonging.ts'
import type { Reading } from '../read/execute.ts'
import type { CountPlan } from '../plan/plan.ts'

const columns = ['id', 'post_id', 'parent_id', 'created_at_utc']
/** Replies are followed up to so many levels to the comment that began the thread. */
const repliesMax = 20

export type Places = ReadonlyMap<string, number>
export const noPlaces: Places = new Map()

export async function readPlaces(
  request: Reading,
  comments: readonly Row[],
  { isThreaded }: NonNullable<Needs['commentPlaces']>,
): Promise<Places | Failure> {
  const reading = sharedBy(request)
  const own = await belonging(reading, comments, 'id', byId)
  if (isFailure(own)) return own
  const found = new Map(own.map((row) => [textOf(row, 'id'), row]))
  const failure = isThreaded ? await readAbove(reading, own, found) : null
  if (failure !== null) return failure
  const began = own.map((row) => (isThreaded ? firstOf(row, found) : row))
  const counts = await reading.countEach(began.map(beforePlan))
  if (isFailure(counts)) return counts
  return new Map(own.map((row, at) => [textOf(row, 'id'), counts[at] ?? 0]))
}

/** Adds the parents of replies, a level at a time. */
async function readAbove(
  reading: Reading,
  rows: readonly Row[],
  found: Map<string, Row>,
): Promise<Failure | null> {
  let level = rows
  for (let depth = 0; depth < repliesMax && level.length > 0; depth += 1) {
    const replies = level.filter(
      (row) => integerOf(row, 'parent_id') !== 0 && !found.has(textOf(row, 'parent_id')),
    )
    const above = await belonging(reading, replies, 'parent_id', byId)
    if (isFailure(above)) return above
    for (const row of above) found.set(textOf(row, 'id'), row)
    level = above
  }
  return null
}

function firstOf(comment: Row, found: ReadonlyMap<string, Row>): Row {
  let first = comment
  for (let depth = 0; depth < repliesMax; depth += 1) {
    const above = found.get(textOf(first, 'parent_id'))
    if (above === undefined) break
    first = above
  }
  return first
}

function byId(ids: Parameters<typeof belongingPlan>[3]) {
  return belongingPlan('comments', columns, 'id', ids)
}

/** Only top-level comments count, threaded or not. */
function beforePlan(comment: Row): CountPlan {
  return {
    kind: 'count',
    source: 'comments',
    filters: [
      { kind: 'in', column: 'post_id', values: [toIdValue(integerOf(comment, 'post_id'))] },
      { kind: 'in', column: 'parent_id', values: [0] },
      { kind: 'in', column: 'status', values: ['1'] },
      { kind: 'before', column: 'created_at_utc', values: [textOf(comment, 'created_at_utc')] },
    ],
    visible: null,
  }
}
