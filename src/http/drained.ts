// Draining: the server accepts no more connections, and open ones may end by themselves.
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Settles once all connections have ended, or after `drainMs`. Closing the http server instead would close idle ones at once. */
export async function drained(server: Server, drainMs: number): Promise<void> {
  const waiting = new AbortController()
  const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const late = sleep(drainMs, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([ended, late])
  waiting.abort()
}
