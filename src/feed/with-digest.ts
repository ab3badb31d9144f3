// A feed that only knows that a table changed, with a digest of what cached responses are made of in it: tables that change
// all the time for other reasons drop nothing then.
import type { Since } from '../core/change.ts'
import type { Feed, Publish } from './feed.ts'

/**
 * A text that changes with what cached responses are made of in a table. Null where it is not cheap to compute, or does not
 * cover all responses made since a time of `steadyMs`.
 */
export type Digest = (table: string, sinceMs: number) => Promise<string | null>

export function withDigest(feed: Feed, digest: Digest): Feed {
  let known = new Map<string, string | null>()
  const waiting = new Map<string, Since>()
  let publish: Publish = () => {}
  let settling: Promise<void> | null = null
  /** The proof before the first change that is not passed on yet. */
  let provenBefore: number | null = null

  const settle = async () => {
    try {
      for (const [table, since] of waiting) {
        waiting.delete(table)
        const before = known
        const told = await digest(table, Math.min(since.atMs, provenBefore ?? -Infinity))
        publish([{ kind: 'table', table, isQuiet: told !== null && told === known.get(table) }], since)
        before.set(table, told)
      }
    } finally {
      // At once: a change that arrives a moment later has to be settled too
      settling = null
    }
  }
  const hear: Publish = (changes, since) => {
    if (settling === null) provenBefore = feed.provenAt()
    // While a change is held back here, caches are not as new as the feed
    const { place: _, ...unplaced } = since
    for (const change of changes)
      if (change.kind === 'table') waiting.set(change.table, waiting.get(change.table) ?? unplaced)
    const others = changes.filter(({ kind }) => kind !== 'table')
    // Unseen changes may have changed it and changed it back
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
      const problem = await feed.start(hear, termBegan)
      await settling
      return problem
    },
    provenAt: () => (settling === null ? feed.provenAt() : provenBefore),
    ...(feed.blind ? { blind: feed.blind } : {}),
    ...(feed.role ? { role: feed.role } : {}),
    ...(feed.server ? { server: feed.server } : {}),
    // While a change is held back here, nothing is known of the place that caches have reached
    recall: () => {
      const recalled = feed.recall?.() ?? []
      return settling === null && waiting.size === 0 ? recalled : []
    },
    ...(feed.isLost ? { isLost: feed.isLost } : {}),
    ...(feed.why ? { why: feed.why } : {}),
    provenTo: () => feed.provenTo?.() ?? null,
    // A change that is held back here stands before the position
    resume: () => (settling === null && waiting.size === 0 ? (feed.resume?.() ?? null) : null),
    logEnd: feed.logEnd,
    purge: (purge) => feed.purge?.(purge),
    caughtUp: async () => {
      await feed.caughtUp?.()
      await settling
    },
    stop: async () => {
      await feed.stop()
      await settling
    },
  }
}
