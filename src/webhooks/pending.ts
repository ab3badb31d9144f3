// Collects purge events that a receiver has not taken yet into one message. Its size is bounded: beyond the limits it declares
// everything stale.
import { laterPosition } from '../core/log-position.ts'
import type { Stale } from '../core/stale.ts'

export interface Batch {
  /** When the first of the events occurred, in ms since 1970. */
  readonly sinceMs: number
  readonly causes: readonly string[]
  readonly tags: readonly string[] | 'all'
  readonly paths: readonly string[]
  /** The number of paths that were left out. */
  readonly pathsLeftOut: number
  /** The position in the log from which on readers see all of these changes; missing where it is unknown. */
  readonly at?: string
}

export interface Pending {
  readonly add: (stale: Stale, atMs: number) => void
  readonly isEmpty: () => boolean
  /** Takes all collected events; null where there are none. */
  readonly take: () => Batch | null
}

const causesMax = 20
const pathLengthMax = 1024

/** `max` limits the number of tags, and that of paths. */
export function createPending(max: number): Pending {
  let sinceMs: number | null = null
  let isAll = false
  const tags = new Set<string>()
  const paths = new Set<string>()
  const causes = new Set<string>()
  let pathsLeftOut = 0
  /** The latest position of the events; null where the position of one is unknown. */
  let at: string | null | undefined
  const clear = () => {
    for (const each of [tags, paths]) each.clear()
    pathsLeftOut = 0
  }
  return {
    add: (stale, atMs) => {
      sinceMs = Math.min(sinceMs ?? atMs, atMs)
      const last = stale.at ?? null
      at = at === undefined || last === null ? last : at && laterPosition(at, last)
      if (causes.size < causesMax) causes.add(stale.cause)
      if (!isAll && stale.tags !== 'all') for (const tag of stale.tags) tags.add(tag)
      if (stale.tags === 'all' || tags.size > max) isAll = true
      if (isAll) return clear()
      pathsLeftOut += stale.pathsLeftOut ?? 0
      for (const path of stale.paths) {
        if (paths.has(path)) continue
        if (paths.size < max && path.length <= pathLengthMax) paths.add(path)
        else pathsLeftOut += 1
      }
    },
    isEmpty: () => sinceMs === null,
    take: () => {
      if (sinceMs === null) return null
      const batch: Batch = {
        sinceMs,
        causes: [...causes],
        tags: isAll ? 'all' : [...tags],
        paths: [...paths],
        pathsLeftOut,
        ...(typeof at === 'string' ? { at } : {}),
      }
      at = undefined
      sinceMs = null
      isAll = false
      causes.clear()
      clear()
      return batch
    },
  }
}
