// Chooses the clock by which lists are ordered by time: UTC, or the site's local time, which stock tables have an
// index on. The choice is made once for each column and set of tables, so that cursors stay valid: as configured,
// else UTC where an index has it or the table is small, else local.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, type Instant } from '../database/source.ts'
import { isLarge } from './cost-model.ts'
import type { Indexes } from './indexes.ts'
import type { Clock } from '../plan/plan.ts'

export type ClockChoice = 'auto' | Clock

export type ReadClock = (column: Instant, posts: () => Promise<number | Failure>) => Promise<Clock | Failure>

/** `posts` estimates the number of posts. */
export function createReadClock(choice: ClockChoice, indexes: Indexes): ReadClock {
  const chosen = new Map<Instant, Clock>()
  return async (column, posts) => {
    if (choice !== 'auto') return choice
    const known = chosen.get(column)
    if (known !== undefined) return known
    const clock = holdsUtc(indexes, column) ? 'utc' : await bySize(posts)
    if (!isFailure(clock)) chosen.set(column, clock)
    return clock
  }
}

/** True where an index holds lists in the order of the UTC column. */
export function holdsUtc(indexes: Indexes, column: Instant = 'created_instant'): boolean {
  return indexes.inOrder('posts', ['type', 'status'], instants[column].utc) !== null
}

async function bySize(posts: () => Promise<number | Failure>): Promise<Clock | Failure> {
  const count = await posts()
  if (isFailure(count)) return count
  return isLarge(count) ? 'local' : 'utc'
}
