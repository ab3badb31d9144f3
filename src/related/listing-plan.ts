// Plans of the lists that texts contain: posts, pages, comments and terms that anonymous viewers may see.
import type { Listing, ListingOf, QueryListing } from '../core/text-needs.ts'
import { equal, toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import { addressColumns } from '../site/surroundings.ts'
import type { ListPlan, Order, Page, TallyPlan } from '../plan/plan.ts'
import { belongingPlan } from './belonging.ts'
import { areBlank, searchWords } from '../plan/search-words.ts'
import { ofFormats } from './post-formats.ts'

/** The limit of a list whose block states none. */
const rowsMax = 1000

const shownColumns = [...addressColumns, 'title', 'password', 'content', 'excerpt', 'modified_at']
const queriedColumns = [...shownColumns, 'comment_count', 'comment_status', 'created_at_utc']

export function planOf(listing: Exclude<Listing, { readonly kind: 'now' | 'periods' }>): ListPlan {
  switch (listing.kind) {
    case 'posts': {
      const { by, descending, limit, categories, author, contents } = listing
      const order: readonly Order[] = [by, ...(by === 'id' ? [] : ['id'])].map((column) => ({
        kind: 'column',
        column,
        descending,
      }))
      const filters: readonly Filter[] = [
        ...published('post'),
        ...(author === '' ? [] : equalId('author_id', author)),
        ...(categories.length === 0
          ? []
          : [{ kind: 'term', taxonomy: 'category', by: 'id', values: categories.map(toIdValue) } as const]),
      ]
      return listPlan('posts', contents ? queriedColumns : shownColumns, filters, order, limit)
    }
    case 'query': {
      const { by, descending, offset } = listing
      const limit = listing.limit + (listing.excludesCurrent ? 1 : 0)
      const order: readonly Order[] = [by, ...(by === 'id' ? [] : ['id'])].map((column) => ({
        kind: 'column',
        column,
        descending,
      }))
      const plan = listPlan('posts', queriedColumns, queryFilters(listing), order, limit)
      return { ...plan, page: { kind: 'offset', offset, limit } }
    }
    case 'menu':
      return listPlan(
        'posts',
        ['id', 'title', 'content'],
        [...published('wp_navigation'), ...equal({ password: '' })],
        [{ kind: 'column', column: 'created_at', descending: true }],
        1,
      )
    case 'pages':
      return listPlan(
        'posts',
        [...addressColumns, 'title', 'password'],
        published('page'),
        ascending('menu_order', 'title'),
        rowsMax,
      )
    case 'comments':
      return {
        ...listPlan('comments', commentColumns, [...equal({ status: '1' }), notNotes], newest, listing.limit),
        visible: onPublished,
      }
    case 'terms': {
      const { taxonomy, by, filled, limit } = listing
      const filters: readonly Filter[] = [
        ...equal({ taxonomy }),
        ...(filled ? [{ kind: 'after', column: 'count', values: [0] } as const] : []),
      ]
      return by === 'name' || by === 'id'
        ? listPlan('terms', termColumns, filters, ascending(...new Set([by, 'id'])), limit ?? rowsMax)
        : listPlan('terms', ['id'], filters, byUse(by === 'count'), limit ?? rowsMax)
    }
  }
}

export function queryFilters(listing: QueryListing): readonly Filter[] {
  const { terms, otherTerms, formats, authors, search, exclude, parents, only } = listing
  const ids = (column: string, values: readonly string[]): Filter => ({
    kind: 'in',
    column,
    values: values.map(toIdValue),
  })
  return [
    ...shownBy(listing),
    ...(only === null ? [] : [ids('id', only)]),
    ...(authors.length === 0 ? [] : [ids('author_id', authors)]),
    ...(parents.length === 0 ? [] : [ids('parent_id', parents)]),
    ...terms.map(having),
    ...(otherTerms.length === 0 ? [] : [{ kind: 'none', filters: otherTerms.map(having) } as const]),
    ...ofFormats(formats),
    ...searched(search),
    ...(exclude.length === 0 ? [] : [{ kind: 'none', filters: [ids('id', exclude)] } as const]),
  ]
}

function having({ taxonomy, ids }: QueryListing['terms'][number]): Filter {
  return { kind: 'term', taxonomy, by: 'id', values: ids.map(toIdValue) }
}

/** Finds no posts with a password: a search would reveal their texts. */
function searched(text: string): readonly Filter[] {
  const words = searchWords(text)
  if (text === '' || areBlank(words)) return []
  return [...equal({ password: '' }), { kind: 'search', columns: ['title', 'excerpt', 'content'], words }]
}

/**
 * The plan of the posts that a query puts first, newest before older. WordPress defines no order among posts of equal age:
 * the plan reads ids alone, as WordPress does, to get the server's order for that.
 */
export function firstPlan({ type, first }: QueryListing): ListPlan {
  const filters: readonly Filter[] = [
    ...published(type),
    { kind: 'in', column: 'id', values: first.map(toIdValue) },
  ]
  const order: Order = { kind: 'column', column: 'created_at', descending: true }
  return listPlan('posts', ['id'], filters, [order], first.length)
}

/** The plan that finds which of these posts a listing contains, on any of its pages. */
export function amongPlan(listing: QueryListing, ids: readonly Scalar[]): ListPlan {
  const among: Filter = { kind: 'in', column: 'id', values: ids }
  return listPlan('posts', ['id'], [...queryFilters(listing), among], [], ids.length)
}

/** The plan of the rows for a listing whose own plan reads ids alone. */
export function rowsPlan(listing: ListingOf<'query' | 'terms'>, ids: readonly Scalar[]): ListPlan {
  return listing.kind === 'query'
    ? belongingPlan('posts', queriedColumns, 'id', ids, { filters: shownBy(listing) })
    : belongingPlan('terms', termColumns, 'id', ids, { filters: equal({ taxonomy: listing.taxonomy }) })
}

/** Counts the posts of each year, month or day. */
export function periodsPlan({ unit }: ListingOf<'periods'>): TallyPlan {
  return {
    kind: 'tally',
    source: 'posts',
    by: 'created_at',
    length: periodLengths[unit],
    filters: published('post'),
    visible: null,
  }
}

const periodLengths = { year: 4, month: 7, day: 10 } as const

/** Excludes notes, which are comments among editors and appear on no page. */
export const notNotes: Filter = { kind: 'none', filters: equal({ type: 'note' }) }

export const commentColumns = [
  'id',
  'post_id',
  'author_id',
  'author_name',
  'author_email',
  'author_url',
  'created_at',
  'content',
  'type',
]
const termColumns = ['id', 'name', 'slug', 'taxonomy', 'description', 'parent_id', 'count']
const newest: readonly Order[] = ['created_at_utc', 'id'].map((column) => ({
  kind: 'column',
  column,
  descending: true,
}))
/**
 * WordPress defines no order among terms with equal counts, and cuts off long lists in the order in which the server sorts
 * ids alone; with other columns the server's order differs.
 */
function byUse(descending: boolean): readonly Order[] {
  return [{ kind: 'column', column: 'count', descending }]
}
/** Includes comments on posts with a password, whose contents are withheld. */
const onPublished = {
  resource: 'comment',
  rule: 'published',
  capabilities: [],
  viewerId: 0,
  unseen: 'exclude',
} as const

/** A query without a status shows the statuses that are public (WP_Query). */
function shownBy({ type, statuses }: QueryListing): readonly Filter[] {
  return equal({ type, status: statuses })
}

function published(type: string): readonly Filter[] {
  return equal({ type, status: 'publish' })
}

function equalId(column: string, id: string): readonly Filter[] {
  return [{ kind: 'in', column, values: [toIdValue(id)] }]
}

export function ascending(...columns: readonly string[]): readonly Order[] {
  return columns.map((column) => ({ kind: 'column', column, descending: false }))
}

function listPlan(
  source: ListPlan['source'],
  columns: readonly string[],
  filters: readonly Filter[],
  order: readonly Order[],
  limit: number,
): ListPlan {
  const page: Page = { kind: 'offset', offset: 0, limit }
  return { kind: 'list', source, columns, filters, visible: null, order, page }
}
