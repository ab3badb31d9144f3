// Values enter compiled queries through slots alone: each its own, padded, and only scalars.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely'
import type { Scalar, SearchWord } from '../../../src/database/filter.ts'
import type { ListPlan, Page } from '../../../src/plan/plan.ts'
import {
  bind,
  limitSlot,
  offsetSlot,
  paddedLength,
  positionSlots,
  valueSlots,
  wordSlot,
} from '../../../src/sql/slot.ts'

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const compiled = (parts: readonly RawBuilder<unknown>[]) => sql`select ${sql.join(parts)}`.compile(db)

const plan: ListPlan = {
  kind: 'list',
  source: 'posts',
  columns: ['id'],
  filters: [],
  visible: null,
  order: [],
  page: { kind: 'all' },
}

const paged = (page: Page): ListPlan => ({ ...plan, page })
const held = (...values: Scalar[]): ListPlan => ({
  ...plan,
  filters: [{ kind: 'in', column: 'id', values }],
})

describe('bind', () => {
  it('fills limit and offset', () => {
    const query = compiled([limitSlot, offsetSlot])
    assert.equal(query.sql, 'select ?, ?')
    assert.deepEqual(bind(query, paged({ kind: 'offset', offset: 20, limit: 10 })).parameters, [10, 20])
    assert.deepEqual(bind(query, paged({ kind: 'offset', offset: 0, limit: 1 })).parameters, [1, 0])
  })

  it('fills both ends of a window, ids exactly', () => {
    const { key: afterKey, id: afterId } = positionSlots('after', (value) => value)
    const { key: beforeKey, id: beforeId } = positionSlots('before', (value) => value)
    const query = compiled([afterKey, afterId, beforeKey, beforeId, limitSlot])
    const page: Page = {
      kind: 'keyset',
      after: { key: '2024-01-01 00:00:00', id: '7' },
      before: { key: '2023-01-01 00:00:00', id: '9007199254740993' },
      direction: 'forward',
      limit: 5,
    }
    assert.deepEqual(bind(query, paged(page)).parameters, [
      '2024-01-01 00:00:00',
      7,
      '2023-01-01 00:00:00',
      9007199254740993n,
      5,
    ])
  })

  it('repeats the last of the values where there are fewer than slots', () => {
    const query = compiled(valueSlots(3, 0))
    assert.equal(query.sql, 'select ?, ?, ?, ?')
    assert.deepEqual(bind(query, held(5, 6, 7)).parameters, [5, 6, 7, 7])
    assert.deepEqual(bind(query, held(1, 2, 3, 4)).parameters, [1, 2, 3, 4])
    assert.deepEqual(bind(query, held('a')).parameters, ['a', 'a', 'a', 'a'])
  })

  it('fills words from the filter that they are of, as they are made', () => {
    const words: readonly SearchWord[] = [
      { text: 'one', excluded: false, match: 'part' },
      { text: 'two', excluded: true, match: 'part' },
    ]
    const searched: ListPlan = {
      ...held(1),
      filters: [...held(1).filters, { kind: 'search', columns: ['title'], words }],
    }
    const query = compiled([1, 0].map((nth) => wordSlot(1, nth, ({ text }) => `%${text}%`)))
    assert.deepEqual(bind(query, searched).parameters, ['%two%', '%one%'])
  })

  it('leaves what is no slot alone, and the query as it was', () => {
    const query = compiled([sql`${'x'}`, limitSlot])
    const bound = bind(query, paged({ kind: 'offset', offset: 0, limit: 3 }))
    assert.deepEqual(bound.parameters, ['x', 3])
    assert.notDeepEqual(query.parameters, bound.parameters)
    assert.deepEqual(bind(query, paged({ kind: 'offset', offset: 0, limit: 4 })).parameters, ['x', 4])
  })

  it('names every execution anew', () => {
    const query = compiled([])
    assert.notEqual(bind(query, plan).queryId.queryId, bind(query, plan).queryId.queryId)
  })

  it('binds nothing but scalars', () => {
    const values: unknown[] = [
      null,
      undefined,
      true,
      NaN,
      Infinity,
      {},
      [],
      ['1'],
      new Date(0),
      Buffer.from('x'),
    ]
    for (const value of values)
      assert.throws(() => bind(compiled([sql`${value}`]), plan), TypeError, String(value))
    for (const value of ['', 'x', 0, -1.5, 2n ** 64n])
      assert.deepEqual(bind(compiled([sql`${value}`]), plan).parameters, [value])
  })

  it('refuses a plan of another shape', () => {
    const misfits = [
      () => bind(compiled([limitSlot]), plan),
      () => bind(compiled([offsetSlot]), paged({ kind: 'all' })),
      () => bind(compiled(valueSlots(1, 0)), plan),
      () => bind(compiled(valueSlots(1, 0)), held()),
      () => bind(compiled([wordSlot(0, 0, ({ text }) => text)]), held(1)),
      () =>
        bind(
          compiled([positionSlots('after', (value) => value).key]),
          paged({ kind: 'offset', offset: 0, limit: 1 }),
        ),
    ]
    for (const misfit of misfits)
      assert.throws(misfit, { message: 'a plan does not fit the shape it was compiled for' })
  })
})

describe('paddedLength', () => {
  const cases: readonly (readonly [length: number, padded: number])[] = [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 4],
    [5, 8],
    [100, 128],
    [128, 128],
  ]
  for (const [length, padded] of cases)
    it(`pads ${length} to ${padded}`, () => assert.equal(paddedLength(length), padded))

  it('is the next power of two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 }), (length) => {
        const padded = paddedLength(length)
        assert.ok(padded >= length && padded < 2 * length)
        assert.equal(padded & (padded - 1), 0)
      }),
    )
  })
})
