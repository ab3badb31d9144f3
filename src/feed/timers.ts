// Timers that stop together, after which none starts, and that keep no process alive.

export interface Timers {
  readonly after: (ms: number, work: () => void) => void
  readonly every: (ms: number, work: () => void) => void
  readonly stop: () => void
}

export function createTimers(): Timers {
  const timeouts = new Set<NodeJS.Timeout>()
  const intervals: NodeJS.Timeout[] = []
  let isStopped = false
  return {
    after: (ms, work) => {
      if (isStopped) return
      const timer = setTimeout(() => {
        timeouts.delete(timer)
        work()
      }, ms)
      timeouts.add(timer.unref())
    },
    every: (ms, work) => {
      if (!isStopped) intervals.push(setInterval(work, ms).unref())
    },
    stop: () => {
      isStopped = true
      for (const interval of intervals) clearInterval(interval)
      for (const timeout of timeouts) clearTimeout(timeout)
    },
  }
}
