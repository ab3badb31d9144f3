// Implements `search`: content, terms or post formats of the whole site that match words, each with few fields and its
// address.
import { isEmpty } from '../../core/php-empty.ts'
import { searchArg } from '../resource/search-arg.ts'
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { boundedTotal, pagesBeside, totals } from '../../core/pages.ts'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import { toIdValues, type Filter } from '../../database/filter.ts'
import { textOf } from '../../database/tables.ts'
import { Ids } from '../../registry/args.ts'
import type { Projection } from '../../registry/projection.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { Total } from '../../read/totals.ts'
import { orderBy, planCount, planList } from '../../planner/planner.ts'
import { byRelevance, searchFilters } from '../../planner/search.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Site } from '../../site/site.ts'
import { schemaOf } from '../representation/item-schema.ts'
import { represent } from '../representation/representation.ts'
import { columnsFor } from '../representation/wanted.ts'
import { select } from '../request/selection.ts'
import { formatTitle, formatUrl, formats } from './post-formats.ts'
import { ofNoType, parseKinds } from './search-kinds.ts'
import { bodyOf, representingOf, type ResourceRouteOptions } from '../resource/resource-route.ts'

export interface SearchOptions extends ResourceRouteOptions {
  readonly content: Searched | null
  readonly terms: Searched | null
  /** True where the search finds post formats. */
  readonly formats: boolean
}

/** A resource of results, and the names of the content types or taxonomies that it covers. */
interface Searched {
  readonly shown: ResourceDefinition
  readonly kinds: readonly string[]
}

export function registerSearch(registry: Registry, options: SearchOptions): void {
  const { content, terms, formats: hasFormats } = options
  const kinds = [...(content?.kinds ?? []), ...(terms?.kinds ?? [])]
  const types = [
    ...(content ? ['post'] : []),
    ...(terms ? ['term'] : []),
    ...(hasFormats ? ['post-format'] : []),
  ]
  const [first] = types
  if (first === undefined) return
  registry.route({
    namespace: ':v2',
    path: '/search',
    methods: ['GET'],
    args: searchArgs([...kinds, 'any'], types, first),
    forbids: ofNoType(kinds, types),
    permission: 'public',
    schema: resultSchema(kinds, types),
    lists: 'page',
    repeated: (args) => ({ ...args, subtype: fitting(args, options) }),
    handle: async ({ args, projection, viewer }) => {
      const reading = options.newReading()
      const site = await options.readSite(reading)
      if (isFailure(site)) return site
      const wanted: SearchRequest = { args, projection, viewer, reading, site }
      const found = await find(wanted, options)
      if (isFailure(found)) return found
      return answer(found, wanted)
    },
  })
}

function searchArgs(kinds: readonly string[], types: readonly string[], first: string) {
  const early = true
  return {
    context: Type.Enum(['view', 'embed'], {
      type: 'string',
      default: 'view',
      description: 'Which fields an item has.',
      early,
    }),
    page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1, early }),
    per_page: Type.Integer({
      description: 'How many items a page has.',
      default: 10,
      minimum: 1,
      maximum: 100,
      early,
    }),
    search: searchArg,
    type: Type.Enum([...types], {
      type: 'string',
      default: first,
      description: 'What is looked for.',
    }),
    subtype: Type.Array(Type.Enum([...kinds], { type: 'string' }), {
      default: 'any',
      description: 'Which kinds of it.',
      parse: parseKinds(kinds),
    }),
    exclude: Ids('No items with these ids.', 'posts'),
    include: Ids('Only items with these ids.', 'posts'),
  }
}

function resultSchema(kinds: readonly string[], types: readonly string[]): TSchema {
  const word = (name: string, schema: TSchema) =>
    ({ name, schema, contexts: ['view', 'embed'], isReadOnly: true }) as const
  return schemaOf(
    'search-result',
    [
      word('id', Type.Unsafe<unknown>({ type: ['integer', 'string'] })),
      word('title', Type.String()),
      word('url', Type.String({ format: 'uri' })),
      word('type', Type.Enum([...types], { type: 'string' })),
      word('subtype', Type.Enum([...kinds], { type: 'string' })),
    ],
    ['view', 'embed', 'edit'],
  )
}

type SearchArgs = Static<TObject<ReturnType<typeof searchArgs>>>

interface SearchRequest {
  readonly args: SearchArgs
  readonly projection: Projection
  readonly viewer: Viewer
  readonly reading: Reading
  readonly site: Site
}

interface Found {
  readonly items: readonly unknown[]
  readonly total: Total
  /** True where the page has as many rows as it may have. */
  readonly isFull: boolean
}

function find(wanted: SearchRequest, options: SearchOptions): Promise<Found | Failure> {
  const { content, terms } = options
  const { type } = wanted.args
  if (type === 'post' && content) return findRows(wanted, options, { ...content, column: 'type' })
  if (type === 'term' && terms) return findRows(wanted, options, { ...terms, column: 'taxonomy' })
  return findFormats(wanted)
}

/** The search text; one that PHP treats as empty is none. */
function searched({ search = '' }: SearchArgs): string {
  return isEmpty(search) ? '' : search
}

interface Wanted extends Searched {
  /** The column that names a row's kind. */
  readonly column: string
}

