// Estimates the rows that a list of comments or users reads, which decide whether it is a scan: those of its page, where an index
// leads to these, or all of a table.
import { isFailure, type Failure } from '../core/failure.ts'
import { isUsualContent, type Filter } from '../database/filter.ts'
import type { ListPlan } from '../plan/plan.ts'
import { isSearch, namedContent, ownersOf } from './access-paths.ts'
import type { Indexes } from './indexes.ts'
import { wholeIndex } from './plan-index.ts'

/** Sources whose rows a single list may read completely. */
export type RowsCounted = 'posts' | 'comments' | 'users'

/** Estimates the rows that a list reads, 0 for no more than its page's. `rowsOf` estimates the rows of a source. */
export async function rowsRead(
  plan: ListPlan,
  indexes: Indexes,
  rowsOf: (source: RowsCounted) => Promise<number | Failure>,
): Promise<number | Failure> {
  // A search is a scan in any case
  if (plan.page.kind === 'all' || isSearch(plan) || plan.filters.some(isNamed)) return 0
  if (plan.source === 'comments') {
    if (ownersOf(plan) ?? namedContent(plan)) return plan.about ?? 0
    return leads(plan, indexes) ? 0 : rowsOf('comments')
  }
  if (plan.source !== 'users') return 0
  // A database server may begin with the posts, to find all users who have published any
  const seesAll = plan.visible === null || plan.visible.capabilities.includes('list_users')
  const isOfAll = seesAll && plan.filters.every(({ kind }) => kind !== 'published')
  const posts = isOfAll ? 0 : await rowsOf('posts')
  if (isFailure(posts)) return posts
  const users = leads(plan, indexes) ? 0 : await rowsOf('users')
  return isFailure(users) ? users : Math.max(posts, users)
}

/** True where an index in the list's order has a page's rows among its first entries. */
function leads(plan: ListPlan, indexes: Indexes): boolean {
  const [first] = plan.order
  const narrowing = plan.filters.filter((filter) => !isOfNearlyAll(filter))
  if (first?.kind === 'column' && first.column === 'id') return narrowing.length === 0
  // No index holds the type, and few comments have another type than the usual one
  if (narrowing.some((filter) => filter.kind === 'in' && filter.column === 'type')) return false
  return wholeIndex(plan, indexes) !== null || wholeIndex({ ...plan, filters: narrowing }, indexes) !== null
}

/** Columns of comments, with the value that nearly all comments of a site have. */
const usual: ReadonlyMap<string, string> = new Map([
  ['status', '1'],
  ['type', 'comment'],
])

/** True where nearly all rows of a site match the filter. */
function isOfNearlyAll(filter: Filter): boolean {
  if (filter.kind === 'on-content') return isUsualContent(filter)
  if (filter.kind !== 'in') return filter.kind === 'published'
  const value = usual.get(filter.column)
  return value !== undefined && filter.values.includes(value)
}

function isNamed(filter: Filter): boolean {
  return filter.kind === 'in' && ['id', 'slug', 'login'].includes(filter.column)
}
