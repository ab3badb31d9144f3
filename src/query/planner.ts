// A resource, and what is asked of it → a plan. REST and GraphQL both plan here, so that the same viewer sees the same
// rows through either.
import type { Integer } from '../database/tables.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import {
  toIdValue,
  type CountPlan,
  type Filter,
  type ItemPlan,
  type ListPlan,
  type Order,
  type Page,
  type SearchWord,
  type Visibility,
} from './plan.ts'

export interface ListRequest {
  readonly visible: Visibility
  /** The statuses asked for, where these are others than lists have by themselves. */
  readonly statuses?: readonly string[]
  readonly columns: readonly string[]
  /** Besides what the resource's lists always hold. */
  readonly filters: readonly Filter[]
  readonly order: readonly Order[]
  readonly page: Page
}

export function planList(
  resource: ResourceDefinition,
  { visible, statuses, columns, filters, order, page }: ListRequest,
): ListPlan {
  const listed: readonly Filter[] = statuses
    ? [{ kind: 'in', column: 'status', values: statuses }]
    : equal(resource.listed)
  return {
    kind: 'list',
    source: resource.source,
    columns,
    filters: [...equal(resource.where), ...listed, ...filters],
    visible,
    order,
    page,
  }
}

export function planCount({ source, filters, visible }: ListPlan): CountPlan {
  return { kind: 'count', source, filters, visible }
}

/** One row by its id: as a viewer may see it, or, to say why it is not shown, as it is there. */
export function planItem(
  resource: ResourceDefinition,
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

/** Equal rows are told apart by their ids, in the direction of the order. */
export function orderBy(column: string, descending: boolean): readonly Order[] {
  const by = (name: string): Order => ({ kind: 'column', column: name, descending })
  return column === 'id' ? [by('id')] : [by(column), by('id')]
}

export function equal(where: Readonly<Record<string, string>>): readonly Filter[] {
  return Object.entries(where).map(([column, value]) => ({ kind: 'in', column, values: [value] }))
}

const wordsMax = 9

/** Every word has to be there; "quoted words" stand together; one with a minus before it must not be there. */
export function searchFilters({ search }: ResourceDefinition, text: string): readonly Filter[] {
  const parts = [...text.replaceAll('\0', '').matchAll(/-?"[^"]*"|[^\s,"]+/g)].map(([part]) => part)
  const words = parts.map(searchWord).filter((word) => word.text !== '')
  if (words.length === 0) return []
  const kept = words.length > wordsMax ? [{ text: text.trim(), excluded: false }] : words
  return [...equal(search.where), { kind: 'search', columns: search.columns, words: kept }]
}

function searchWord(part: string): SearchWord {
  const excluded = part.startsWith('-') && part.length > 1
  return { text: part.slice(excluded ? 1 : 0).replaceAll('"', ''), excluded }
}
