// Freshness since the start, for the page of the admin port: the delays from commits to drops of entries, and how many of the
// inspected responses were stale.
import type { Observe } from '../core/observation.ts'

/** Upper bounds of the classes of delays, ms; one more class lies beyond the last. */
const delayBoundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000] as const

export interface FreshnessState {
  /** The number of drops in each class of delay after the commit. */
  readonly delays: { readonly boundsMs: readonly number[]; readonly counts: readonly number[] }
  readonly inspected: readonly Inspected[]
}

export interface Inspected {
  /** The delay between the sample and the comparison. */
  readonly afterS: number
  readonly checked: number
  readonly stale: number
}

export function createRecentFreshness(): { readonly observe: Observe; readonly now: () => FreshnessState } {
  const counts = Array.from({ length: delayBoundsMs.length + 1 }, () => 0)
  const inspected = new Map<number, { checked: number; stale: number }>()
  return {
    observe: (observation) => {
      if (observation.kind === 'dropped' && observation.delay) {
        const { ms } = observation.delay
        const found = delayBoundsMs.findIndex((bound) => ms <= bound)
        const at = found < 0 ? delayBoundsMs.length : found
        counts[at] = (counts[at] ?? 0) + 1
      }
      if (observation.kind !== 'inspected') return
      const sofar = inspected.get(observation.afterS) ?? { checked: 0, stale: 0 }
      sofar.checked += 1
      sofar.stale += Number(observation.isStale)
      inspected.set(observation.afterS, sofar)
    },
    now: () => ({
      delays: { boundsMs: delayBoundsMs, counts: [...counts] },
      inspected: [...inspected]
        .map(([afterS, { checked, stale }]) => ({ afterS, checked, stale }))
        .toSorted((one, other) => one.afterS - other.afterS),
    }),
  }
}

export function freshnessOfAll(all: readonly FreshnessState[]): FreshnessState {
  const scales = Map.groupBy(
    all.flatMap(({ inspected }) => inspected),
    ({ afterS }) => afterS,
  )
  return {
    delays: {
      boundsMs: delayBoundsMs,
      counts: [...delayBoundsMs, Infinity].map((_, at) =>
        all.reduce((sum, { delays }) => sum + (delays.counts[at] ?? 0), 0),
      ),
    },
    inspected: [...scales].map(([afterS, each]) => ({
      afterS,
      checked: each.reduce((sum, { checked }) => sum + checked, 0),
      stale: each.reduce((sum, { stale }) => sum + stale, 0),
    })),
  }
}
