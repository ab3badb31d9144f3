// The columns of a row that decide whether a list contains it, and at which position.
import type { Compared } from '../database/declared-filter.ts'
import type { Filter } from '../database/filter.ts'
import { instants, isInstant, sources, type Source } from '../database/source.ts'

export type OrderRead =
  | { readonly kind: 'meta'; readonly by: Compared }
  | { readonly kind: 'column' | 'as-given'; readonly column: string }
  | { readonly kind: 'relevance'; readonly columns: readonly string[] }

/** Columns of the row itself that decide whether the filter matches. */
export function filteredBy(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'in':
    case 'after':
    case 'before':
    case 'unset':
    case 'time-part':
      return [filter.column]
    case 'compared':
      return 'column' in filter.by.on ? [filter.by.on.column] : []
    case 'search':
      return filter.columns
    case 'term':
    case 'meta':
    case 'plug-in':
    case 'of-post':
    case 'on-content':
    case 'published':
    case 'any':
    case 'none':
      return []
  }
}

export function orderedBy(order: OrderRead): readonly string[] {
  if (order.kind === 'relevance') return order.columns
  if (order.kind === 'meta') return []
  return isInstant(order.column) ? Object.values(instants[order.column]) : [order.column]
}

/** True for a column that the database computes from other columns, which only its definition names. */
export function isComputed(source: Source, column: string): boolean {
  return !isInstant(column) && !Object.hasOwn(sources[source].columns, column)
}
