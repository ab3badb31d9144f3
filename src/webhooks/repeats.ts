// Every message is repeated a while later: a response that was on its way while its change was announced may have been cached
// downstream after that.
import type { Stale } from '../core/stale.ts'
import type { Clock } from './receiver.ts'
import { createPending, type Pending } from './pending.ts'

export interface Repeats {
  readonly note: (stale: Stale) => void
}

/** Calls `tell` once for each, from `againMs` to twice as long after it was noted; 0: never. */
export function createRepeats(
  againMs: number,
  tagsMax: number,
  clock: Clock,
  signal: AbortSignal,
  tell: (stale: Stale) => void,
): Repeats {
  let older: Pending = createPending(tagsMax)
  let newer: Pending = createPending(tagsMax)
  let isWaiting = false
  const wait = async () => {
    isWaiting = true
    while (!signal.aborted && !(older.isEmpty() && newer.isEmpty())) {
      await clock.sleep(againMs, signal)
      const told = older.take()
      if (told && !signal.aborted) {
        const { tags, paths, pathsLeftOut, at } = told
        tell({ tags, paths, pathsLeftOut, cause: 'again', ...(at === undefined ? {} : { at }) })
      }
      ;[older, newer] = [newer, older]
    }
    isWaiting = false
  }
  return {
    note: (stale) => {
      if (againMs === 0 || signal.aborted) return
      newer.add(stale, clock.now())
      if (!isWaiting) void wait()
    },
  }
}
