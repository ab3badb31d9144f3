// Functions over text are held to time linear in the text: CPU time of a thread of their own at two sizes, so that load on
// the machine does not count, and an endless loop fails its test instead of keeping it from ending.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { anyRecipe, recipes, type Recipe } from './hostile-text.ts'

/** Functions by name. Only the time that they take counts, and that they do not throw. */
export type TextFunctions = ReadonlyMap<string, (text: string) => unknown>

export interface Job {
  readonly name: string
  readonly recipes: readonly Recipe[]
}

/** The first text that a function is not linear in, or null. */
export type Verdict = { readonly recipe: Recipe | null; readonly problem: string } | null

/** What the thread begins with: where the functions are, and where it notes how many texts of a job it is done with. */
export interface Given {
  readonly url: string
  readonly done: Int32Array
}

const deadlineMs = 60_000
const randomRuns = 2

/** One test for each function that the module at `url` exports as `textFunctions`. */
export function areLinear(url: string, textFunctions: TextFunctions): void {
  const judge = createJudge(url)
  const check = async (name: string, texts: readonly Recipe[]) =>
    assert.equal(await judge.verdictOn({ name, recipes: texts }), null)

  after(judge.stop)
  for (const name of textFunctions.keys())
    it(`${name} takes time linear in hostile text`, async () => {
      await check(name, recipes)
      await fc.assert(
        fc.asyncProperty(anyRecipe, (recipe) => check(name, [recipe])),
        { numRuns: randomRuns, endOnFailure: true },
      )
    })
}

/** Judges functions of the module at `url`, in a thread that it ends where one hangs. */
export function createJudge(url: string) {
  let worker: Worker | null = null
  const done = new Int32Array(new SharedArrayBuffer(4))
  const stop = async () => {
    await worker?.terminate()
    worker = null
  }
  const verdictOn = async (job: Job): Promise<Verdict> => {
    const given: Given = { url, done }
    worker ??= new Worker(new URL('linear-worker.ts', import.meta.url), { workerData: given })
    done[0] = 0
    const stuck = new AbortController()
    let before: number | undefined
    const watch = setInterval(() => {
      if (done[0] === before) stuck.abort()
      before = done[0]
    }, deadlineMs)
    worker.postMessage(job)
    try {
      const [verdict]: readonly Verdict[] = await once(worker, 'message', { signal: stuck.signal })
      return verdict ?? null
    } catch (error) {
      await stop()
      const recipe = job.recipes[done[0]] ?? null
      return { recipe, problem: stuck.signal.aborted ? `no end in ${deadlineMs} ms` : String(error) }
    } finally {
      clearInterval(watch)
    }
  }
  return { verdictOn, stop }
}
