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
  readonly recipe: Recipe
}

/** Why a function is not linear in a text, or null. */
export type Verdict = { readonly problem: string | null }

const deadlineMs = 60_000
const randomRuns = 2

/** One test for each function that the module at `url` exports as `textFunctions`. */
export function areLinear(url: string, textFunctions: TextFunctions): void {
  let worker: Worker | null = null
  const stop = async () => {
    await worker?.terminate()
    worker = null
  }
  const problemOf = async (job: Job): Promise<string | null> => {
    worker ??= new Worker(new URL('linear-worker.ts', import.meta.url), { workerData: url })
    const deadline = AbortSignal.timeout(deadlineMs)
    worker.postMessage(job)
    try {
      const [verdict]: readonly Verdict[] = await once(worker, 'message', { signal: deadline })
      return verdict?.problem ?? null
    } catch (error) {
      await stop()
      return deadline.aborted ? `no end in ${deadlineMs} ms` : String(error)
    }
  }
  const check = async (name: string, recipe: Recipe) =>
    assert.equal(await problemOf({ name, recipe }), null, JSON.stringify(recipe))

  after(stop)
  for (const name of textFunctions.keys())
    it(`${name} takes time linear in hostile text`, async () => {
      for (const recipe of recipes) await check(name, recipe)
      await fc.assert(
        fc.asyncProperty(anyRecipe, (recipe) => check(name, recipe)),
        { numRuns: randomRuns, endOnFailure: true },
      )
    })
}