async function findRows(
  { args, projection, viewer, reading, site }: SearchRequest,
  options: SearchOptions,
  { shown, kinds, column }: Wanted,
): Promise<Found | Failure> {
  const { page, per_page: limit } = args
  const representing = representingOf(shown, options, site, { context: args.context, projection, viewer })
  const text = searched(args)
  const isRelevance = text.trim() !== '' && column === 'type'
  const order = orderBy(shown.orders[shown.order.by]?.column ?? 'id', shown.order.descending)
  const plan = planList(shown, {
    visible: visibilityOf(shown, viewer),
    columns: columnsFor(representing),
    filters: [
      { kind: 'in', column, values: wantedKinds(args.subtype, kinds) },
      ...searchFilters(shown, { text, viewer }),
      ...chosen(args),
    ],
    order: isRelevance ? [byRelevance(text, shown.search.columns), ...order] : order,
    page: { kind: 'offset', offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit },
  })
  const read = await reading.list(plan)
  if (isFailure(read)) return read
  const hasNone = read.found === 0
  // A page of content without rows has a total of 0, as in WordPress
  const total = hasNone && (page === 1 || column === 'type') ? nothing : await reading.total(planCount(plan))
  if (isFailure(total)) return total
  if (hasNone && total.count > 0) return fail('rest_search_invalid_page_number')
  const represented = await represent(read.rows, representing, reading)
  if (isFailure(represented)) return represented
  const items = await bodyOf(represented, representing, projection, reading)
  return isFailure(items) ? items : { items, total, isFull: read.found === limit }
}

/** The subtypes of the requested type, by their indexes in the request. */
function fitting(
  { type, subtype }: Readonly<Record<string, unknown>>,
  { content, terms }: SearchOptions,
): unknown {
  if (!Array.isArray(subtype) || subtype.includes('any')) return subtype
  const kinds: readonly unknown[] = (type === 'post' ? content : type === 'term' ? terms : null)?.kinds ?? []
  return new Map([...subtype.entries()].filter(([, kind]) => kinds.includes(kind)))
}

/** The kinds to search: without a subtype of its own type a search for content is limited to posts, and one for terms covers all, as in WordPress. */
function wantedKinds(subtypes: readonly string[], kinds: readonly string[]): readonly string[] {
  if (subtypes.includes('any')) return kinds
  const wanted = subtypes.filter((subtype) => kinds.includes(subtype))
  if (wanted.length > 0) return wanted
  return kinds.includes('post') ? ['post'] : kinds
}

/** Filters by the requested ids; `include` overrides `exclude`. */
function chosen({ include, exclude }: SearchArgs): readonly Filter[] {
  const ids = (values: SearchArgs['include']): Filter => ({
    kind: 'in',
    column: 'id',
    values: toIdValues(values),
  })
  if (include.length > 0) return [ids(include)]
  return exclude.length > 0 ? [{ kind: 'none', filters: [ids(exclude)] }] : []
}

/** The post formats that have a term on the site, by name. */
async function findFormats({ args, projection, reading, site }: SearchRequest): Promise<Found | Failure> {
  const read = await reading.list({
    kind: 'list',
    source: 'terms',
    columns: ['slug'],
    filters: [{ kind: 'in', column: 'taxonomy', values: ['post_format'] }],
    visible: null,
    order: [],
    page: { kind: 'all' },
  })
  if (isFailure(read)) return read
  const used = new Set(read.rows.map((row) => textOf(row, 'slug').replace('post-format-', '')))
  const text = searched(args).trim().toLowerCase()
  const found = formats
    .filter((id) => used.has(id))
    .map((id) => ({ id, title: formatTitle(id, site) }))
    .filter(({ id, title }) => id.includes(text) || title.toLowerCase().includes(text))
  const from = (args.page - 1) * args.per_page
  if (found.length > 0 && from >= found.length) return fail('rest_search_invalid_page_number')
  const collection = [{ href: `${site.restBase}/${site.brand}/v2/search` }]
  const items = found.slice(from, from + args.per_page).map(({ id, title }) => ({
    id,
    title,
    url: formatUrl(id, site),
    type: 'post-format',
    _links: { collection },
  }))
  return {
    items: items.map((item) => select(item, projection.fields)),
    total: items.length === 0 ? nothing : { count: found.length, isBounded: false },
    isFull: false,
  }
}

const nothing: Total = { count: 0, isBounded: false }

function answer({ items, total, isFull }: Found, { args, reading, site }: SearchRequest): Answer {
  const { count, isBounded } = total
  const pages = Math.ceil(count / args.per_page)
  const reached = isBounded ? Math.max(pages, args.page + (isFull ? 1 : 0)) : pages
  return {
    body: items,
    isSelected: true,
    headers: [...totals(site.brand, count, pages), ...(isBounded ? boundedTotal(site.brand) : [])],
    paging: {
      address: `${site.restBase}/${site.brand}/v2/search`,
      index: site.restBase,
      name: 'page',
      pages: count > 0 || args.page === 1 ? pagesBeside(args.page, reached) : [['prev', args.page - 1]],
    },
    tags: reading.tags,
    ran: reading.ran,
    store: 'shared',
  }
}
