// The state of the change feed, for reports.

export interface FeedState {
  readonly name: string
  /** The best change feed for the database, which may be out of reach for now. */
  readonly wanted: string
  /** The time since the last proof that all commits were published, in ms. */
  readonly lagMs: number
  /** Logical names of tables whose changes the feed cannot notice. */
  readonly blind: readonly string[]
  /** The gateway's role where several share a log: only the reader follows the database. Null where no log is shared. */
  readonly role: 'reader' | 'follower' | null
}
