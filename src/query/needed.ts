// Rows that belong to the rows of a page (their terms, authors, meta): one query each for the whole page, never one a row.
import { isFailure, type Failure } from '../core/failure.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Derived, Needed, Needs } from '../registry/define.ts'
import type { Site } from '../site/site.ts'
import type { Reading } from './execute.ts'
import { toIdValue } from '../database/filter.ts'
import type { ListPlan } from './plan.ts'

const termColumns = ['post_id', 'id', 'name', 'slug', 'taxonomy', 'description', 'parent_id', 'count']
const authorColumns = ['id', 'name', 'slug', 'url']

/** What all of these values need together. */
export function needsOf(values: readonly Derived[], site: Site): Needs {
  const needs = values.flatMap((value) => (value.needs ? [value.needs(site)] : []))
  return {
    terms: needs.some((need) => need.terms),
    authors: needs.some((need) => need.authors),
    paths: needs.some((need) => need.paths),
    meta: [...new Set(needs.flatMap((need) => need.meta ?? []))],
    userMeta: [...new Set(needs.flatMap((need) => need.userMeta ?? []))],
  }
}

/** The columns of the row itself that these values are made of; `id` and `author_id` find what belongs to it. */
export function columnsOf(values: readonly Derived[], needs: Needs): readonly string[] {
  return [
    ...new Set(['id', ...values.flatMap((value) => value.columns), ...(needs.authors ? ['author_id'] : [])]),
  ].toSorted()
}

/** Reads what the rows need, at once; only what lies above terms waits for the terms. */
export async function readNeeded(
  reading: Reading,
  rows: readonly Row[],
  needs: Needs,
): Promise<Needed | Failure> {
  const [terms, authors, meta, userMeta] = await Promise.all([
    needs.terms ? belonging(reading, rows, 'id', termsPlan) : [],
    needs.authors ? belonging(reading, rows, 'author_id', authorsPlan) : [],
    metaOf(reading, rows, 'postmeta', 'post_id', needs.meta ?? []),
    metaOf(reading, rows, 'usermeta', 'user_id', needs.userMeta ?? []),
  ])
  const above =
    needs.paths && !isFailure(terms)
      ? await readAbove(reading, needs.terms ? terms : rows)
      : new Map<string, Row>()
  if (isFailure(terms)) return terms
  if (isFailure(authors)) return authors
  if (isFailure(meta)) return meta
  if (isFailure(userMeta)) return userMeta
  if (isFailure(above)) return above
  const termsBy = Map.groupBy(terms, (row) => textOf(row, 'post_id'))
  const authorsBy = new Map(authors.map((row) => [textOf(row, 'id'), row]))
  return {
    termsOf: (postId) => termsBy.get(String(postId)) ?? [],
    authorOf: (userId) => authorsBy.get(String(userId)) ?? null,
    metaOf: (postId, key) => meta.get(`${postId} ${key}`) ?? null,
    userMetaOf: (userId, key) => userMeta.get(`${userId} ${key}`) ?? null,
    pathOf: (term) => pathOf(term, above).map((row) => textOf(row, 'slug')),
  }
}

const pathDepthMax = 10

/** The terms above these, a level at a time. */
async function readAbove(
  reading: Reading,
  terms: readonly Row[],
): Promise<ReadonlyMap<string, Row> | Failure> {
  const above = new Map<string, Row>()
  let level = terms
  for (let depth = 0; depth < pathDepthMax; depth += 1) {
    const orphans = level.filter(
      (term) => integerOf(term, 'parent_id') !== 0 && !above.has(textOf(term, 'parent_id')),
    )
    // A term of another taxonomy may have the id of a parent
    const taxonomies = [...new Set(orphans.map((term) => textOf(term, 'taxonomy')))]
    const parents = await belonging(reading, orphans, 'parent_id', (ids) => parentsPlan(ids, taxonomies))
    if (isFailure(parents)) return parents
    for (const parent of parents) above.set(textOf(parent, 'id'), parent)
    if (parents.length === 0) break
    level = parents
  }
  return above
}

function pathOf(term: Row, above: ReadonlyMap<string, Row>): readonly Row[] {
  const path = [term]
  for (let parent = above.get(textOf(term, 'parent_id')); parent && path.length < pathDepthMax;) {
    path.unshift(parent)
    parent = above.get(textOf(parent, 'parent_id'))
  }
  return path
}

/** Values by `<owner> <key>`: the first one stored under a key counts. */
async function metaOf(
  reading: Reading,
  rows: readonly Row[],
  source: 'postmeta' | 'usermeta',
  owner: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string> | Failure> {
  const values = new Map<string, string>()
  if (keys.length === 0) return values
  const found = await belonging(reading, rows, 'id', (ids) => {
    const plan = belongingPlan(source, ['id', owner, 'key', 'value'], owner, ids)
    const filters = [...plan.filters, { kind: 'in', column: 'key', values: keys } as const]
    return { ...plan, filters, order: [{ kind: 'column', column: 'id', descending: true }] }
  })
  if (isFailure(found)) return found
  for (const row of found) values.set(`${textOf(row, owner)} ${textOf(row, 'key')}`, textOf(row, 'value'))
  return values
}

type Ids = readonly ReturnType<typeof toIdValue>[]

async function belonging(
  reading: Reading,
  rows: readonly Row[],
  column: string,
  planOf: (ids: Ids) => ListPlan,
): Promise<readonly Row[] | Failure> {
  const ids = [...new Set(rows.map((row) => integerOf(row, column)))].map(toIdValue)
  if (ids.length === 0) return []
  const page = await reading.list(planOf(ids))
  return isFailure(page) ? page : page.rows
}

function termsPlan(ids: Ids): ListPlan {
  const order = ['name', 'id'].map((column) => ({ kind: 'column', column, descending: false }) as const)
  return { ...belongingPlan('post_terms', termColumns, 'post_id', ids), order }
}

function authorsPlan(ids: Ids): ListPlan {
  return belongingPlan('users', authorColumns, 'id', ids)
}

function parentsPlan(ids: Ids, taxonomies: readonly string[]): ListPlan {
  const plan = belongingPlan('terms', ['id', 'slug', 'parent_id', 'taxonomy'], 'id', ids)
  return { ...plan, filters: [...plan.filters, { kind: 'in', column: 'taxonomy', values: taxonomies }] }
}

function belongingPlan(
  source: ListPlan['source'],
  columns: readonly string[],
  column: string,
  values: Ids,
): ListPlan {
  const filters = [{ kind: 'in', column, values } as const]
  return { kind: 'list', source, columns, filters, visible: null, order: [], page: { kind: 'all' } }
}
