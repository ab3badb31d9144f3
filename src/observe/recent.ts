// The last minute second by second, for the page of the admin port: requests and latencies, the latest drops and their causes,
// the slowest routes. All of it is bounded, and none of it contains a query string.
import { monotonicMs } from '../core/change.ts'
import type { Observation, Observe } from '../core/observation.ts'
import { createRecentFreshness, type FreshnessState } from './recent-freshness.ts'
import { routeShape } from './route-shape.ts'

/** Upper bounds of the classes of latency, ms; one more class lies beyond the last. */
export const latencyBoundsMs = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000] as const

export interface Recent {
  readonly observe: Observe
  readonly now: () => RecentState
  /** Requests proxied in the last minute. */
  readonly passed: () => Passed
}

export interface RecentState {
  /** The last whole seconds, oldest first. */
  readonly seconds: readonly Second[]
  readonly latency: {
    readonly boundsMs: readonly number[]
    /** The number of responses of the last minute in each class, cached ones and others. */
    readonly kept: readonly number[]
    readonly made: readonly number[]
  }
  readonly dropped: readonly Dropped[]
  readonly freshness: FreshnessState
  readonly routes: readonly SlowRoute[]
  readonly totals: {
    readonly requests: number
    readonly hits: number
    /** Hits that another gateway made. */
    readonly shared: number
    readonly misses: number
  }
}

/** Requests that were proxied to WordPress, and how many of them failed. */
export interface Passed {
  readonly requests: number
  readonly failed: number
}

export interface Second {
  readonly hits: number
  readonly misses: number
  /** Responses that are never cached. */
  readonly others: number
  readonly failed: number
}

export interface Dropped {
  readonly agoS: number
  readonly entries: number
  readonly cause: string
  /** The delay after the commit; null where it is unknown. */
  readonly delayMs: number | null
}

export interface SlowRoute {
  readonly route: string
  readonly count: number
  readonly meanMs: number
  readonly maxMs: number
}

interface Slot {
  second: number
  hits: number
  misses: number
  others: number
  failed: number
  passed: number
  passedFailed: number
  readonly kept: number[]
  readonly made: number[]
}

export const secondsKept = 60
export const droppedKept = 12
const droppedCauseMax = 120
const routesKeptMax = 200
export const routesShown = 8
/** Routes are counted in rounds of this many seconds; the last two rounds are shown. */
const roundS = 150

type Request = Extract<Observation, { readonly kind: 'request' }>

