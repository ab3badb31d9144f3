// Makes a snapshot of the kept totals for a later start, with the position of the log from which all changes have to be read again, and
// the last change that the totals have counted already.
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isAfter, type Change, type LogPoint } from '../core/change.ts'
import type { Feed } from '../feed/feed.ts'
import { pendingAfter } from '../feed/tail-step.ts'
import type { CountedTotals } from '../read/counted-totals.ts'
import type { KeptRows } from '../read/row-cache.ts'
import { totalsMax, type SavedTotal, type TotalsSnapshot } from './totals-snapshot.ts'

export interface TotalsSaving {
  readonly use: (schema: string, counted: CountedTotals) => void
  readonly published: (changes: readonly Change[], from: Feed) => void
  /** Null where the feed has no position, or readers may not see all changes up to it yet. */
  readonly snapshot: (feed: Feed | null, rows: TaggedCache<KeptRows>) => TotalsSnapshot | null
}

export function createTotalsSaving(): TotalsSaving {
  let used: { readonly schema: string; readonly counted: CountedTotals } | null = null
  let lastFeed: Feed | null = null
  /** The position of the last change, in the log of the feed that published last. */
  let last: LogPoint | null = null
  let pending: ReadonlySet<number> = new Set()

  return {
    use: (schema, counted) => {
      used = { schema, counted }
    },
    published: (changes, from) => {
      if (from !== lastFeed) {
        last = null
        pending = new Set()
      }
      lastFeed = from
      pending = pendingAfter(pending, changes)
      for (const change of changes) {
        // After a gap the log may be another one
        if (change.kind === 'gap') last = null
        if (change.kind === 'row' && change.at) last = change.at
      }
    },
    snapshot: (feed, rows) => {
      const at = feed?.resume?.() ?? null
      // Without its last event a position does not show whether the server was restored to an older state meanwhile
      if (feed === null || at === null || at.last === null) return null
      if (used === null || pending.size > 0) return null
      const counts = lastFeed === feed && last !== null && isAfter(last, at)
      const countedTo = counts && last !== null ? last : { file: at.file, offset: at.offset }
      const { schema, counted } = used
      return { schema, at, countedTo, totals: savedTotals(rows, counted) }
    },
  }
}

function savedTotals(rows: TaggedCache<KeptRows>, { markOf }: CountedTotals): readonly SavedTotal[] {
  return Iterator.from(rows.all())
    .flatMap(({ key, value, tags, lifeMs }): readonly SavedTotal[] => {
      const { adjustable } = value
      const count = Number(value.rows[0]?.['count'])
      if (!adjustable || !Number.isSafeInteger(count)) return []
      const { plan, max, seenTo } = adjustable
      const { filters, visible } = plan
      const until = { max: max === Infinity ? null : max, untilMs: Date.now() + lifeMs }
      return [{ key, mark: markOf(plan), filters, visible, count, seenTo, tags, ...until }]
    })
    .take(totalsMax)
    .toArray()
}
