// Tags of lists whose rows, or whose order, follow from values under keys of their meta.
import type { KeyedTable, Tag } from '../core/tag.ts'
import { flatten, type Filter } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { spelled } from './changed-row.ts'
import { metaTableOf, ownersOf } from './keyed-tables.ts'
import { isComputed } from './read-columns.ts'
import type { PlanRead } from './tags.ts'

/** Servers compare keys as changes spell them. */
export function metaTags(source: Source, key: string, tags: Set<Tag>): void {
  const table = metaTableOf(source)
  for (const each of spelled([key]))
    tags.add(`key:${table}:${each}`).add(`list:${ownersOf[table][0]}/meta:${each}`)
}

/** Tags of meta that no filter by its owners bounds: new rows under these keys, or any, belong to it. */
export function keyedListTags(table: KeyedTable, filters: readonly Filter[], tags: Set<Tag>): void {
  const keys = filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === 'key' ? filter.values.map(String) : [],
  )
  for (const key of spelled(keys)) tags.add(`list:${ownersOf[table][0]}/meta:${key}`)
  if (keys.length === 0) tags.add(`key:${table}:*`).add(`list:${table}`)
}

/** True where filters, orders and membership alone read meta, whose keys they name; computed columns may read any. */
export function isOfKnownKeys({ source, columns = [], filters, order = [], visible }: PlanRead): boolean {
  const isNamed = (filter: Filter) =>
    filter.kind === 'meta' ||
    filter.kind === 'compared' ||
    (filter.kind === 'search' && filter.metaKey !== undefined)
  return (
    (visible?.members !== undefined ||
      flatten(filters).some(isNamed) ||
      order.some(({ kind }) => kind === 'meta')) &&
    !columns.some((column) => isComputed(source, column))
  )
}
