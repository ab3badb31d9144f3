// Gives back memory that a process needed only for its start.
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then V8's compiled code is saved for the next start (kept-code.ts). */
const afterMs = 10_000

/** The share of time in which an idle process runs code. A busy one needs its memory, and its requests would wait for the collection. */
const restMax = 0.05

/**
 * Frees memory once the process is idle: V8 keeps its young generation as large as the start made it (13 of 127 MB), unless a
 * last-resort collection is requested.
 */
export async function giveBackStartMemory(): Promise<void> {
  const before = performance.eventLoopUtilization()
  await setTimeout(afterMs, undefined, { ref: false })
  if (performance.eventLoopUtilization(before).utilization > restMax) return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
  // V8 rejects compiled code saved under other flags, such as Node's for modules that are loaded later
  setFlagsFromString('--no-expose-gc')
}