export function createRecent(nowMs: () => number = monotonicMs): Recent {
  const slots = Array.from({ length: secondsKept + 1 }, emptySlot)
  const totals = { requests: 0, hits: 0, shared: 0, misses: 0 }
  const dropped: (Omit<Dropped, 'agoS'> & { readonly atMs: number })[] = []
  const routes = createRouteTimes(() => Math.floor(nowMs() / 1000 / roundS))
  const slotOf = (second: number) => {
    const slot = slots[second % slots.length] ?? emptySlot()
    if (slot.second !== second) Object.assign(slot, emptySlot(), { second })
    return slot
  }
  const requested = ({ path, status, ms, cache }: Request) => {
    const slot = slotOf(Math.floor(nowMs() / 1000))
    totals.requests += 1
    if (status >= 500) slot.failed += 1
    if (cache === 'hit' || cache === 'shared') {
      slot.hits += 1
      totals.hits += 1
      if (cache === 'shared') totals.shared += 1
      return count(slot.kept, ms)
    }
    if (cache === 'miss' || cache === 'lapsed') {
      slot.misses += 1
      totals.misses += 1
    } else slot.others += 1
    count(slot.made, ms)
    // Clients invent addresses at which nothing is served
    if (status < 400 || status >= 500) routes.add(routeShape(path), ms)
  }
  const lastMinute = () => {
    const first = Math.floor(nowMs() / 1000) - secondsKept
    return Array.from({ length: secondsKept }, (_, at) => {
      const slot = slots[Math.max(0, first + at) % slots.length]
      return slot?.second === first + at ? slot : emptySlot()
    })
  }
  const freshness = createRecentFreshness()
  return {
    observe: (observation) => {
      freshness.observe(observation)
      if (observation.kind === 'request') return requested(observation)
      if (observation.kind === 'passed') {
        const slot = slotOf(Math.floor(nowMs() / 1000))
        slot.passed += 1
        if (observation.status >= 500) slot.passedFailed += 1
        return
      }
      if (observation.kind !== 'dropped') return
      dropped.unshift({
        atMs: nowMs(),
        entries: observation.entries,
        cause: observation.cause.slice(0, droppedCauseMax),
        delayMs: observation.delay?.ms ?? null,
      })
      dropped.length = Math.min(dropped.length, droppedKept)
    },
    passed: () => {
      const last = lastMinute()
      const sum = (of: 'passed' | 'passedFailed') => last.reduce((sofar, slot) => sofar + slot[of], 0)
      return { requests: sum('passed'), failed: sum('passedFailed') }
    },
    now: () => {
      const last = lastMinute()
      const summed = (of: 'kept' | 'made') =>
        classes().map((_, at) => last.reduce((sum, slot) => sum + (slot[of][at] ?? 0), 0))
      return {
        seconds: last.map(({ hits, misses, others, failed }) => ({ hits, misses, others, failed })),
        latency: { boundsMs: latencyBoundsMs, kept: summed('kept'), made: summed('made') },
        dropped: dropped.map(({ atMs, entries, cause, delayMs }) => ({
          agoS: Math.round((nowMs() - atMs) / 1000),
          entries,
          cause,
          delayMs,
        })),
        freshness: freshness.now(),
        routes: routes.slowest(),
        totals: { ...totals },
      }
    },
  }
}

interface RouteTime {
  count: number
  sumMs: number
  maxMs: number
}

function createRouteTimes(roundNow: () => number): {
  readonly add: (route: string, ms: number) => void
  readonly slowest: () => readonly SlowRoute[]
} {
  let round = 0
  let [current, before] = [new Map<string, RouteTime>(), new Map<string, RouteTime>()]
  const turn = () => {
    const now = roundNow()
    if (now === round) return
    before = now === round + 1 ? current : new Map()
    current = new Map()
    round = now
  }
  return {
    add: (route, ms) => {
      turn()
      const name = current.has(route) || current.size < routesKeptMax ? route : 'others'
      const times = current.get(name) ?? { count: 0, sumMs: 0, maxMs: 0 }
      times.count += 1
      times.sumMs += ms
      times.maxMs = Math.max(times.maxMs, ms)
      current.set(name, times)
    },
    slowest: () => {
      turn()
      const shown = [...new Set([...current.keys(), ...before.keys()])].map((route) => {
        const times = [current.get(route), before.get(route)].filter((each) => each !== undefined)
        const total = (of: 'count' | 'sumMs') => times.reduce((sum, each) => sum + each[of], 0)
        const maxMs = Math.max(...times.map((each) => each.maxMs))
        return { route, count: total('count'), meanMs: total('sumMs') / total('count'), maxMs }
      })
      return shown.toSorted((one, other) => other.meanMs - one.meanMs).slice(0, routesShown)
    },
  }
}

function count(classesOf: number[], ms: number): void {
  const found = latencyBoundsMs.findIndex((bound) => ms <= bound)
  const at = found < 0 ? latencyBoundsMs.length : found
  classesOf[at] = (classesOf[at] ?? 0) + 1
}

function classes(): number[] {
  return Array.from({ length: latencyBoundsMs.length + 1 }, () => 0)
}

function emptySlot(): Slot {
  const counts = { hits: 0, misses: 0, others: 0, failed: 0, passed: 0, passedFailed: 0 }
  return { second: -1, ...counts, kept: classes(), made: classes() }
}
