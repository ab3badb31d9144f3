// Observations of one gateway: its log gets all of them, and rooms that act on some join once they are built.
import type { Observe } from '../core/observation.ts'

export interface Observers {
  readonly observe: Observe
  /** The observer gets all later observations, after those that joined before. */
  readonly add: (observer: Observe) => void
}

export function createObservers(log: Observe): Observers {
  const observers = [log]
  return {
    observe: (observation) => {
      for (const observer of observers) observer(observation)
    },
    add: (observer) => void observers.push(observer),
  }
}
