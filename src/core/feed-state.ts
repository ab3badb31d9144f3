// What is said of the change feed that is followed.

export interface FeedState {
  readonly name: string
  /** The best feed for the database, which may be out of reach for now. */
  readonly wanted: string
  /** How long ago it last proved that all commits were published. */
  readonly lagMs: number
  /** Logical names of tables whose changes it cannot notice. */
  readonly blind: readonly string[]
}
