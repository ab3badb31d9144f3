// What tells that something in the database changed, so that what was made of it goes.
import type { Change } from '../core/change.ts'

export interface Feed {
  readonly name: 'binlog' | 'poll' | 'data-version' | 'clock'
  /**
   * Publishes what changed, and only what readers can already see, until `stop`. Settles with null once it follows, or
   * with why it cannot.
   */
  readonly start: (publish: Publish) => Promise<string | null>
  /** How long ago it last heard of the database, ms. */
  readonly lagMs: () => number
  readonly stop: () => Promise<void>
}

export type Publish = (changes: readonly Change[]) => void

/** Nothing tells: what is kept ends by its age. */
export const clockFeed: Feed = {
  name: 'clock',
  start: async () => null,
  lagMs: () => 0,
  stop: async () => {},
}

/** Looks again and again, `everyMs` after the last look has ended. What is thrown is for `look` to handle. */
export function looking(
  everyMs: number,
  look: () => Promise<void>,
): { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = look().finally(next)
    }, everyMs)
    timer.unref()
  }
  return {
    start: async () => {
      running = look().finally(next)
      await running
    },
    stop: async () => {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
