// Loads targets one after the other, with a pause after each, so that clients' requests go first and a slow database is not loaded
// further.
import { setTimeout } from 'node:timers/promises'
import type { RequestTarget } from '../core/request-target.ts'

export interface SlowLoading {
  /** Settles with the status of the response. */
  readonly load: (target: RequestTarget) => Promise<number>
  /** The pause between two targets; at least as long as the last one took. */
  readonly pauseMs: number
  /** True where there are so many requests that loading has to wait. */
  readonly isBusy: () => boolean
  readonly signal: AbortSignal
}

export interface SlowlyLoaded {
  readonly loaded: number
  /** The targets that were not loaded, and why; null where all were. */
  readonly left: readonly RequestTarget[]
  readonly why: 'busy' | 'slow' | 'failing' | 'stopped' | null
}

/** A load that takes longer than `slowMs` is slow; `slowMax` of these in a row end the loading. */
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
