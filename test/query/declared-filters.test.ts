// Costs of declared filters on a large table: the plans by which they are read, the rows that servers examine for them, and the
// refusal of what would examine more than their owner allows.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { at } from '../support/gateway.ts'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { operators, type DeclaredFilter, type FilterType } from '../../src/database/declared-filter.ts'
import type { Page } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { declaredOrder, withPresence } from '../../src/planner/declared-order.ts'
import { comparedFilters } from '../../src/registry/filter-value.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

const posts = 30_000
const limit = 10

/**
 * A post a minute. Every post has a price, 5 of the hundred oldest and 7 of others; one in ten has a size, its number; one in
 * hundred a rank, the lower the newer. The order in menus is its number for one in a thousand, and 0 for others.
 */
const fill = `${numbersTo(posts)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type, menu_order)
    select n, 1, moment, moment, concat('Post ', n), 'publish', 'post', case when n % 1000 = 0 then n else 0 end
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers) made;
  insert into wp_postmeta (post_id, meta_key, meta_value) select n, 'price', case when n <= 100 then '5' else '7' end from numbers;
  insert into wp_postmeta (post_id, meta_key, meta_value) select n, 'size', n from numbers where n % 10 = 0;
  insert into wp_postmeta (post_id, meta_key, meta_value) select n, 'rank', ${posts} - n from numbers where n % 100 = 0;
  analyze table wp_posts, wp_postmeta`

const declared = (
  on: DeclaredFilter['by']['on'],
  scanMax = 0,
  type: FilterType = 'integer',
): DeclaredFilter => {
  const name = 'meta' in on ? `meta.${on.meta}` : on.column
  return { name, graphName: name, by: { name, on, type, scanMax }, operators, isSorted: true }
}
const price = declared({ meta: 'price' })
const priceScanned = declared({ meta: 'price' }, 40_000)
const size = declared({ meta: 'size' })
const rank = declared({ meta: 'rank' })
const menuOrder = declared({ column: 'menu_order' })

interface Case {
  readonly of: string
  readonly by: DeclaredFilter
  readonly wanted: Readonly<Partial<Record<(typeof operators)[number], string>>>
  readonly sorted?: boolean
  readonly page?: Page
  /** Null where it is refused. */
  readonly ids: readonly number[] | null
  readonly plans: readonly string[]
  readonly examined: number
}

const front: Page = { kind: 'offset', offset: 0, limit }
const keyset: Page = { kind: 'keyset', after: null, before: null, direction: 'forward', limit }
const newest = (every: number, from = posts) => Array.from({ length: limit }, (_, nth) => from - nth * every)

