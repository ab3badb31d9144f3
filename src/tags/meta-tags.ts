// Tags of lists whose rows or order depend on meta values.
import type { KeyedTable, Tag } from '../core/tag.ts'
import { flatten, type Filter } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { spelled } from './changed-row.ts'
import { metaTableOf, ownersOf } from './keyed-tables.ts'
import { isComputed } from './read-columns.ts'
import type { PlanRead } from './tags.ts'

/** Adds tags in all spellings that changes may use, since the server's collation compares keys. */
export function metaTags(source: Source, key: string, tags: Set<Tag>): void {
  const table = metaTableOf(source)
  for (const each of spelled([key]))
    tags.add(`key:${table}:${each}`).add(`list:${ownersOf[table][0]}/meta:${each}`)
}

/** Adds tags of meta that no filter by owner bounds: new rows under these keys, or under any, join the result. */
export function keyedListTags(table: KeyedTable, filters: readonly Filter[], tags: Set<Tag>): void {
  const keys = filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === 'key' ? filter.values.map(String) : [],
  )
  for (const key of spelled(keys)) tags.add(`list:${ownersOf[table][0]}/meta:${key}`)
  if (keys.length === 0) tags.add(`key:${table}:*`).add(`list:${table}`)
}

/** True where only filters, orders and membership read meta, under keys that the plan names; computed columns may read any key. */
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
