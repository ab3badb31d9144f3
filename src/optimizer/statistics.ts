// Reads the statistics that decide how a list of posts is read: the number of posts, and how many each filter
// matches. The queries are small, and run only where a table is large enough to need them.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { singleFlight } from '../cache/single-flight.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, valuesOf, type Filter } from '../database/filter.ts'
import { integerOf, type Row } from '../database/tables.ts'
import { namedContent, ownersOf, type Facts } from './access-paths.ts'
import type { TermFilter } from '../sql/condition.ts'
import { isFew, isLarge, smallRows } from './cost-model.ts'
import { rowsRead, type RowsCounted } from './rows-read.ts'
import { withIndexedWords } from './indexed-words.ts'
import type { Indexes } from './indexes.ts'
import { allowedFor } from './declared-steps.ts'
import { canDrive } from './driving-filter.ts'
import type { CountPlan, ListPlan } from '../plan/plan.ts'

export interface Probes {
  /** Reads rows on which the response depends. */
  readonly read: (plan: ListPlan) => Promise<readonly Row[] | Failure>
  /** Reads rows on which only the access path depends. */
  readonly peek: (plan: ListPlan | CountPlan) => Promise<readonly Row[] | Failure>
}

export interface Estimated<P> {
  /** The plan, with its terms resolved to term taxonomy ids. */
  readonly plan: P
  readonly facts: Facts
}

export type Estimate = <P extends ListPlan | CountPlan>(
  plan: P,
  probes: Probes,
) => Promise<Estimated<P> | Failure>

/** The search for words: by `like` anywhere in the texts, or by a full-text index where there is one. */
export type Searching = 'like' | 'fulltext'

/** Matches of a filter are counted up to this number. */
const countedMax = 20_000
const rowsKeptMs = 600_000

/** Estimates the number of rows of a source. */
export type EstimateRows = (probes: Probes) => Promise<number | Failure>

/** Estimates the number of a source's rows that match the filters, which must exclude few rows of the table. */
export function createEstimateRows(source: RowsCounted, filters: readonly Filter[] = []): EstimateRows {
  const join = singleFlight<number | Failure>()
  let kept: { readonly rows: number; readonly until: number } | null = null
  return async ({ peek }) => {
    if (kept && performance.now() < kept.until) return kept.rows
    return join(source, async () => {
      const last = await peek({ ...lastRow, source, filters })
      if (isFailure(last)) return last
      const id = String(integerOf(last[0] ?? {}, 'id'))
      const isText = !/^\d+$/.test(id)
      const about = isText ? 0 : Number(id)
      // After deletions or imports few rows have high ids, and ids that are texts say nothing about their number
      const upTo = (isText ? countedMax : smallRows) + 1
      const some = isText || isLarge(about) ? await peek({ ...someRows, source, filters, upTo }) : []
      if (isFailure(some)) return some
      const counted = some.map((row) => Number(integerOf(row, 'count')))
      const rows = counted.find((count) => isText || !isLarge(count)) ?? about
      kept = { rows, until: performance.now() + rowsKeptMs }
      return rows
    })
  }
}

export interface EstimateOptions {
  readonly indexes: Indexes
  /** Cached sizes of filters: they decide the access path, and no response depends on them. */
  readonly sizes: BoundedMap<string, number>
  readonly search: Searching
}

export function createEstimate(
  { indexes, sizes, search }: EstimateOptions,
  rowsOf: Readonly<Record<RowsCounted, EstimateRows>>,
): Estimate {
  const withSearch = <P extends ListPlan | CountPlan>(plan: P): P =>
    search === 'fulltext' && plan.filters.some(({ kind }) => kind === 'search')
      ? { ...plan, filters: plan.filters.map((filter) => withIndexedWords(filter, plan.source, indexes)) }
      : plan
  return async (asked, probes) => {
    const plan = await withAbout(withSearch(asked), probes, sizes)
    if (isFailure(plan)) return plan
    if (plan.source !== 'posts' || (plan.kind === 'list' && plan.page.kind === 'all')) {
      const read =
        plan.kind === 'list' ? await rowsRead(plan, indexes, (source) => rowsOf[source](probes)) : 0
      if (isFailure(read)) return read
      return { plan, facts: { posts: 0, ofKind: 0, rowsRead: read, indexes, sizes: new Map() } }
    }
    const posts = await rowsOf.posts(probes)
    if (isFailure(posts)) return posts
    const matches = new Map<number, number | null>()
    if (!isLarge(posts)) return { plan, facts: { posts, ofKind: posts, indexes, sizes: matches } }
    const filters: Filter[] = []
    for (const [place, filter] of plan.filters.entries()) {
      const resolved = await resolve(filter, probes)
      if (isFailure(resolved)) return resolved
      filters.push(resolved.filter)
      if (!canDrive(filter, plan, indexes)) continue
      const size = resolved.size ?? (await sizeOf(filter, plan, probes, sizes))
      if (isFailure(size)) return size
      matches.set(place, size)
    }
    // A filter with few matches drives the query, whatever share of the posts that is
    const isShareAsked =
      matches.size > 0 && [...matches.values()].every((size) => size === null || !isFew(size))
    const ofKind = isShareAsked ? await sizeOf(null, plan, probes, sizes) : null
    if (isFailure(ofKind)) return ofKind
    const isCounted = ofKind !== null && ofKind <= countedMax
    return {
      plan: { ...plan, filters },
      facts: { posts, ofKind: isCounted ? ofKind : posts, indexes, sizes: matches },
    }
  }
}

