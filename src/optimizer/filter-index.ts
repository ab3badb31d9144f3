// Tells whether an index serves a declared filter: without one, only small tables and what the owner allows are read.
import type { Compared } from '../database/declared-filter.ts'
import type { Indexes } from './indexes.ts'

/** True where an index leads to the rows under the key, or to those with a value of the column. */
export function hasIndex({ on }: Compared, indexes: Indexes): boolean {
  if ('meta' in on) return indexes.on('postmeta', ['key']) !== null
  const { column } = on
  return (indexes.on('posts', ['type', 'status', column]) ?? indexes.on('posts', [column])) !== null
}
