// The metrics of several processes added up. Counts of a process that has ended stay.
import { AggregatorRegistry } from 'prom-client'
import type { MetricsJson } from './metrics.ts'

export interface MetricsOfAll {
  /** Takes the last metrics of a process; null once it has ended. */
  readonly note: (id: number, metrics: MetricsJson | null) => void
  readonly text: () => Promise<string>
}

export function createMetricsOfAll(): MetricsOfAll {
  const last = new Map<number, MetricsJson>()
  let gone: MetricsJson = []
  /** Runs one after the other: each adds to what the one before left. */
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
      // The ended processes come last, since missing help texts are taken from the first
      return AggregatorRegistry.aggregate([...last.values(), gone]).metrics()
    },
  }
}

function isCount({ type }: MetricsJson[number]): boolean {
  return /counter|histogram/.test(String(type))
}
