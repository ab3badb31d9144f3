// Repeats every message a while later: a downstream cache may have stored a response that was in flight while its change was
// announced.
import type { Stale } from '../core/stale.ts'
import type { Clock } from './receiver.ts'
import { createPending, type Pending } from './pending.ts'

export interface Repeats {
  readonly note: (stale: Stale) => void
}

/** Calls `tell` once for each event, `againMs` to twice that after it was received; 0 repeats none. */
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
      const batch = older.take()
      if (batch && !signal.aborted) {
        const { tags, paths, pathsLeftOut, at } = batch
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
