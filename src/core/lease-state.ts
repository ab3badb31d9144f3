// The state of the lease by which cache entries count as fresh.

export interface LeaseState {
  readonly isHeld: boolean
  /** The time since the moment up to which all commits are published, in ms; Infinity before any proof. */
  readonly provenAgoMs: number
  /** The longest time without a proof for which the lease is held, in ms. */
  readonly withinMs: number
  /** Why the lease is not held, where the feed knows a reason. */
  readonly why: string | null
}
