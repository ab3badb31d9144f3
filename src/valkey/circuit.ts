// A circuit breaker that limits what a slow service costs: each call is awaited for some milliseconds, and after several late ones none
// is made for a while.

export interface Circuit {
  /** Settles with the result of the call; null where it fails, takes too long, or is not made. */
  readonly within: <T>(call: () => Promise<T>) => Promise<T | null>
}

/** After `lateMax` late calls in a row none is made for `restMs`; then one call tries again. */
const lateMax = 3
const restMs = 1000

export function createCircuit(waitMs: number): Circuit {
  let late = 0
  let restsUntil = -Infinity
  return {
    within: async (call) => {
      const beganAt = performance.now()
      if (beganAt < restsUntil) return null
      if (late >= lateMax) restsUntil = beganAt + restMs
      const passed = Promise.withResolvers<'late'>()
      // The event loop reads an answer that came while this process was busy before the immediate
      const timer = setTimeout(() => setImmediate(passed.resolve, 'late'), waitMs)
      const called = call().then(
        (value) => ({ value }),
        () => null,
      )
      const answered = await Promise.race([called, passed.promise])
      clearTimeout(timer)
      late = answered === 'late' ? late + 1 : 0
      restsUntil = late >= lateMax ? performance.now() + restMs : -Infinity
      return answered === null || answered === 'late' ? null : answered.value
    },
  }
}
