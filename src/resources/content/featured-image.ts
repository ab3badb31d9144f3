// The featured image of content, which meta names by its id.
import { idToJson } from '../../core/json.ts'
import { storedInteger } from '../../database/php-value.ts'
import { integerOf, type Integer } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'

/** The id of the featured image, 0 where there is none: a text where the ids of posts are. */
export function featuredImageOf({ row, needed }: Pick<FieldInput, 'row' | 'needed'>): Integer {
  const id = integerOf(row, 'id')
  const stored = needed.metaOf(id, '_thumbnail_id') ?? ''
  if (typeof id === 'string' && stored !== '') return stored
  const named = storedInteger(stored)
  return Number.isSafeInteger(Number(named)) ? Number(named) : named
}

export const featuredImage: Derived = {
  columns: ['id'],
  needs: () => ({ meta: ['_thumbnail_id'] }),
  value: featuredImageOf,
}

/** The same as JSON has it. */
export const featuredMedia: Derived = {
  ...featuredImage,
  value: (input) => idToJson(featuredImageOf(input)),
}
