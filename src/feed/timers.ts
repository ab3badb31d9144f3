// Timers that end together, and that keep no process alive.

export interface Timers {
  readonly after: (ms: number, work: () => void) => void
  readonly every: (ms: number, work: () => void) => void
  readonly stop: () => void
}

export function createTimers(): Timers {
  const timeouts = new Set<NodeJS.Timeout>()
  const intervals: NodeJS.Timeout[] = []
  return {
    after: (ms, work) => {
      const timer = setTimeout(() => {
        timeouts.delete(timer)
        work()
      }, ms)
      timeouts.add(timer.unref())
    },
    every: (ms, work) => void intervals.push(setInterval(work, ms).unref()),
    stop: () => {
      for (const interval of intervals) clearInterval(interval)
      for (const timeout of timeouts) clearTimeout(timeout)
    },
  }
}
