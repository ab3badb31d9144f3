// A cached total is adjusted by the changes of rows, instead of being counted again.
import { isAfter, type LogPoint, type RowChange } from '../core/change.ts'
import { integerOf } from '../database/tables.ts'
import type { CountPlan } from '../plan/plan.ts'
import type { KeptRows } from './row-cache.ts'
import type { RowTest } from './row-test.ts'

/** The facts by which changes adjust a total. */
export interface Adjustable {
  readonly plan: CountPlan
  readonly isCounted: RowTest
  /** Every commit that the count saw stands before this point of the log. */
  readonly seenTo: LogPoint
  /** A count above this one was cut off, and cannot be adjusted. */
  readonly max: number
}

/**
 * The total after the change; null where only counting again gives it.
 *
 * A count sees what was committed before some moment in it. A change published before the count began is in the
 * count, because published changes are readable. A change published while it runs may or may not be in it: then the
 * count is not kept (cache/tagged-cache.ts). A change published later may still be in it, because readers see a
 * commit before the feed reports it. But a server writes a commit to its log before any reader can see it. So the
 * log's end is read once the count has ended: a change after that end was not yet committed, is not in the count,
 * and adjusts it; a change before that end, or without a position, drops the total. Each transaction is published
 * once, whole, in the order of the log, with its position; one that may not be readable yet is published without a
 * position.
 */
export function adjusted(kept: KeptRows, { table, before, after, at }: RowChange): KeptRows | null {
  const { adjustable } = kept
  if (!adjustable || table !== 'posts' || !at || !isAfter(at, adjustable.seenTo)) return null
  const [was, is] = [before, after].map((row) => (row === null ? false : adjustable.isCounted(row)))
  if (typeof was !== 'boolean' || typeof is !== 'boolean') return null
  if (was === is) return kept
  const count = Number(integerOf(kept.rows[0] ?? {}, 'count')) + (is ? 1 : -1)
  if (count < 0 || count > adjustable.max) return null
  return { ...kept, rows: [{ count, isBounded: false }] }
}
