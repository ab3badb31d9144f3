// Makes read plans from a resource and a parsed request. REST and GraphQL both plan here, so that a viewer sees the same
// rows through either.
import type { Source } from '../database/source.ts'
import type { Integer } from '../database/tables.ts'
import type { ResourceDefinition, ResourceLists, ResourceRows } from '../registry/resource.ts'
import {
  equal,
  storedSlugs,
  toIdValue,
  type Filter,
  type Scalar,
  type Visibility,
} from '../database/filter.ts'
import type { TimeZone } from '../site/time-zone.ts'
import type { CountPlan, ItemPlan, ListPlan, Order, Page } from '../plan/plan.ts'

export interface ListRequest {
  readonly visible: Visibility
  /** The requested statuses, where they differ from those that lists show by default. */
  readonly statuses?: readonly string[]
  readonly columns: readonly string[]
  /** Filters in addition to those of all the resource's lists. */
  readonly filters: readonly Filter[]
  readonly order: readonly Order[]
  readonly page: Page
  readonly zone?: TimeZone
  readonly about?: number
}

export function planList(
  resource: ResourceLists & ResourceRows,
  { visible, statuses, columns, filters, order, page, zone, about }: ListRequest,
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
    ...(zone ? { zone } : {}),
    ...(about === undefined ? {} : { about }),
  }
}

export function planCount({ source, filters, visible }: ListPlan): CountPlan {
  return { kind: 'count', source, filters, visible }
}

export interface LinkedRequest {
  /** The source that joins the rows with their owners. */
  readonly source: Source
  readonly columns: readonly string[]
  /** The column that must hold one of `ids`. */
  readonly match: string
  readonly ids: readonly Scalar[]
  /** Further conditions of equality. */
  readonly where: Readonly<Record<string, string | readonly string[]>>
  readonly visible: Visibility | null
  readonly order: { readonly column: string; readonly descending: boolean }
  readonly limit: number
}

/** Plans the rows of a resource that belong to other rows. */
export function planLinked(
  resource: ResourceRows,
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

/** Plans one row by its id. Null for `visible` admits hidden rows, so that a caller learns why a row is not shown. */
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

/** Plans the newest row with a slug. */
export function planBySlug(resource: ResourceRows, slug: string, visible: Visibility | null): ListPlan {
  return {
    kind: 'list',
    source: resource.source,
    columns: ['id'],
    filters: [...equal(resource.where), { kind: 'in', column: 'slug', values: storedSlugs(slug) }],
    visible,
    order: orderBy('id', true),
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}

/** Ids break ties, in the direction of the order unless another one is given. */
export function orderBy(column: string, descending: boolean, idsDescending = descending): readonly Order[] {
  const by = (name: string, down: boolean): Order => ({ kind: 'column', column: name, descending: down })
  return column === 'id' ? [by('id', descending)] : [by(column, descending), by('id', idsDescending)]
}
