// The memory that the main thread and its watchdog share, and the test for a hang.

export interface Watched {
  /** A counter that the main thread increments. */
  readonly beats: Int32Array
  readonly hangMs: number
  readonly isLogged: boolean
  readonly worker: number | null
}

/** The exit code of a process that hung (EX_SOFTWARE of sysexits.h). */
export const hungExitCode = 70

/** The name of the global function by which the watchdog finds out which request is being answered. */
export const routeSymbol = 'lectern.route'

export function beatPeriodMs(hangMs: number): number {
  return Math.min(1000, Math.max(10, Math.floor(hangMs / 5)))
}

/** A thread's use of time since its start. */
export interface ThreadTimes {
  readonly ranMs: number
  /** How long it waited for a processor, up to the last wait that is over. */
  readonly queuedMs: number
  /** True where it runs, or waits for a processor. */
  readonly isReady: boolean
}

/**
 * Returns at each look whether the main thread hangs: whether it was busy for `hangMs` without a heartbeat. It counts looks, not
 * time: a process that was stopped, or whose machine was suspended, looks once when it continues. Time in which the thread waited
 * for a processor does not count: on an overloaded machine a start alone would take longer than `hangMs`. `times`: null where
 * they are unknown.
 */
export function createHangTest(hangMs: number): (beats: number, times: ThreadTimes | null) => boolean {
  const periodMs = beatPeriodMs(hangMs)
  const vainMsMax = Math.max(2, Math.ceil(hangMs / periodMs)) * periodMs
  let last: { readonly beats: number; readonly times: ThreadTimes | null } | null = null
  let vainMs = 0
  return (beats, times) => {
    const before = last
    last = { beats, times }
    vainMs = before?.beats === beats ? vainMs + ownMs(before.times, times, periodMs) : 0
    return vainMs >= vainMsMax
  }
}

/** The part of a period in which the thread had a processor or needed none. */
function ownMs(before: ThreadTimes | null, now: ThreadTimes | null, periodMs: number): number {
  if (before === null || now === null) return periodMs
  const ranMs = Math.min(periodMs, now.ranMs - before.ranMs)
  return now.isReady ? ranMs : Math.max(ranMs, periodMs - (now.queuedMs - before.queuedMs))
}
