// Queries that are asked together: each is answered or refused, whatever happens to the others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListPlan } from '../../../src/plan/plan.ts'
import { askTogether } from '../../../src/read/batch.ts'

const planOf = (source: ListPlan['source'], id: string): ListPlan => ({
  kind: 'list',
  source,
  columns: ['id'],
  filters: [{ kind: 'in', column: 'id', values: [id] }],
  visible: null,
  order: [],
  page: { kind: 'all' },
})

const found = { rows: [], tables: new Set<never>(), meta: new Set<never>() }

describe('askTogether', () => {
  it('asks once for equal plans, and once for plans of a kind', async () => {
    const asked: number[] = []
    const ask = askTogether(async (plans) => {
      asked.push(plans.length)
      return plans.map(() => found)
    })
    const plans = [planOf('posts', '1'), planOf('posts', '2'), planOf('posts', '1'), planOf('terms', '1')]
    assert.deepEqual(await Promise.all(plans.map(ask)), [found, found, found, found])
    assert.deepEqual(asked, [2, 1])
  })

  it('refuses every plan of a query that fails, and asks for those of other kinds', async () => {
    const ask = askTogether(async (plans) => {
      if (plans[0]?.source === 'posts') throw new Error('lost')
      return plans.map(() => found)
    })
    const settled = await Promise.allSettled(
      [planOf('posts', '1'), planOf('posts', '2'), planOf('terms', '1')].map(ask),
    )
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    )
  })

  it('refuses a plan without a result', async () => {
    const ask = askTogether(async () => [])
    await assert.rejects(ask(planOf('posts', '1')), /no result/)
  })
})
