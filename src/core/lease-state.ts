// The state of the lease by which cache entries count as fresh.

export interface LeaseState {
  readonly isHeld: boolean
  /** The time since the moment up to which all commits are published, ms; Infinity before any proof. */
  readonly provenAgoMs: number
  /** The longest time for which the lease is held. */
  readonly withinMs: number
  /** Why nothing is proven, where the lease is not held and the feed knows. */
  readonly why: string | null
}
