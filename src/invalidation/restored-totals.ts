// Restores totals from before a start. Beside the feed, a second reader reads the log from the position at which they hold until both
// have the same changes, which adjust or drop the totals as if the process had not ended. Then they are kept like newly counted totals;
// where a change may be missing, they are counted again.
import { createTaggedCache, type TaggedCache } from '../cache/tagged-cache.ts'
import { dataOf, isAfter, isUpTo, type Change, type DataChange } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import { hasLog, type Feed } from '../feed/feed.ts'
import type { Resume } from '../feed/log-state.ts'
import { adjusted } from '../read/cached-total.ts'
import type { CountedTotals } from '../read/counted-totals.ts'
import { bytesOf, type KeptRows } from '../read/row-cache.ts'
import { tagsOfChange } from '../tags/change-tags.ts'
import type { SavedTotal, TotalsSnapshot } from './totals-snapshot.ts'

export interface RestoredTotals {
  /** Called before a database is followed: its name, how totals are counted in it, and a reader of its log. */
  readonly use: (schema: string, counted: CountedTotals, readLog: ReadLog) => void
  /** Receives all changes that feeds publish, also before `found` is called for the feed. */
  readonly published: (changes: readonly Change[]) => void
  readonly found: (feed: Feed) => void
  /** True until every total is restored or given up. */
  readonly isPending: () => boolean
  /** Settles once the total is restored, at the latest after `waitMs`; null where that is not expected. */
  readonly awaited: (key: string) => Promise<void> | null
  /** Gives up totals that are not restored yet. */
  readonly stop: () => Promise<void>
}

/** Makes a feed that reads the log from a position on; null where the database has no log. */
export type ReadLog = (from: Resume) => Feed | null

export interface RestoredTotalsOptions {
  /** Null where no totals were saved. */
  readonly snapshot: TotalsSnapshot | null
  /** The cache that receives the totals. */
  readonly rows: () => TaggedCache<KeptRows>
  readonly observe: Observe
}

/** The longest wait for a total, which is about as long as counting it may take. */
const waitMs = 1000
/** The most publications that are held until the log is read; with more of them the totals are given up. */
const pendingMax = 20_000
const bytesMax = 2 ** 30

export function createRestoredTotals({ snapshot, rows, observe }: RestoredTotalsOptions): RestoredTotals {
  let used: { readonly counted: CountedTotals; readonly readLog: ReadLog } | null = null
  let pending: (readonly Change[])[] = []
  let replaying: Replaying | null = null
  let closed: Promise<void> = Promise.resolve()
  const over = new AbortController()
  let isOver = snapshot === null
  const settled = Promise.withResolvers<void>()

  const end = (kept: number, why: string | null) => {
    if (isOver) return
    isOver = true
    pending = []
    replaying = null
    over.abort()
    settled.resolve()
    const all = snapshot?.totals.length ?? 0
    observe({ kind: 'totals-restored', kept, anew: all - kept, why: kept === all ? null : why })
  }
  const leave = (why: string) => end(0, why)
  /** Settles, once the totals reflect all that the feed has published, with null, or with why they cannot be used. */
  async function replay(feed: Feed, at: Resume, readLog: ReadLog, own: Replaying): Promise<string | null> {
    const log = hasLog(feed.name) ? readLog(at) : null
    if (log === null) return `the change feed ${feed.name} does not say what changed meanwhile`
    const close = () => (closed = log.stop())
    over.signal.addEventListener('abort', close, { once: true })
    const problem = await log.start(own.apply)
    const from = log.resumedFrom?.() ?? null
    // The second reader finds all that the feed has published by now in the log itself
    pending = []
    if (problem === null && from !== null) await log.caughtUp?.('this process').catch(() => {})
    await close()
    if (problem !== null || from === null || !isWithin(at, from) || log.provenAt() === -Infinity)
      return notRead
    // The feed has then published all that the second reader has read
    await feed.caughtUp?.('this process').catch(() => {})
    if ((feed.provenAt() ?? -Infinity) === -Infinity) return 'the change feed was lost'
    return feed.provenTo?.()?.server === at.server ? null : notRead
  }
  return {
    use: (schema, counted, readLog) => {
      if (replaying !== null) leave('the database was lost and found again')
      else if (snapshot && snapshot.schema !== schema) leave('another database is read')
      used = { counted, readLog }
    },
    published: (changes) => {
      if (isOver) return
      pending.push(changes)
      if (pending.length > pendingMax) leave('too many rows changed meanwhile')
    },
    found: (feed) => {
      if (isOver || snapshot === null || used === null) return
      if (replaying !== null) return leave('the change feed was replaced')
      const own = createReplaying(snapshot, used.counted)
      replaying = own
      replay(feed, snapshot.at, used.readLog, own).then(
        (why) => {
          if (replaying !== own) return
          if (why !== null) return leave(why)
          // No await stands between these calls, so no change is missed
          for (const changes of pending) own.apply(changes)
          end(
            keep(own.totals, rows()),
            own.why() ?? 'the rows that they count, or the rules of visibility, have changed',
          )
        },
        (error: unknown) => {
          observe({ kind: 'error', error, during: 'restoring totals' })
          leave(notRead)
        },
      )
    },
    isPending: () => !isOver,
    awaited: (key) =>
      isOver || replaying?.totals.peek(key) === undefined
        ? null
        : Promise.race([
            settled.promise,
            new Promise<void>((resolve) => void setTimeout(resolve, waitMs).unref()),
          ]),
    stop: async () => {
      leave('the gateway was stopped')
      await closed
    },
  }
}

