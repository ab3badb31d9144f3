// The metrics of several processes as if they were one's. What has been counted stays counted when a process is gone.
import { AggregatorRegistry } from 'prom-client'
import type { MetricsJson } from './metrics.ts'

export interface MetricsOfAll {
  /** The last that was heard of a process; null once it is gone. */
  readonly note: (id: number, metrics: MetricsJson | null) => void
  readonly text: () => Promise<string>
}

export function createMetricsOfAll(): MetricsOfAll {
  const last = new Map<number, MetricsJson>()
  let gone: MetricsJson = []
  /** One after the other: each adds to what the one before left. */
  let burying: Promise<void> = Promise.resolve()
  const bury = async (metrics: MetricsJson) => {
    gone = await AggregatorRegistry.aggregate([gone, metrics.filter(isCount)]).getMetricsAsJSON()
  }
  return {
    note: (id, metrics) => {
      const known = last.get(id)
      if (metrics !== null) last.set(id, metrics)
      else if (known) {
        last.delete(id)
        burying = burying.then(() => bury(known))
      }
    },
    text: async () => {
      await burying
      // The one that is gone last, since what it lacks is asked of the first
      return AggregatorRegistry.aggregate([...last.values(), gone]).metrics()
    },
  }
}

function isCount({ type }: MetricsJson[number]): boolean {
  return /counter|histogram/.test(String(type))
}
