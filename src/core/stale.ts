// Purge events: tags and addresses that became stale, for downstream caches.

export interface Stale {
  /** Words of the tag headers (tag-words.ts). */
  readonly tags: readonly string[] | 'all'
  /** Canonical paths of dropped responses; the cache may have evicted further ones before. */
  readonly paths: readonly string[]
  /** The number of paths that are left out. Default: 0. */
  readonly pathsLeftOut?: number
  /** The cause in a few words: `update of posts`. */
  readonly cause: string
  /** The position in the log (log-position.ts) from which on readers see the change; missing where it is unknown. */
  readonly at?: string
}

/** The event after a gap in the change feed: earlier events may have been incomplete. */
export const staleByGap: Stale = { tags: 'all', paths: [], cause: 'gap' }

export type OnStale = (stale: Stale) => void
