// A feed that knows of a table no more than that it changed, beside a digest of what of it kept answers are made of: tables
// that change all the time for reasons of their own drop nothing then.
import type { Since } from '../core/change.ts'
import type { Feed, Publish } from './feed.ts'

/**
 * What of a table kept answers are made of, as a text that changes with it; null where that cannot be told cheaply, or is not
 * what all answers read that were made since a time of `steadyMs`.
 */
export type Digest = (table: string, sinceMs: number) => Promise<string | null>

export function withDigest(feed: Feed, digest: Digest): Feed {
  let known = new Map<string, string | null>()
  const waiting = new Map<string, Since>()
  let publish: Publish = () => {}
  let settling: Promise<void> | null = null
  /** What was proven before the first change was heard that is not yet told on. */
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
      // At once: what is heard a moment later has to be settled too
      settling = null
    }
  }
  const hear: Publish = (changes, since) => {
    if (settling === null) provenBefore = feed.provenAt()
    for (const change of changes)
      if (change.kind === 'table') waiting.set(change.table, waiting.get(change.table) ?? since)
    const others = changes.filter(({ kind }) => kind !== 'table')
    // What changed unheard of may change back
    if (others.some(({ kind }) => kind === 'gap')) known = new Map()
    if (others.length > 0) publish(others, since)
    if (waiting.size > 0) settling ??= settle()
  }
  return {
    get name() {
      return feed.name
    },
    start: async (to) => {
      publish = to
      const problem = await feed.start(hear)
      await settling
      return problem
    },
    provenAt: () => (settling === null ? feed.provenAt() : provenBefore),
    ...(feed.blind ? { blind: feed.blind } : {}),
    provenTo: () => feed.provenTo?.() ?? null,
    logEnd: feed.logEnd,
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
