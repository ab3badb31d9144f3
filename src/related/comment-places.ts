// Finds the comment page of each comment from the number of top-level comments before its thread (get_page_of_comment).
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { integerOf, rowsById, textOf, type Integer, type Row } from '../database/tables.ts'
import { belonging, belongingPlan, sharedBy } from './belonging.ts'
import type { PostsPart } from './posts.ts'
import type { RelatedReads } from './reads.ts'
import { firstOf, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'
import type { CountPlan } from '../plan/plan.ts'

const columns = ['id', 'post_id', 'parent_id', 'created_at_utc']
/** Limits the levels of parents from a reply up to the first comment of its thread. */
const repliesMax = 20

export interface CommentPlacesPart {
  /** For comments: the number of threads that began before theirs. With `isThreaded` a reply belongs to its parent's thread. */
  readonly needs: { readonly commentPlaces?: { readonly isThreaded: boolean } | undefined }
  readonly found: object
  /** The number of a post's threads that began before the comment's. All items of a page depend on all of these numbers. */
  readonly needed: { readonly placeOf: (commentId: Integer) => number }
}

type Before = TextsPart & PostsPart

export const commentPlaces: Relation<Before, CommentPlacesPart> = {
  unite: (needs) => ({ commentPlaces: firstOf(needs.map((need) => need.commentPlaces)) }),
  columns: () => [],
  read: (page, needs, before) => ({
    found: {},
    reach: reached(readPlaces(page, needs, before), (places) => ({
      placeOf: (commentId) => places.get(String(commentId)) ?? 0,
    })),
  }),
}

async function readPlaces(
  page: Page,
  { posts, commentPlaces: asked }: Before['needs'] & CommentPlacesPart['needs'],
  before: Before['found'],
): Promise<ReadonlyMap<string, number> | Failure> {
  if (asked === undefined) return new Map()
  const texts = await before.texts
  if (isFailure(texts)) return texts
  const { isThreaded } = asked
  const comments = [...(posts === 'post_id' ? page.rows : []), ...texts.listedComments]
  const reading = sharedBy(page.reading)
  const own = await belonging(reading, comments, 'id', byId)
  if (isFailure(own)) return own
  const found = rowsById(own)
  const failure = isThreaded ? await readAbove(reading, own, found) : null
  if (failure !== null) return failure
  const began = own.map((row) => (isThreaded ? beginningOf(row, found) : row))
  const counts = await reading.countEach(began.map(beforePlan))
  if (isFailure(counts)) return counts
  return new Map(own.map((row, at) => [textOf(row, 'id'), counts[at] ?? 0]))
}

/** Adds the parents of replies, one level at a time. */
async function readAbove(
  reading: RelatedReads,
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

function beginningOf(comment: Row, found: ReadonlyMap<string, Row>): Row {
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

/** Counts top-level comments alone, whether comments are threaded or not. */
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