const notRead = 'the feed does not read the log from their position'

/** True where `at` is at the position `from`, or later in the same log. */
function isWithin(at: Resume, from: Resume): boolean {
  return at.server === from.server && isUpTo(from, at)
}

interface Replaying {
  readonly totals: TaggedCache<KeptRows>
  readonly apply: (changes: readonly Change[]) => void
  /** The reason of a gap that dropped all totals; null without one. */
  readonly why: () => string | null
}

function createReplaying({ countedTo, totals: saved }: TotalsSnapshot, counted: CountedTotals): Replaying {
  const totals = createTaggedCache<KeptRows>({ bytesMax, lifeMs: () => Infinity })
  const flight = totals.begin()
  for (const total of saved.toReversed()) {
    const kept = keptOf(total, counted)
    if (kept) flight.keep(total.key, kept, kept.tags, bytesOf(kept.rows), total.untilMs - Date.now())
  }
  flight.end()
  /** The position up to which changes are counted. A position covers a whole transaction, which is published at once. */
  let to = countedTo
  let why: string | null = null
  const applyData = (change: DataChange) => {
    if (change.kind === 'row' && change.at && isUpTo(change.at, to)) return
    const tags = tagsOfChange(change, totals.has)
    if (tags === 'all') {
      if (change.kind === 'gap') why = change.reason
      return void totals.dropAll()
    }
    totals.drop(tags, undefined, change.kind === 'row' ? { revise: (kept) => adjusted(kept, change) } : {})
  }
  return {
    totals,
    why: () => why,
    apply: (changes) => {
      for (const change of changes) {
        if (change.kind === 'purge') totals.dropAll()
        for (const data of dataOf(change)) applyData(data)
      }
      for (const change of changes)
        if (change.kind === 'row' && change.at && isAfter(change.at, to)) to = change.at
    },
  }
}

/** Null where the total counts other rows now, or can no longer be adjusted. */
function keptOf(total: SavedTotal, { rowTestOf, markOf }: CountedTotals): KeptRows | null {
  const { filters, visible, count, max, seenTo, tags } = total
  const plan = { kind: 'count', source: 'posts', filters, visible } as const
  const isCounted = rowTestOf(plan)
  if (isCounted === null || markOf(plan) !== total.mark) return null
  return {
    rows: [{ count, isBounded: false }],
    tags: new Set(tags),
    adjustable: { plan, isCounted, seenTo, max: max ?? Infinity },
  }
}

/** Returns how many totals the cache has; those counted meanwhile take precedence. */
function keep(totals: TaggedCache<KeptRows>, rows: TaggedCache<KeptRows>): number {
  const flight = rows.begin()
  let kept = 0
  for (const { key, value, tags, lifeMs } of [...totals.all()].toReversed())
    if (rows.peek(key) || flight.keep(key, value, new Set(tags), bytesOf(value.rows), lifeMs)) kept += 1
  flight.end()
  return kept
}
