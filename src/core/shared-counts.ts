// Counts that several gateways keep together, so that limits of clients hold over all of them. `null` in place of a count: it did
// not arrive in time, and the gateway counts for itself.

/** A number of requests allowed in a window. */
export interface Quota {
  readonly name: string
  readonly requests: number
  readonly windowS: number
}

export interface SharedCounts {
  /** Takes a request from all of a client's quotas, or from none. */
  readonly take: (client: string, quotas: readonly Quota[]) => Promise<Taken | null>
  /** Notes a digest among the distinct ones of a window; settles with the ms to wait once there are more than `max`, else with 0. */
  readonly note: (who: string, window: Window, digest: string) => Promise<number | null>
  /** The ms to wait while there are more than `max` digests, else 0. */
  readonly wait: (who: string, window: Window) => Promise<number | null>
}

export interface Taken {
  readonly isRefused: boolean
  /** The requests left of each quota. */
  readonly left: readonly number[]
}

export interface Window {
  readonly max: number
  readonly windowMs: number
}
