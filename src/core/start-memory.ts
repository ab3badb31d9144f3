// A process at rest holds no memory that only its start needed.
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what V8 compiled is kept for the next start (kept-code.ts). */
const afterMs = 10_000

/** The share of time in which a process at rest runs code. One with requests needs what it has, and they would wait for the collection. */
const restMax = 0.05

/**
 * Gives memory back once the process is at rest: V8 keeps its young generation as large as the start made it (13 of 127 MB),
 * unless it is asked for all that there is.
 */
export async function giveBackStartMemory(): Promise<void> {
  const before = performance.eventLoopUtilization()
  await setTimeout(afterMs, undefined, { ref: false })
  if (performance.eventLoopUtilization(before).utilization > restMax) return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
  // V8 takes no compiled code that was kept under other flags, as by Node for modules that are loaded later
  setFlagsFromString('--no-expose-gc')
}
