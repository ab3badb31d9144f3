// A resource, and what is asked of it → a plan. REST and GraphQL both plan here, so that the same viewer sees the same
// rows through either.
import type { Source } from '../database/source.ts'
import type { Integer } from '../database/tables.ts'
import type { Viewer } from '../core/viewer.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import {
  slugToStored,
  toIdValue,
  type Filter,
  type Scalar,
  type SearchWord,
  type Visibility,
} from '../database/filter.ts'
import type { TimeZone } from '../site/time-zone.ts'
import type { CountPlan, ItemPlan, ListPlan, Order, Page } from './plan.ts'

export interface ListRequest {
  readonly visible: Visibility
  /** The statuses asked for, where these are others than lists have by themselves. */
  readonly statuses?: readonly string[]
  readonly columns: readonly string[]
  /** Besides what the resource's lists always hold. */
  readonly filters: readonly Filter[]
  readonly order: readonly Order[]
  readonly page: Page
  readonly zone?: TimeZone
  readonly about?: number
}

export function planList(
  resource: ResourceDefinition,
  { visible, statuses, columns, filters, order, page, zone, about }: ListRequest,
): ListPlan {
  const listed: readonly Filter[] = statuses
    ? [{ kind: 'in', column: 'status', values: [...new Set(statuses)] }]
    : equal(resource.listed)
  return {
    kind: 'list',
    source: resource.source,
    columns,
    filters: [...equal(resource.where), ...listed, ...filters],
    visible,
    order,
    page,
    ...(zone ? { zone } : {}),
    ...(about === undefined ? {} : { about }),
  }
}

export function planCount({ source, filters, visible }: ListPlan): CountPlan {
  return { kind: 'count', source, filters, visible }
}

export interface LinkedRequest {
  /** Where its rows are read, joined with what they belong to. */
  readonly source: Source
  readonly columns: readonly string[]
  /** The column that holds one of `ids`. */
  readonly match: string
  readonly ids: readonly Scalar[]
  /** What they are besides. */
  readonly where: Readonly<Record<string, string>>
  readonly visible: Visibility | null
  readonly order: { readonly column: string; readonly descending: boolean }
  readonly limit: number
}

/** Rows of a resource that others lead to. */
export function planLinked(
  resource: ResourceDefinition,
  { source, columns, match, ids, where, visible, order, limit }: LinkedRequest,
): ListPlan {
  return {
    kind: 'list',
    source,
    columns,
    filters: [{ kind: 'in', column: match, values: ids }, ...equal({ ...resource.where, ...where })],
    visible,
    order: orderBy(order.column, order.descending),
    page: { kind: 'offset', offset: 0, limit },
  }
}

/** One row by its id: as a viewer may see it, or, to say why it is not shown, as it is there. */
export function planItem(
  resource: Pick<ResourceDefinition, 'source' | 'where'>,
  id: Integer,
  columns: readonly string[],
  visible: Visibility | null,
): ItemPlan {
  return {
    kind: 'item',
    source: resource.source,
    columns,
    filters: [...equal(resource.where), { kind: 'in', column: 'id', values: [toIdValue(id)] }],
    visible,
  }
}

/** The newest row of a slug. */
export function planBySlug(resource: ResourceDefinition, slug: string, visible: Visibility): ListPlan {
  return {
    kind: 'list',
    source: resource.source,
    columns: ['id'],
    filters: [...equal(resource.where), { kind: 'in', column: 'slug', values: [slugToStored(slug)] }],
    visible,
    order: orderBy('id', true),
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}

/** Equal rows are told apart by their ids, in the direction of the order unless another is given. */
export function orderBy(column: string, descending: boolean, idsDescending = descending): readonly Order[] {
  const by = (name: string, down: boolean): Order => ({ kind: 'column', column: name, descending: down })
  return column === 'id' ? [by('id', descending)] : [by(column, descending), by('id', idsDescending)]
}

export function equal(where: Readonly<Record<string, string>>): readonly Filter[] {
  return Object.entries(where).map(([column, value]) => ({ kind: 'in', column, values: [value] }))
}

const wordsMax = 9

export interface Search {
  readonly text: string
  /** Who searches: some rows only those who are logged in find. */
  readonly viewer: Viewer
  /** Where to look; without a word in all of the resource's. */
  readonly columns?: readonly string[]
  /** Whether a column has to be a word and nothing else. */
  readonly isExact?: boolean
}

/** Every word has to be there; "quoted words" stand together; one with a minus before it must not be there. */
export function searchFilters(
  { search }: ResourceDefinition,
  { text, viewer, columns = search.columns, isExact = false }: Search,
): readonly Filter[] {
  const clean = text.replaceAll('\0', '')
  // What is searched word by word has its backslashes taken away (stripslashes in parse_search)
  const words = wordsIn(
    search.splits ? clean.replace(/\\(.?)/gs, '$1') : clean,
    search.splits,
    isExact ? 'whole' : 'part',
  )
  if (words.every((each) => each.text === '')) return []
  const { metaKey } = search
  return [
    ...(viewer.kind === 'anonymous' ? equal(search.where) : []),
    { kind: 'search', columns, ...(metaKey === undefined ? {} : { metaKey }), words },
  ]
}

function wordsIn(text: string, splits: boolean, match: SearchWord['match']): readonly SearchWord[] {
  const whole = { text: text.trim(), excluded: false, match }
  if (!splits) return [whole]
  const parts = [...text.matchAll(/-?"[^"]*"|[^\s,"]+/g)].map(([part]) => searchWord(part, match))
  const words = parts.filter((word) => word.text !== '')
  return words.length > wordsMax ? [whole] : words
}

function searchWord(part: string, match: SearchWord['match']): SearchWord {
  const excluded = part.startsWith('-') && part.length > 1
  return { text: part.slice(excluded ? 1 : 0).replaceAll('"', ''), excluded, match }
}
