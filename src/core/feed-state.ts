// The state of the change feed, for reports.

export interface FeedState {
  readonly name: string
  /** The best feed for the database, which may be out of reach for now. */
  readonly wanted: string
  /** The time since the last proof that all commits were published. */
  readonly lagMs: number
  /** Logical names of tables whose changes the feed cannot notice. */
  readonly blind: readonly string[]
  /** The reader alone of several gateways that share a log follows the database; null where none is shared. */
  readonly role: 'reader' | 'follower' | null
}
