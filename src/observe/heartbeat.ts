// The memory that the main thread and its watchdog share.

export interface Watched {
  /** One number, which the main thread increments. */
  readonly beats: Int32Array
  readonly hangMs: number
  readonly isLogged: boolean
  readonly worker: number | null
}

/** The exit code of a process that hung (EX_SOFTWARE of sysexits.h). */
export const hungExitCode = 70

/** The watchdog finds the function under this name that says which request is being answered. */
export const routeSymbol = 'lectern.route'

export function beatPeriodMs(hangMs: number): number {
  return Math.min(1000, Math.max(10, Math.floor(hangMs / 5)))
}

/** How a thread spent the time since its start. */
export interface ThreadTimes {
  readonly ranMs: number
  /** How long it waited for a processor, as far as these waits are over. */
  readonly queuedMs: number
  /** True where it runs, or waits for a processor. */
  readonly isReady: boolean
}

/**
 * Reports at each look whether the main thread hangs: whether it did nothing else for `hangMs`. It counts looks, not time: a
 * process that was stopped, or whose machine was suspended, looks once when it goes on. Time in which the thread waited for a
 * processor does not count: on a machine that has too much to do, a start alone would take longer than `hangMs`. `times`: null
 * where they are not known.
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

/** How much of a period a thread had for itself. */
function ownMs(before: ThreadTimes | null, now: ThreadTimes | null, periodMs: number): number {
  if (before === null || now === null) return periodMs
  const ranMs = Math.min(periodMs, now.ranMs - before.ranMs)
  return now.isReady ? ranMs : Math.max(ranMs, periodMs - (now.queuedMs - before.queuedMs))
}
