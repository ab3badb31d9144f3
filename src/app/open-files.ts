// Files that a process may open at once, connections among them. Beyond that, Node closes connections unseen, and a worker that was
// to take one is given no other any more.
import { readFileSync } from 'node:fs'
import type { Config } from '../settings/config.ts'

/** For modules, threads, logs and what owners' code opens. */
const reserve = 64

/** How many clients may be connected: at most `clientsMax`, and as many as leave room for what the gateway itself opens. */
export function clientsWithin(
  { clientsMax, connectionsMax, originUrl, originConnectionsMax }: ClientLimits,
  filesMax = openFilesMax(),
): number {
  const own = reserve + connectionsMax + (originUrl === undefined ? 0 : originConnectionsMax)
  return Math.max(1, Math.min(clientsMax, filesMax - own))
}

type ClientLimits = Pick<Config, 'clientsMax' | 'connectionsMax' | 'originUrl' | 'originConnectionsMax'>

/** Infinity where the system does not tell: Linux does (proc_pid_limits(5)). */
function openFilesMax(): number {
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return max === undefined ? Infinity : Number(max)
  } catch {
    return Infinity
  }
}
