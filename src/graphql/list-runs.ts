// Runs lists that clients subscribe to again after a change. Each list runs once at a time and then pauses for as long as the run
// took, so that all of them together take at most about half of the time, however often something changes.
import { setTimeout as sleep } from 'node:timers/promises'
import { idOf, type SharedTexts } from '../core/shared-texts.ts'

interface Run {
  /** The number of changes before it began. */
  readonly changesCount: number
  readonly text: Promise<string | null>
  /** Settles once the next run may begin. */
  readonly over: Promise<void>
  /** The run after this one, shared by all callers since a later change. */
  next: Promise<string | null> | null
}

const pauseMsMax = 1000

/** `changesCount` is the number of changes so far. A returned text is at least as new as the last change before the call. */
export function createListRuns(shared: SharedTexts, changesCount: () => number): SharedTexts {
  const runs = new Map<string, Run>()
  return ({ madeBy, name }, make) => {
    const id = idOf({ madeBy, name })
    const begin = (): Promise<string | null> => {
      const beganAt = performance.now()
      const pause = () => sleep(Math.min(performance.now() - beganAt, pauseMsMax), undefined, { ref: false })
      const text = shared({ madeBy, name: `${name} ${changesCount()}` }, make)
      const run: Run = { changesCount: changesCount(), text, over: text.then(pause, pause), next: null }
      runs.set(id, run)
      void run.over.then(() => runs.get(id) === run && runs.delete(id))
      return text
    }
    const running = runs.get(id)
    if (running === undefined) return begin()
    return running.changesCount === changesCount()
      ? running.text
      : (running.next ??= running.over.then(begin))
  }
}
