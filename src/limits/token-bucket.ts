// Token buckets: a client may ask at once for as much as its quota, which comes back evenly over the quota's window. Pure.
import type { Quota } from '../core/shared-counts.ts'

/** The requests that are left some time after `left` were; undefined: of a client that is not known, which has all. */
export function leftIn(left: number | undefined, elapsedMs: number, { requests, windowS }: Quota): number {
  return left === undefined ? requests : Math.min(requests, left + (elapsedMs / 1000) * (requests / windowS))
}

/** Whole seconds until so many requests are left. */
export function secondsUntil(wanted: number, left: number, { requests, windowS }: Quota): number {
  return Math.max(0, Math.ceil(((wanted - left) * windowS) / requests))
}
