// A total that is kept follows the rows that come, go and change, instead of being counted again.
import { isBehind, type LogPoint, type RowChange } from '../core/change.ts'
import { integerOf } from '../database/tables.ts'
import type { KeptRows } from './row-cache.ts'
import type { RowTest } from './row-test.ts'

/** What it takes for a total to follow changes. */
export interface Adjustable {
  readonly isCounted: RowTest
  /** All that the count saw stands before it in the log. */
  readonly seenTo: LogPoint
  /** Beyond this it is no whole count. */
  readonly max: number
}

/**
 * As it is after the change; null where only counting tells.
 *
 * A count sees what was committed before some moment in it. A change that was published before the count began
 * it has seen: what is published can be read. One that is published while it runs may be in it or not: then the count is
 * not kept (cache/tagged-cache.ts). One that is published later may still be in it: readers see a commit before a feed
 * tells of it. But a server writes a commit to its log before it lets anybody read it. So the log's end is asked for once
 * the count has ended: what stands behind that end was not yet committed, is not in the count, and adjusts it; what stands
 * before it, or who knows where, drops it. Each transaction is published once with its place, whole, in the order of the
 * log; what may not be readable yet is published without a place.
 */
export function adjusted(kept: KeptRows, { table, before, after, at }: RowChange): KeptRows | null {
  const { adjustable } = kept
  if (!adjustable || table !== 'posts' || !at || !isBehind(at, adjustable.seenTo)) return null
  const [was, is] = [before, after].map((row) => (row === null ? false : adjustable.isCounted(row)))
  if (typeof was !== 'boolean' || typeof is !== 'boolean') return null
  if (was === is) return kept
  const count = Number(integerOf(kept.rows[0] ?? {}, 'count')) + (is ? 1 : -1)
  if (count < 0 || count > adjustable.max) return null
  return { ...kept, rows: [{ count, isBounded: false }] }
}
