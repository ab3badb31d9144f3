// The number of children of a page's rows: revisions of posts, replies to comments.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Filter } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { versionsBy } from '../plan/newest-version.ts'
import { integerOf, textOf, type Integer, type Row } from '../database/tables.ts'
import { idsIn } from './belonging.ts'
import type { RelatedReads } from './reads.ts'
import { isAny, reached, type Part, type Relation } from './relation.ts'

export interface RevisionsPart {
  /** Requests the number of versions of the posts, and the id of the newest one. */
  readonly needs: { readonly revisions?: boolean }
  readonly found: object
  readonly needed: { readonly revisionsOf: (postId: Integer) => Children }
}

export interface RepliesPart {
  /** Requests whether the rows, which are comments, have replies. */
  readonly needs: { readonly replies?: boolean }
  readonly found: object
  readonly needed: { readonly hasReplies: (commentId: Integer) => boolean }
}

export const revisions: Relation<Part, RevisionsPart> = {
  unite: (needs) => ({ revisions: isAny(needs.map((need) => need.revisions)) }),
  columns: () => [],
  read: ({ reading, rows }, needs) => ({
    found: {},
    reach: reached(
      childrenOf(reading, needs.revisions ? rows : [], 'posts', { type: ['revision'] }, versionsBy),
      (found, use) => ({
        revisionsOf: (postId) => {
          use.tags([`row:posts:${postId}/children`])
          return found.get(String(postId)) ?? { count: 0, last: null }
        },
      }),
    ),
  }),
}

export const replies: Relation<Part, RepliesPart> = {
  unite: (needs) => ({ replies: isAny(needs.map((need) => need.replies)) }),
  columns: () => [],
  read: ({ reading, rows }, needs) => ({
    found: {},
    reach: reached(
      childrenOf(reading, needs.replies ? rows : [], 'comments', { status: ['0', '1'] }),
      (found, use) => ({
        hasReplies: (commentId) => {
          use.tags([`row:comments:${commentId}/children`])
          return found.has(String(commentId))
        },
      }),
    ),
  }),
}

interface Children {
  readonly count: number
  readonly last: Integer | null
}

/** Counts the children of each row, and finds the id of the last one in the order of a column, if there is one. */
async function childrenOf(
  reading: RelatedReads,
  rows: readonly Row[],
  source: Source,
  where: Readonly<Record<string, readonly string[]>>,
  lastBy?: string,
): Promise<ReadonlyMap<string, Children> | Failure> {
  const ids = idsIn(rows, 'id')
  if (ids.length === 0) return new Map()
  const above: Filter = { kind: 'in', column: 'parent_id', values: ids }
  const others = Object.entries(where).map(([column, values]): Filter => ({ kind: 'in', column, values }))
  const filters = [above, ...others]
  const found = await reading.tally(
    { kind: 'tally', source, by: 'parent_id', filters, visible: null, ...(lastBy && { lastBy }) },
    'owned',
  )
  if (isFailure(found)) return found
  return new Map(
    found.map((row) => [
      textOf(row, 'key'),
      { count: Number(row['count']), last: lastBy ? integerOf(row, 'last') : null },
    ]),
  )
}
