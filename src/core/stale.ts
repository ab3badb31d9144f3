// Purge events: tags and addresses that became stale, for downstream caches.

export interface Stale {
  /** Words of the tag headers (tag-words.ts). */
  readonly tags: readonly string[] | 'all'
  /** Canonical paths of responses that were cached here and dropped; others may have been evicted before. */
  readonly paths: readonly string[]
  /** The number of such paths that are left out. Default: none. */
  readonly pathsLeftOut?: number
  /** A few words by Lectern: `update of posts`. */
  readonly cause: string
  /** The position in the log (log-position.ts) from which on readers see it; missing where that is not known. */
  readonly at?: string
}

/** Changes may be missing from what was told before. */
export const staleByGap: Stale = { tags: 'all', paths: [], cause: 'gap' }

export type OnStale = (stale: Stale) => void
