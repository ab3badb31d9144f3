// Signals: SIGTERM and SIGINT stop the gateway, SIGHUP makes it reload its settings.
import { closeSync, openSync } from 'node:fs'
import type { Observe } from '../core/observation.ts'

/** The same signal may arrive twice at once (from the terminal, and from npm); after this long a second one ends the process at once. */
const sameSignalMs = 1000

/** `stop` also has to end the process. */
export function stopOnSignals(stop: () => void): void {
  let since: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (since === null) {
        since = performance.now()
        stop()
      } else if (performance.now() - since > sameSignalMs) process.exit(1)
    })
  }
}

/** Reloads run one at a time; any number of signals during one cause one more. SIGHUP from a closed terminal stops. */
export function reloadOnSignal(
  reload: () => Promise<readonly string[] | null>,
  stop: () => void,
  observe: Observe,
): void {
  const hadTerminal = process.stdin.isTTY
  let isReloading = false
  let isAskedAgain = false
  const run = async () => {
    isReloading = true
    do {
      isAskedAgain = false
      await reload().then(
        (left) => left !== null && observe({ kind: 'reloaded', left, by: 'owner' }),
        (error: unknown) =>
          observe({ kind: 'not-reloaded', reason: error instanceof Error ? error.message : String(error) }),
      )
    } while (isAskedAgain)
    isReloading = false
  }
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) return stop()
    if (isReloading) isAskedAgain = true
    else void run()
  })
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
