// Waits until something holds: what happens soon, nobody says when.
import { setTimeout } from 'node:timers/promises'

// A machine may be slow and busy; what never holds is said all the same before a test is over its time
const patienceMs = 120_000

/** Tries again until nothing is thrown; what is thrown last comes out where that takes too long. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await setTimeout(20)
    }
  }
}
