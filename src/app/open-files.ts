// The limit of open files of a process, connections among them. Beyond it, Node closes connections unseen, and a worker that was
// to take one is given no other any more.
import { readFileSync } from 'node:fs'
import type { Config } from '../settings/config.ts'

/** Files for modules, threads, logs and the owner's code. */
const reserve = 64

/** The number of clients that may be connected: at most `clientsMax`, and few enough to leave room for the gateway's own files. */
export function clientsWithin(
  { clientsMax, connectionsMax, originUrl, originConnectionsMax }: ClientLimits,
  filesMax = openFilesMax(),
): number {
  const own = reserve + connectionsMax + (originUrl === undefined ? 0 : originConnectionsMax)
  return Math.max(1, Math.min(clientsMax, filesMax - own))
}

type ClientLimits = Pick<Config, 'clientsMax' | 'connectionsMax' | 'originUrl' | 'originConnectionsMax'>

/** Infinity where the system does not state a limit; Linux does (proc_pid_limits(5)). */
function openFilesMax(): number {
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return max === undefined ? Infinity : Number(max)
  } catch {
    return Infinity
  }
}
