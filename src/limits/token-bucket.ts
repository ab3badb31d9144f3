// Token buckets: a client may ask at once for as much as its quota, which comes back evenly over the quota's window. Pure.

/** So many requests in a window. */
export interface Quota {
  readonly name: string
  readonly requests: number
  readonly windowS: number
}

export interface Bucket {
  readonly left: number
  readonly atMs: number
}

/** The requests that are left by now; a client that is not known has its whole quota. */
export function leftIn(bucket: Bucket | undefined, { requests, windowS }: Quota, nowMs: number): number {
  if (bucket === undefined) return requests
  return Math.min(requests, bucket.left + ((nowMs - bucket.atMs) / 1000) * (requests / windowS))
}

/** Whole seconds until so many requests are left. */
export function secondsUntil(wanted: number, left: number, { requests, windowS }: Quota): number {
  return Math.max(0, Math.ceil(((wanted - left) * windowS) / requests))
}
