// Observations of one gateway: its log receives all of them, and rooms that act on some subscribe once they are built.
import type { Observe } from '../core/observation.ts'

export interface Observers {
  readonly observe: Observe
  /** The observer receives all later observations, after the observers added before it. */
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
