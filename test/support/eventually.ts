// Waits until something holds: what happens soon, nobody says when.
import { setTimeout } from 'node:timers/promises'

const patienceMs = 15_000

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
