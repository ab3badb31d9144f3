// Wraps a feed that knows only that a table changed with a digest of the table's content that cached responses depend on: tables that
// change often for other reasons then drop nothing.
import type { Since } from '../core/change.ts'
import type { Feed, Publish } from './feed.ts'

/**
 * Settles with a text that changes with the content of a table that cached responses depend on. Null where it is not cheap to compute, or
 * does not cover all responses made since a time (monotonic ms).
 */
export type Digest = (table: string, sinceMs: number) => Promise<string | null>

export function withDigest(feed: Feed, digest: Digest): Feed {
  let known = new Map<string, string | null>()
  const waiting = new Map<string, Since>()
  let publish: Publish = () => {}
  let settling: Promise<void> | null = null
  /** The feed's proof before the first change that is not published yet. */
  let provenBefore: number | null = null

  const settle = async () => {
    try {
      for (const [table, since] of waiting) {
        waiting.delete(table)
        const before = known
        const current = await digest(table, Math.min(since.atMs, provenBefore ?? -Infinity))
        publish([{ kind: 'table', table, isQuiet: current !== null && current === known.get(table) }], since)
        before.set(table, current)
      }
    } finally {
      // Reset without an await, so that a change that arrives next starts another run
      settling = null
    }
  }
  const publishWithDigest: Publish = (changes, since) => {
    if (settling === null) provenBefore = feed.provenAt()
    // While a change is held back here, caches are not as new as the feed
    const { place: _, ...unplaced } = since
    for (const change of changes)
      if (change.kind === 'table') waiting.set(change.table, waiting.get(change.table) ?? unplaced)
    const others = changes.filter(({ kind }) => kind !== 'table')
    // Changes in a gap may have altered the content and restored it
    if (others.some(({ kind }) => kind === 'gap')) known = new Map()
    if (others.length > 0 || since.place !== undefined)
      publish(others, waiting.size > 0 || settling !== null ? unplaced : since)
    if (waiting.size > 0) settling ??= settle()
  }
  return {
    get name() {
      return feed.name
    },
    start: async (to, termBegan) => {
      publish = to
      const problem = await feed.start(publishWithDigest, termBegan)
      await settling
      return problem
    },
    provenAt: () => (settling === null ? feed.provenAt() : provenBefore),
    ...(feed.blind ? { blind: feed.blind } : {}),
    ...(feed.role ? { role: feed.role } : {}),
    ...(feed.server ? { server: feed.server } : {}),
    // While a change is held back here, the place that caches have reached is unknown
    recall: () => {
      const recalled = feed.recall?.() ?? []
      return settling === null && waiting.size === 0 ? recalled : []
    },
    ...(feed.isLost ? { isLost: feed.isLost } : {}),
    ...(feed.why ? { why: feed.why } : {}),
    provenTo: () => feed.provenTo?.() ?? null,
    // A change that is held back here lies before the position
    resume: () => (settling === null && waiting.size === 0 ? (feed.resume?.() ?? null) : null),
    logEnd: feed.logEnd,
    purge: (purge) => feed.purge?.(purge),
    caughtUp: async (of) => {
      await feed.caughtUp?.(of)
      await settling
    },
    stop: async () => {
      await feed.stop()
      await settling
    },
  }
}
