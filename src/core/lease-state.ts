// Whether entries of the cache count as fresh, and by what.

export interface LeaseState {
  readonly isHeld: boolean
  /** How long ago the moment was up to which all commits are published, ms; Infinity before any proof. */
  readonly provenAgoMs: number
  /** How long ago it may be. */
  readonly withinMs: number
}
