// The featured image of content, whose id is stored in meta.
import { idToJson } from '../../core/json.ts'
import { storedInteger } from '../../database/php-value.ts'
import { integerOf, type Integer } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'

/** The id of the featured image, or 0; a text where posts have textual ids. */
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

/** The id as JSON serves it. */
export const featuredMedia: Derived = {
  ...featuredImage,
  value: (input) => idToJson(featuredImageOf(input)),
}