const cases: readonly Case[] = [
  {
    of: 'a value that all have, by date',
    by: price,
    wanted: { eq: '7' },
    ids: newest(1),
    plans: ['posts.date-first'],
    examined: 2000,
  },
  {
    of: 'a value that only old posts have, of too many',
    by: price,
    wanted: { eq: '5' },
    ids: null,
    plans: ['posts.date-first', 'posts.date-first'],
    examined: 21_000,
  },
  {
    of: 'the same, where its owner allows a scan',
    by: priceScanned,
    wanted: { eq: '5' },
    ids: newest(1, 100),
    plans: ['posts.date-first', 'posts.meta-first'],
    examined: 38_000,
  },
  {
    of: 'a range of a key that one in ten has',
    by: size,
    wanted: { gte: '100', lt: '300' },
    ids: newest(10, 290),
    plans: ['posts.date-first', 'posts.meta-first'],
    examined: 6200,
  },
  {
    of: 'the order by a key that one in hundred has',
    by: rank,
    wanted: {},
    sorted: true,
    ids: newest(100),
    plans: ['posts.meta-first'],
    examined: 3500,
  },
  {
    of: 'the order by a key that one in hundred has, by cursor',
    by: rank,
    wanted: {},
    sorted: true,
    page: { ...keyset, after: { key: '20000', id: '10000' } },
    ids: newest(100, 9900),
    plans: ['posts.meta-first'],
    examined: 5000,
  },
  {
    of: 'the order by a key that all have',
    by: price,
    wanted: {},
    sorted: true,
    ids: null,
    plans: [],
    examined: 100,
  },
  {
    of: 'a column without an index, of the newest',
    by: menuOrder,
    wanted: { eq: '0' },
    ids: newest(1, posts - 1),
    plans: ['posts.date-first'],
    examined: 1300,
  },
  {
    of: 'a column without an index, of one',
    by: menuOrder,
    wanted: { eq: '1000' },
    ids: null,
    plans: ['posts.date-first', 'posts.date-first'],
    examined: 20_000,
  },
  {
    of: 'the order by a column without an index',
    by: menuOrder,
    wanted: {},
    sorted: true,
    ids: null,
    plans: [],
    examined: 100,
  },
]

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`declared filters of large tables on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
      watched = await watch(database.url)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const planned = ({
      by,
      wanted,
      sorted = false,
      page = front,
    }: Pick<Case, 'by' | 'wanted' | 'sorted' | 'page'>) => {
      const order = sorted ? declaredOrder(by, false) : orderBy('created_at', true)
      const comparisons = operators.flatMap((operator) => {
        const value = wanted[operator]
        return value === undefined ? [] : [{ operator, values: [value] }]
      })
      return planList(post, {
        visible: visibilityOf(post, anonymous),
        columns: ['id', 'title'],
        filters: withPresence(comparisons.length === 0 ? [] : comparedFilters(by, comparisons), order),
        order,
        page,
      })
    }

    for (const { ids, plans, examined: most, of, ...asked } of cases)
      it(`by ${of} examine what their ways take`, async (test) => {
        const read = () => watched.read((reading) => reading.list(planned(asked)))
        // How many there are is asked once for a while
        await read()
        const { value, examined, plans: names } = await read()
        test.diagnostic(`${examined} rows examined by ${names.join(', ')}`)
        if (ids === null) {
          assert(isFailure(value))
          assert.deepEqual([value.code, at(value.data, 'filter')], ['filter_needs_scan', asked.by.name])
        } else {
          assert(!isFailure(value))
          assert.deepEqual(
            value.rows.map((row) => Number(row['id'])),
            ids,
          )
        }
        assert.deepEqual(names, plans)
        assert(examined <= most, `${examined} rows examined`)
      })

    it('are counted by the rows under their key, or not at all', async (test) => {
      const total = (by: DeclaredFilter, value: string) =>
        watched.read((reading) => reading.total(planCount(planned({ by, wanted: { gte: value } }))))
      await total(size, '100')
      const { value, examined } = await total(size, '100')
      test.diagnostic(`${examined} rows examined`)
      assert.deepEqual(value, { count: 2991, isBounded: false })
      assert(examined <= 13_500, `${examined} rows examined`)
      const { value: refused } = await total(price, '7')
      assert(isFailure(refused) && refused.code === 'filter_needs_scan')
      const { value: allowed } = await total(priceScanned, '7')
      assert.deepEqual(allowed, { count: 29_900, isBounded: false })
    })

    it('go by the indexes that there are', async (test) => {
      await database.execute(`alter table wp_postmeta drop index meta_key;
        create index by_menu on wp_posts (post_type, post_status, menu_order)`)
      const other = await watch(database.url)
      const read = (asked: Parameters<typeof planned>[0]) =>
        other.read((reading) => reading.list(planned(asked)))
      const old = await read({ by: rank, wanted: { eq: '29900' } })
      assert(isFailure(old.value) && old.value.code === 'filter_needs_scan')
      const sorted = await read({ by: rank, wanted: {}, sorted: true })
      assert(isFailure(sorted.value))
      const scanned = declared({ meta: 'rank' }, 40_000)
      const allowed = await read({ by: scanned, wanted: { eq: '29900' } })
      assert(!isFailure(allowed.value))
      assert.deepEqual(
        allowed.value.rows.map((row) => Number(row['id'])),
        [100],
      )
      const ofOne = { by: menuOrder, wanted: { eq: '1000' } }
      await read(ofOne)
      const { value, plans, examined } = await read(ofOne)
      test.diagnostic(`${examined} rows examined by ${plans.join(', ')}`)
      assert(!isFailure(value))
      assert.deepEqual(
        value.rows.map((row) => Number(row['id'])),
        [1000],
      )
      assert(examined < 50, `${examined} rows examined`)
      const byColumn = await read({ by: menuOrder, wanted: {}, sorted: true })
      assert(!isFailure(byColumn.value))
      assert.deepEqual(byColumn.plans, ['posts.in-order'])
      await other.close()
    })
  })
}
