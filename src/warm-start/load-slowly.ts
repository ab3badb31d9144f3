// Addresses loaded one after the other, with a pause after each: whoever asks meanwhile is served first, and a database that is
// slow is left alone.
import { setTimeout } from 'node:timers/promises'
import type { RequestTarget } from '../core/request-target.ts'

export interface SlowLoading {
  /** The status of its answer. */
  readonly load: (target: RequestTarget) => Promise<number>
  /** Between two; at least as long as the last one took. */
  readonly pauseMs: number
  /** Whether others ask so much that nothing is to be loaded besides. */
  readonly isBusy: () => boolean
  readonly signal: AbortSignal
}

export interface SlowlyLoaded {
  readonly loaded: number
  /** What was not loaded, and why; null where everything was. */
  readonly left: readonly RequestTarget[]
  readonly why: 'busy' | 'slow' | 'failing' | 'stopped' | null
}

/** What takes longer is slow; so many in turn are too many. */
const slowMs = 1000
const slowMax = 3
const busyPauseMs = 1000
const busyMax = 60

export async function loadSlowly(
  targets: readonly RequestTarget[],
  { load, pauseMs, isBusy, signal }: SlowLoading,
): Promise<SlowlyLoaded> {
  let slow = 0
  let busy = 0
  let loaded = 0
  const ended = (why: SlowlyLoaded['why']): SlowlyLoaded => ({ loaded, left: targets.slice(loaded), why })
  for (const target of targets) {
    while (isBusy() && !signal.aborted) {
      busy += 1
      if (busy > busyMax) return ended('busy')
      await pause(busyPauseMs, signal)
    }
    if (signal.aborted) return ended('stopped')
    const began = performance.now()
    const status = await load(target)
    const ms = performance.now() - began
    if (status >= 500) return ended('failing')
    loaded += 1
    slow = ms > slowMs ? slow + 1 : 0
    if (slow === slowMax) return ended('slow')
    await pause(Math.max(pauseMs, ms), signal)
  }
  return ended(null)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { ref: false, signal }).catch(() => {})
}
