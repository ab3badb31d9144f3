// Whatever the order in which a server logs, shows and a feed publishes commits while totals are counted: a total that is
// kept, once all is published, is what would be counted. The server is a model with the one law that is relied on: a
// commit is logged before it can be read, in the same order; the cache and its rules are the real ones.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import type { LogPoint, RowChange } from '../../../src/core/change.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { createKeptReads, type KeptRows } from '../../../src/read/row-cache.ts'
import { adjusted } from '../../../src/read/cached-total.ts'

const tags: ReadonlySet<Tag> = new Set<Tag>(['list:posts:post'])

interface Commit {
  readonly change: RowChange
  readonly counts: number
}

/** A server with its log, a feed of it, and a kept total. */
function world() {
  const cache = createTaggedCache<KeptRows>({ bytesMax: 100_000, lifeMs: () => 60_000 })
  const { keep } = createKeptReads(cache)
  const log: Commit[] = []
  const at = (place: number): LogPoint => ({ file: 'log.000001', offset: 10 * place })
  let [shown, published, adjustments] = [0, 0, 0]
  let doubted: RowChange[] = []
  const counting: (() => void)[] = []
  const countTo = (end: number) => log.slice(0, end).reduce((sum, { counts }) => sum + counts, 100)
  const publish = (change: RowChange) => {
    cache.doubt(tags)
    const revise = (kept: KeptRows) => {
      const total = adjusted(kept, change)
      if (total !== null && total !== kept) adjustments += 1
      return total
    }
    cache.drop(tags, undefined, { revise })
  }
  /** Stops where another step may come between. */
  const pause = () => new Promise<void>((resolve) => counting.push(resolve))
  const steps = {
    commit: () => {
      const [comes, place] = [log.length % 3 !== 2, log.length + 1]
      const row = { id: String(place), status: 'publish' }
      const change: RowChange = {
        kind: 'row',
        table: 'posts',
        before: comes ? null : row,
        after: comes ? row : null,
      }
      log.push({ change: { ...change, at: at(place) }, counts: comes ? 1 : -1 })
    },
    show: () => {
      shown = Math.min(shown + 1, log.length)
    },
    publish: () => {
      const next = log[published]
      if (next === undefined || published >= shown) return
      published += 1
      publish(next.change)
    },
    /** Its row was held by others: told without a place before it can be read, and once more later. */
    publishInDoubt: () => {
      const next = log[published]
      if (next === undefined) return
      published += 1
      const { at: _, ...change } = next.change
      doubted.push(change)
      publish(change)
    },
    publishAgain: () => {
      if (shown < published) return
      for (const change of doubted) publish(change)
      doubted = []
    },
    count: () =>
      void keep('total', async () => {
        await pause()
        const count = countTo(shown)
        await pause()
        const seenTo = at(log.length)
        await pause()
        const isCounted = () => true
        const plan = { kind: 'count', source: 'posts', filters: [], visible: null } as const
        return {
          rows: [{ count, isBounded: false }],
          tags,
          adjustable: { plan, isCounted, seenTo, max: Infinity },
        }
      }),
    goOn: () => counting.shift()?.(),
  }
  return {
    steps,
    finish: async () => {
      while (counting.length > 0) {
        steps.goOn()
        await setImmediate()
      }
      while (shown < log.length) steps.show()
      while (published < log.length) steps.publish()
      steps.publishAgain()
      return { kept: cache.find('total')?.rows[0]?.['count'], counted: countTo(log.length), adjustments }
    },
  }
}

const names = ['commit', 'show', 'publish', 'publishInDoubt', 'publishAgain', 'count', 'goOn'] as const
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<(typeof names)[number]>('goOn', 'commit', 'show', 'publish') },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
)

describe('a kept total, whatever the order of things', () => {
  it('is what would be counted, or is not kept', async () => {
    const seen = { kept: 0, adjustments: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (asked) => {
        const { steps, finish } = world()
        steps.count()
        for (const name of asked) {
          steps[name]()
          await setImmediate()
        }
        const { kept, counted, adjustments } = await finish()
        if (kept === undefined) return
        assert.equal(kept, counted)
        seen.kept += 1
        seen.adjustments += adjustments
      }),
      { numRuns: 2000 },
    )
    assert(seen.kept > 100 && seen.adjustments > 100, JSON.stringify(seen))
  })
})
