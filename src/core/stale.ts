// What became stale, told to those who keep answers elsewhere.

export interface Stale {
  /** Words of the tag headers (tag-words.ts). */
  readonly tags: readonly string[] | 'all'
  /** Addresses of answers that were kept here and went: others may have been evicted before. */
  readonly paths: readonly string[]
  /** In words of the gateway's own: `update of posts`. */
  readonly cause: string
}

export type OnStale = (stale: Stale) => void
