// The last moments of a server: it accepts no connections, and those that are open may end by themselves.
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Settles once all connections have ended, or after so long. Closing the http server would end those that are idle. */
export async function drained(server: Server, drainMs: number): Promise<void> {
  const waiting = new AbortController()
  const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const late = sleep(drainMs, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([ended, late])
  waiting.abort()
}
