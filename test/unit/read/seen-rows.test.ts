// Rows that answers read of a table are compared with those that are there.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicMs } from '../../../src/core/change.ts'
import type { Scalar } from '../../../src/database/filter.ts'
import type { Row, Table } from '../../../src/database/tables.ts'
import type { ListPlan } from '../../../src/plan/plan.ts'
import { createSeenRows } from '../../../src/read/seen-rows.ts'

const price = { id: 1, post_id: 7, key: 'price', value: '5' }
const color = { id: 2, post_id: 7, key: 'color', value: 'red' }
const other = { id: 3, post_id: 8, key: 'price', value: '9' }
const stored = [price, color, other]
const names = ['price', 'color']

function planOf(wanted: Readonly<Record<string, readonly Scalar[]>>, columns: readonly string[]): ListPlan {
  return {
    kind: 'list',
    source: 'postmeta',
    columns,
    filters: Object.entries(wanted).map(([column, values]) => ({ kind: 'in', column, values })),
    visible: null,
    order: [],
    page: { kind: 'all' },
  }
}

const tables: ReadonlySet<Table> = new Set(['postmeta'])
const all = ['id', 'post_id', 'key', 'value']
const ofPost = planOf({ post_id: [7], key: ['price', 'color'] }, all)

function areStill(plan: ListPlan, rows: readonly Row[], sinceMs = 0): boolean {
  const seen = createSeenRows()
  seen.note(plan, { rows, tables })
  return seen.areStill('postmeta', names, stored, sinceMs)
}

describe('rows that were read', () => {
  it('are still there, in whatever order', () => {
    assert.equal(areStill(ofPost, [color, price]), true)
    assert.equal(areStill(planOf({ post_id: [8, 9], key: ['PRICE'] }, ['value']), [{ value: '9' }]), true)
  })

  it('are not, where one has changed, come or gone since', () => {
    assert.equal(areStill(ofPost, [{ ...price, value: '6' }, color]), false)
    assert.equal(areStill(ofPost, [price]), false)
    assert.equal(areStill(ofPost, [price, color, { ...color, id: 9 }]), false)
    assert.equal(areStill(ofPost, [price, { ...color, value: null }]), false)
  })

  it('do not matter under other names, nor where they were read before', () => {
    assert.equal(areStill(planOf({ post_id: [7], key: ['lock'] }, ['value']), [{ value: '1' }]), true)
    assert.equal(areStill(planOf({ post_id: [7] }, all), [price, color, { ...color, key: 'lock' }]), true)
    assert.equal(areStill(ofPost, [], monotonicMs() + 5000), true)
  })

  it('cannot be compared where they are others, some of them, or more than are remembered', () => {
    assert.equal(areStill({ ...ofPost, source: 'posts' }, [price, color]), false)
    assert.equal(
      areStill({ ...ofPost, page: { kind: 'offset', offset: 0, limit: 2 } }, [price, color]),
      false,
    )
    assert.equal(areStill(planOf({ post_id: [7] }, ['value']), [{ value: '5' }, { value: 'red' }]), false)
    const seen = createSeenRows()
    for (let times = 0; times < 201; times += 1) seen.note(ofPost, { rows: [price, color], tables })
    assert.equal(seen.areStill('postmeta', names, stored, 0), false)
    assert.equal(seen.areStill('usermeta', names, stored, 0), true)
    const long = { ...price, value: 'x'.repeat(2_000_000) }
    assert.equal(areStill(ofPost, [long, color]), false)
  })
})