/** Adds the number of comments to the plan of a page of comments of posts, which are named by ids or a slug. */
async function withAbout<P extends ListPlan | CountPlan>(
  plan: P,
  probes: Probes,
  sizes: BoundedMap<string, number>,
): Promise<P | Failure> {
  const isAsked = plan.kind === 'list' && plan.page.kind !== 'all' && plan.about === undefined
  const owners = isAsked ? (ownersOf(plan) ?? namedContent(plan)) : null
  if (owners === null || owners.column === 'parent_id') return plan
  const about = await countFor('comments', [owners], probes, sizes)
  return isFailure(about) ? about : { ...plan, about }
}

/** Ids are ascending, so the last id is about the number of rows, unless many were deleted. */
const lastRow: Omit<ListPlan, 'source'> = {
  kind: 'list',
  columns: ['id'],
  filters: [],
  visible: null,
  order: [{ kind: 'column', column: 'id', descending: true }],
  page: { kind: 'offset', offset: 0, limit: 1 },
}

const someRows: Omit<CountPlan, 'source'> = { kind: 'count', filters: [], visible: null }

interface Resolved {
  readonly filter: Filter
  /** The number of posts by the counts that WordPress stores with terms; null for other filters. */
  readonly size: number | null
}

async function resolve(filter: Filter, probes: Probes): Promise<Resolved | Failure> {
  switch (filter.kind) {
    case 'term':
      return resolveTerm(filter, probes)
    case 'any':
    case 'none': {
      const inner: Filter[] = []
      for (const each of filter.filters) {
        const resolved = await resolve(each, probes)
        if (isFailure(resolved)) return resolved
        inner.push(resolved.filter)
      }
      return { filter: { ...filter, filters: inner }, size: null }
    }
    case 'in':
      // A status that is named twice must not give two branches with the same rows
      return { filter: { ...filter, values: [...new Set(filter.values)] }, size: null }
    case 'after':
    case 'before':
    case 'unset':
    case 'search':
    case 'meta':
    case 'compared':
    case 'plug-in':
    case 'of-post':
    case 'on-content':
    case 'time-part':
    case 'published':
      return { filter, size: null }
  }
}

async function resolveTerm(filter: TermFilter, { read }: Probes): Promise<Resolved | Failure> {
  if (filter.by === 'taxonomy_id') return { filter, size: null }
  const terms = await read({
    kind: 'list',
    source: 'terms',
    columns: ['taxonomy_id', 'id', 'count'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [filter.taxonomy] },
      { kind: 'in', column: filter.by, values: filter.values },
    ],
    visible: null,
    order: [],
    page: { kind: 'all' },
  })
  if (isFailure(terms)) return terms
  return {
    filter: {
      ...filter,
      by: 'taxonomy_id',
      values: terms.map((term) => toIdValue(integerOf(term, 'taxonomy_id'))),
    },
    size: terms.reduce((sum, term) => sum + Number(integerOf(term, 'count')), 0),
  }
}

/** The number of posts of the plan's kind that match the filter; null where it cannot be counted cheaply. */
async function sizeOf(
  filter: Filter | null,
  { filters }: Pick<ListPlan, 'filters'>,
  { peek }: Probes,
  kept: BoundedMap<string, number>,
): Promise<number | null | Failure> {
  if (filter?.kind === 'compared' && 'meta' in filter.by.on) {
    // Meta values have no index, so that all rows under the key are read
    const ofKey: Filter = { kind: 'in', column: 'key', values: [filter.by.on.meta] }
    return countFor('postmeta', [ofKey], { peek }, kept, allowedFor(filter.by))
  }
  if (filter !== null && filter.kind !== 'in' && filter.kind !== 'compared') return null
  const kind = filters.flatMap((each) =>
    each.kind === 'in' && ['type', 'status'].includes(each.column) && each.values.length === 1 ? [each] : [],
  )
  const wanted = filter === null ? kind : [...kind, filter]
  const upTo = filter?.kind === 'compared' ? allowedFor(filter.by) : countedMax
  return countFor('posts', wanted, { peek }, kept, upTo)
}

/** Counts rows up to a limit; results are cached for at most `rowsKeptMs`. */
async function countFor(
  source: 'posts' | 'comments' | 'postmeta',
  filters: readonly Filter[],
  { peek }: Pick<Probes, 'peek'>,
  kept: BoundedMap<string, number>,
  upTo = countedMax,
): Promise<number | Failure> {
  const asOf = Math.floor(performance.now() / rowsKeptMs)
  const wanted = filters.map((filter) => [
    filter.kind,
    'column' in filter && filter.column,
    filter.kind === 'compared' && [filter.by.on, filter.by.type, filter.tests],
    valuesOf(filter).map(String),
  ])
  const key = JSON.stringify([asOf, source, wanted, upTo])
  const known = kept.get(key)
  if (known !== undefined) return known
  const rows = await peek({ kind: 'count', source, filters, visible: null, upTo: upTo + 1 })
  if (isFailure(rows)) return rows
  const size = Number(integerOf(rows[0] ?? {}, 'count'))
  kept.set(key, size)
  return size
}
