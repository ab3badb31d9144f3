// Token buckets: a client may use its whole quota at once, and gets it back evenly over the quota's window. Pure.
import type { Quota } from '../core/shared-counts.ts'

/** The requests left some time after `left` was counted; undefined stands for an unknown client, which has its whole quota. */
export function leftIn(left: number | undefined, elapsedMs: number, { requests, windowS }: Quota): number {
  return left === undefined ? requests : Math.min(requests, left + (elapsedMs / 1000) * (requests / windowS))
}

/** Whole seconds until `wanted` requests are left. */
export function secondsUntil(wanted: number, left: number, { requests, windowS }: Quota): number {
  return Math.max(0, Math.ceil(((wanted - left) * windowS) / requests))
}
