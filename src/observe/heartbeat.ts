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

/**
 * Reports at each look whether the main thread hangs. It counts looks, not time: a process that was stopped, or whose machine
 * was suspended, looks once when it goes on.
 */
export function createHangTest(hangMs: number): (beats: number) => boolean {
  const looksMax = Math.max(2, Math.ceil(hangMs / beatPeriodMs(hangMs)))
  let last: number | null = null
  let inVain = 0
  return (beats) => {
    inVain = beats === last ? inVain + 1 : 0
    last = beats
    return inVain >= looksMax
  }
}
