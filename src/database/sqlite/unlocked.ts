// Waits for locks of SQLite: while another process writes, the file may be locked, and a query is tried again until it is not. SQLite's
// own wait (`busy_timeout`) would block the main thread, which answers all requests.
import { setTimeout } from 'node:timers/promises'

/** The longest wait of a query for a lock. */
const patienceMs = 1000
const pauseMsMax = 50

/** The primary result code of SQLite without extended bits (SQLITE_BUSY_SNAPSHOT); 0 for other errors. */
export function errcodeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0
  return Number(error.errcode) & 0xff
}

/** SQLITE_BUSY. */
const isLocked = (error: unknown) => errcodeOf(error) === 5

/** Tries again while the file is locked. Rejects with the error of the last attempt, or with the signal's reason. */
export async function onceUnlocked<T>(attempt: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
  const endsAt = performance.now() + patienceMs
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (!isLocked(error) || performance.now() > endsAt) throw error
    }
    await setTimeout(pauseMs)
  }
}
