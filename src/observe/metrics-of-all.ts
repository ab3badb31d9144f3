// Adds up the metrics of several processes. Counts of a process that has ended are kept.
import { AggregatorRegistry } from 'prom-client'
import type { MetricsJson } from './metrics.ts'

export interface MetricsOfAll {
  /** Stores the latest metrics of a process; null once it has ended. */
  readonly note: (id: number, metrics: MetricsJson | null) => void
  readonly text: () => Promise<string>
}

export function createMetricsOfAll(): MetricsOfAll {
  const last = new Map<number, MetricsJson>()
  let gone: MetricsJson = []
  /** Runs one call after another, since each adds to the result of the previous one. */
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
      // Ended processes come last, since the first entry provides the help texts
      return AggregatorRegistry.aggregate([...last.values(), gone]).metrics()
    },
  }
}

function isCount({ type }: MetricsJson[number]): boolean {
  return /counter|histogram/.test(String(type))
}
