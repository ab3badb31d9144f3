// Proves freshness from outside, as Meta's Polaris does for its caches: a sample of cached responses, larger after changes, is
// compared with newly made ones after 1, 10 and 60 seconds. A response counts as stale if it is still cached and differs from
// two new ones that are equal, between which the change feed has caught up. A budget bounds the queries.
import type { Tag } from '../core/tag.ts'
import type { RequestTarget } from '../core/request-target.ts'

export interface Inspector {
  /** Called when entries were dropped: responses that the change concerns are then sampled. */
  readonly changed: () => void
  readonly stop: () => void
}

export interface InspectorOptions {
  /** The number of statements allowed in a minute. */
  readonly queriesMax: number
  /** A random key in the cache; where `isDropped`, the key of a recently dropped entry, if there is one. */
  readonly sample: (isDropped: boolean) => string | null
  /** The fresh cached response under a key; null where there is none. */
  readonly kept: (key: string) => Kept | null
  /** Makes a response without any cache; null where it cannot be made. */
  readonly make: (target: RequestTarget) => Promise<Made | null>
  /** Settles with whether the change feed has caught up with all commits up to now. */
  readonly caughtUp: () => Promise<boolean>
  readonly drop: (tags: readonly Tag[]) => void
  readonly inspected: (inspection: Inspection) => void
}

export interface Kept {
  readonly etag: string
  readonly tags: readonly Tag[]
  readonly target: RequestTarget
}

export interface Made {
  readonly etag: string | null
  readonly queries: number
}

export interface Inspection {
  readonly afterS: number
  readonly isStale: boolean
  /** The path without the query. */
  readonly path: string
  readonly tags: readonly Tag[]
}

interface Due {
  readonly key: string
  readonly atMs: number
  readonly afterS: number
}

/** The delays between a sample and its comparisons, in s. */
const scalesS = [1, 10, 60] as const
const tickMs = 1000
/** The number of ticks between two samples while nothing changes. */
const idleTicks = 10
/** The limit of scheduled comparisons. */
const dueMax = 120

export function createInspector(options: InspectorOptions): Inspector {
  const { queriesMax, sample, kept, make, caughtUp, drop, inspected } = options
  let due: readonly Due[] = []
  /** Statements that may be sent now; a comparison that exceeds this reduces the next budget. */
  let budget = 0
  let ticks = 0
  let hasChanged = false
  let isInspecting = false

  const take = (isDropped: boolean) => {
    const key = sample(isDropped)
    if (key === null || due.length + scalesS.length > dueMax) return
    const nowMs = performance.now()
    due = [...due, ...scalesS.map((afterS) => ({ key, afterS, atMs: nowMs + afterS * 1000 }))]
  }
  const isStill = (key: string, { etag }: Kept) => kept(key)?.etag === etag
  const made = async ({ target }: Kept) => {
    const answer = await make(target).catch(() => null)
    budget -= Math.max(1, answer?.queries ?? 1)
    return answer
  }
  /** Null where the comparison is inconclusive. */
  async function isStale(key: string, known: Kept): Promise<boolean | null> {
    const first = await made(known)
    if (first === null || !isStill(key, known)) return null
    if (first.etag === known.etag) return false
    // The change feed may not have delivered a change yet
    if (!(await caughtUp()) || !isStill(key, known)) return null
    const second = await made(known)
    return second !== null && second.etag === first.etag && isStill(key, known) ? true : null
  }
  async function inspect({ key, afterS }: Due): Promise<void> {
    const known = kept(key)
    if (known === null) return
    const stale = await isStale(key, known)
    if (stale === null) return
    const [path = ''] = known.target.target.split('?')
    inspected({ afterS, isStale: stale, path, tags: known.tags })
    if (stale) drop(known.tags)
  }
  async function inspectDue(): Promise<void> {
    isInspecting = true
    const nowMs = performance.now()
    const now = due.filter(({ atMs }) => atMs <= nowMs)
    due = due.filter(({ atMs }) => atMs > nowMs)
    for (const each of now) if (budget > 0) await inspect(each)
    isInspecting = false
  }
  const timer = setInterval(() => {
    ticks += 1
    budget = Math.min(budget + (queriesMax * tickMs) / 60_000, queriesMax)
    if (hasChanged) take(true)
    if (hasChanged || ticks % idleTicks === 0) take(false)
    hasChanged = false
    if (!isInspecting) void inspectDue()
  }, tickMs).unref()
  return {
    changed: () => {
      hasChanged = true
    },
    stop: () => clearInterval(timer),
  }
}
