// The thread in which functions over text are timed (linear.ts), by the CPU time of this thread alone.
import { parentPort, workerData } from 'node:worker_threads'
import { hostileText, type Recipe } from './hostile-text.ts'
import type { Given, Job, TextFunctions, Verdict } from './linear.ts'

type TextFunction = (text: string) => unknown

const [small, twice, large] = [1_562, 3_125, 25_000]
/** Where the large text takes less, its growth is not looked at: too little to measure, ms. */
const negligibleMs = 12.5
/** Where the small text takes less, ms by the clock, the large one takes less than that even if its time is quadratic. */
const foreseenMs = negligibleMs / (large / small) ** 2
/** The time for the large text over that for the small one: 16 where it is linear, 256 where it is quadratic. */
const ratioMax = 80
/** For the large text: 10 ms for each KB. */
const largeMsMax = 250
/**
 * Where twice the small text takes less than so many times as long, the ratio is kept, and the large text need not be run: of
 * f(n) = an + bn² with f(2n) < 2.35 f(n), f(16n) is at most 16 f(n) + 120 (f(2n) - 2 f(n)), so 58 f(n).
 */
const doublingMax = 2.35
/** Where the small text takes more, the large one might take too long even if a part of its time is cubic: then f(16n) < 254 f(n). */
const doublingMsMax = largeMsMax / 254
/** A pause of the thread makes a run longer, and none shorter: the large text is only run where so many runs agree. */
const doublingRuns = 4
/** Garbage that others left may be collected meanwhile, and a thread of the same core takes time from one of both. */
const suspectRuns = 4
/** Thread times have ticks of some ms: short runs are repeated for so long. */
const measuredMs = 15

const { url, done }: Given = workerData
const { textFunctions }: { readonly textFunctions: TextFunctions } = await import(url)

parentPort?.on('message', (job: Job) => parentPort?.postMessage(verdict(job)))

function verdict({ name, recipes }: Job): Verdict {
  for (const recipe of recipes) {
    const problem = problemOf(textFunctions.get(name), recipe)
    if (problem !== null) return { recipe, problem }
    done[0] = (done[0] ?? 0) + 1
  }
  return null
}

/** Why a function is not linear in a text, or null. */
function problemOf(run: TextFunction | undefined, recipe: Recipe): string | null {
  if (run === undefined) return 'there is no such function'
  try {
    if (isForeseen(run, recipe)) return null
    for (let runs = 1; ; runs += 1) {
      const largeMs = cpuMsOf(run, hostileText(recipe, large), 0)
      if (largeMs < negligibleMs) return null
      const smallMs = cpuMsOf(run, hostileText(recipe, small), measuredMs)
      if (largeMs / smallMs < ratioMax && largeMs < largeMsMax) return null
      if (runs === suspectRuns || largeMs > largeMsMax)
        return `${small} letters: ${smallMs} ms, ${large} letters: ${largeMs} ms`
    }
  } catch (error) {
    return `it threw ${String(error)}`
  }
}

/** Whether shorter texts show that the large one is linear, or takes too little to be looked at. */
function isForeseen(run: TextFunction, recipe: Recipe): boolean {
  const text = hostileText(recipe, small)
  let smallMs = clockMsOf(run, text)
  // What runs for the first time is not compiled yet
  for (let runs = 0; runs < 2 && smallMs > foreseenMs; runs += 1)
    smallMs = Math.min(smallMs, clockMsOf(run, text))
  if (smallMs < foreseenMs) return true
  if (smallMs > doublingMsMax) return false
  const twiceAsLong = hostileText(recipe, twice)
  for (let runs = 0; runs < doublingRuns; runs += 1)
    if (clockMsOf(run, twiceAsLong) < doublingMax * smallMs) return true
  return false
}

/** What the thread takes is not more. */
function clockMsOf(run: TextFunction, text: string): number {
  const before = performance.now()
  run(text)
  return performance.now() - before
}

/** Of one run, on average. */
function cpuMsOf(run: TextFunction, text: string, atLeastMs: number): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    run(text)
    const { user, system } = process.threadCpuUsage(before)
    const totalMs = (user + system) / 1000
    if (totalMs >= atLeastMs) return totalMs / runs
  }
}
