// Adds up the last minute of several processes.
import { freshnessOfAll } from './recent-freshness.ts'
import {
  droppedKept,
  latencyBoundsMs,
  routesShown,
  secondsKept,
  type RecentState,
  type SlowRoute,
} from './recent.ts'

export function recentOfAll(all: readonly RecentState[]): RecentState {
  const sum = (of: (state: RecentState) => number) => all.reduce((sofar, state) => sofar + of(state), 0)
  const classes = [...latencyBoundsMs, Infinity].map((_, at) => at)
  return {
    seconds: Array.from({ length: secondsKept }, (_, at) => ({
      hits: sum(({ seconds }) => seconds[at]?.hits ?? 0),
      misses: sum(({ seconds }) => seconds[at]?.misses ?? 0),
      others: sum(({ seconds }) => seconds[at]?.others ?? 0),
      failed: sum(({ seconds }) => seconds[at]?.failed ?? 0),
    })),
    latency: {
      boundsMs: latencyBoundsMs,
      kept: classes.map((at) => sum(({ latency }) => latency.kept[at] ?? 0)),
      made: classes.map((at) => sum(({ latency }) => latency.made[at] ?? 0)),
    },
    dropped: all
      .flatMap(({ dropped }) => dropped)
      .toSorted((one, other) => one.agoS - other.agoS)
      .slice(0, droppedKept),
    freshness: freshnessOfAll(all.map(({ freshness }) => freshness)),
    routes: slowestOf(all.flatMap(({ routes }) => routes)),
    totals: {
      requests: sum(({ totals }) => totals.requests),
      hits: sum(({ totals }) => totals.hits),
      shared: sum(({ totals }) => totals.shared),
      misses: sum(({ totals }) => totals.misses),
    },
  }
}

function slowestOf(routes: readonly SlowRoute[]): readonly SlowRoute[] {
  return [...Map.groupBy(routes, ({ route }) => route)]
    .map(([route, times]) => {
      const count = times.reduce((sum, each) => sum + each.count, 0)
      const sumMs = times.reduce((sum, each) => sum + each.count * each.meanMs, 0)
      return { route, count, meanMs: sumMs / count, maxMs: Math.max(...times.map(({ maxMs }) => maxMs)) }
    })
    .toSorted((one, other) => other.meanMs - one.meanMs)
    .slice(0, routesShown)
}
