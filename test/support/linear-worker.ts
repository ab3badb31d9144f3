// The thread in which functions over text are timed (linear.ts), by the CPU time of this thread alone.
import { parentPort, workerData } from 'node:worker_threads'
import { hostileText } from './hostile-text.ts'
import type { Job, TextFunctions, Verdict } from './linear.ts'

const [small, medium, large] = [12_500, 25_000, 200_000]
/** Where the large text takes less, its growth is not looked at: too little to measure, ms. */
const negligibleMs = 100
/** Where the medium text takes less, ms by the clock, the large one takes less than that even if its time is quadratic. */
const foreseenMs = negligibleMs / (large / medium) ** 2
/** The time for the large text over that for the small one: 16 where it is linear, 256 where it is quadratic. */
const ratioMax = 80
/** For the large text: 10 ms for each KB. */
const largeMsMax = 2_000
/** Thread times have ticks of some ms: short runs are repeated for so long. */
const measuredMs = 15

const { textFunctions }: { readonly textFunctions: TextFunctions } = await import(String(workerData))

parentPort?.on('message', (job: Job) => parentPort?.postMessage(verdict(job)))

function verdict({ name, recipe }: Job): Verdict {
  const run = textFunctions.get(name)
  if (run === undefined) return { problem: 'there is no such function' }
  try {
    if (clockMsOf(run, hostileText(recipe, medium)) < foreseenMs) return { problem: null }
    const most = cpuMsOf(run, hostileText(recipe, large), 0)
    if (most < negligibleMs) return { problem: null }
    const least = cpuMsOf(run, hostileText(recipe, small), measuredMs)
    // Garbage that others left may have been collected meanwhile
    const again = most < largeMsMax ? cpuMsOf(run, hostileText(recipe, large), 0) : most
    const largeMs = Math.min(most, again)
    const isLinear = largeMs / least < ratioMax && largeMs < largeMsMax
    return { problem: isLinear ? null : `${small} letters: ${least} ms, ${large} letters: ${largeMs} ms` }
  } catch (error) {
    return { problem: `it threw ${String(error)}` }
  }
}

/** What the thread takes is not more. */
function clockMsOf(run: (text: string) => unknown, text: string): number {
  const before = performance.now()
  run(text)
  return performance.now() - before
}

/** Of one run, on average. */
function cpuMsOf(run: (text: string) => unknown, text: string, atLeastMs: number): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    run(text)
    const { user, system } = process.threadCpuUsage(before)
    const totalMs = (user + system) / 1000
    if (totalMs >= atLeastMs) return totalMs / runs
  }
}
