// Tags of lists of posts whose rows, or whose order, follow from values under keys of their meta.
import type { Tag } from '../core/tag.ts'
import { flatten, type Filter } from '../database/filter.ts'
import { isInstant, sources } from '../database/source.ts'
import type { PlanRead } from './tags.ts'

export function metaTags(key: string, tags: Set<Tag>): void {
  tags.add(`key:postmeta:${key}`).add(`list:posts/meta:${key}`)
}

/** True where filters and orders alone read meta, whose keys they name; computed columns may read any. */
export function isOfKnownKeys({ source, columns = [], filters, order = [] }: PlanRead): boolean {
  const isNamed = (filter: Filter) =>
    filter.kind === 'meta' ||
    filter.kind === 'compared' ||
    (filter.kind === 'search' && filter.metaKey !== undefined)
  return (
    (flatten(filters).some(isNamed) || order.some(({ kind }) => kind === 'meta')) &&
    columns.every((column) => isInstant(column) || Object.hasOwn(sources[source].columns, column))
  )
}
