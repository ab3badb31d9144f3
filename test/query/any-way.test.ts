// Lists of a large table by every way that statistics can choose: pages by number and by position have the rows that one plain
// statement has there, and their totals are as many. Ties, times that were never set, ids that no double holds, and relations
// that a table without a key says twice are among the rows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { anonymous } from '../../src/core/viewer.ts'
import type { Compared } from '../../src/database/declared-filter.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { Engine } from '../../src/database/engine.ts'
import { mapped } from '../../src/database/layout-mapping.ts'
import { textOf, type Row } from '../../src/database/tables.ts'
import { stepsOf, type Facts } from '../../src/optimizer/access-paths.ts'
import { countStepOf } from '../../src/optimizer/count-access.ts'
import { canDrive } from '../../src/optimizer/driving-filter.ts'
import { fallsShort } from '../../src/optimizer/in-rounds.ts'
import type { Indexes } from '../../src/optimizer/indexes.ts'
import { positionOf } from '../../src/plan/cursor.ts'
import type { KeysetPage, ListPlan, Page, ReadPlan } from '../../src/plan/plan.ts'
import { withPresence } from '../../src/planner/declared-order.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { timeZone } from '../../src/site/time-zone.ts'
import { withCompile } from '../support/compile.ts'
import { shareOf, testDatabases, type TestDatabase } from '../support/databases.ts'
import { editor } from '../support/large-table.ts'
import { randomFor } from '../support/random.ts'
import { post } from '../support/resources.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const { below, picked } = randomFor('any way')
const posts = 600
/** More of them find more: this many take a second or two. */
const lists = Number(process.env['TEST_LISTS'] ?? 40)

const never = '0000-00-00 00:00:00'
/** Of few, so that many are equal; the hour in October is one that clocks show twice. */
const times = [
  never,
  '2023-10-29 02:30:00',
  '2023-10-29 03:30:00',
  '2024-01-04 12:00:00',
  '2024-01-05 12:00:00',
]
const someTime = () =>
  below(2) === 0 ? picked(times) : `2024-0${1 + below(6)}-1${below(10)} 1${below(10)}:00:00`
const statuses = ['publish', 'publish', 'publish', 'publish', 'draft', 'private', 'pending', 'trash']
const terms = [1, 2, 3, 4, 5]

async function fill(database: TestDatabase): Promise<void> {
  const ids = Array.from({ length: posts }, (_, nth) =>
    nth < posts - 20 ? 1000 + nth : 2n ** 53n + BigInt(nth),
  )
  await insertPosts(
    database,
    ids.map((ID) => ({
      ID,
      post_author: picked([1, 2, 3, 3, 3]),
      post_title: picked(['', 'A title', 'a title', 'Another']),
      post_status: picked(statuses),
      post_parent: picked([0, 0, 0, 1000, 1001]),
      menu_order: picked([0, 0, 1, -3]),
      post_date: someTime(),
      post_date_gmt: picked([never, someTime()]),
      post_modified: someTime(),
      post_modified_gmt: picked([never, someTime()]),
    })),
  )
  await insertRows(
    database,
    'wp_postmeta',
    ids.flatMap((post_id) =>
      Array.from({ length: below(3) }, () => ({
        post_id,
        meta_key: 'price',
        meta_value: picked(['1', '2', '2.0', '', 'x']),
      })),
    ),
  )
  await database.execute('create table said (post bigint not null, term bigint not null)')
  await database.execute('create index of_term on said (term)')
  const relations = ids.flatMap((id) =>
    terms.filter((term) => below(term * 2) === 0).map((term) => ({ post: id, term })),
  )
  await insertRows(database, 'said', [...relations, ...relations.filter(() => below(3) === 0)])
  for (const columns of ['post_author, post_date', 'post_date_gmt', 'post_modified', 'menu_order'])
    await database.execute(
      `create index by_${columns.replace(', ', '_')} on wp_posts (post_type, post_status, ${columns}, ID)`,
    )
}

const price: Compared = { name: 'price', on: { meta: 'price' }, type: 'decimal', scanMax: 1_000_000 }
const priceAsGiven = (values: readonly string[]): Filter => ({
  kind: 'compared',
  by: price,
  tests: [{ operator: 'gte', from: 0, count: 1 }],
  values,
})
const term = (...values: readonly number[]): Filter => ({
  kind: 'term',
  taxonomy: 'category',
  by: 'taxonomy_id',
  values,
})

const filters: readonly (() => Filter)[] = [
  () => term(picked(terms)),
  () => term(picked(terms), picked(terms)),
  () => ({ kind: 'none', filters: [term(picked(terms))] }),
  () => ({ kind: 'any', filters: [term(picked(terms)), { kind: 'in', column: 'author_id', values: [2] }] }),
  () => ({ kind: 'in', column: 'author_id', values: picked([[1], [2, 3], [999]]) }),
  () => ({ kind: 'in', column: 'parent_id', values: picked([[0], [1000], [1000, 1001]]) }),
  () => ({
    kind: picked(['after', 'before']),
    column: picked(['created_at', 'modified_at']),
    values: [picked(times)],
  }),
  () => ({ kind: 'meta', key: 'price', values: picked([['2'], ['1', '']]) }),
  () => priceAsGiven([picked(['1', '2'])]),
  () => ({ kind: 'none', filters: [{ kind: 'in', column: 'id', values: [1003, 1005, 2n ** 53n + 590n] }] }),
]

function anyList(): ListPlan {
  const isEditor = below(3) === 0
  const column = picked([
    'created_at',
    'created_at',
    'modified_at',
    'created_instant',
    'author_id',
    'menu_order',
    'title',
    'id',
    'price',
  ])
  const descending = picked([true, false])
  const order =
    column === 'price'
      ? ([
          { kind: 'meta', by: price, descending },
          { kind: 'column', column: 'id', descending },
        ] as const)
      : orderBy(column, descending, picked([descending, descending, !descending]))
  return planList(post, {
    visible: visibilityOf(post, isEditor ? editor : anonymous),
    ...(isEditor
      ? { statuses: picked([['publish', 'draft'], ['private'], ['draft', 'pending', 'private', 'publish']]) }
      : {}),
    columns: [...new Set(['id', ...(column === 'price' ? [] : [column])])],
    filters: withPresence(
      Array.from({ length: below(3) }, () => picked(filters)()),
      order,
    ),
    order,
    page: front,
    ...(column === 'created_instant' ? { zone: timeZone('Europe/Berlin', 0) } : {}),
  })
}

const front: KeysetPage = { kind: 'keyset', after: null, before: null, direction: 'forward', limit: 10_000 }

/** Pages of the list, each with the rows of the whole list that it has. */
function pagesOf(
  plan: ListPlan,
  whole: readonly Row[],
): readonly (readonly [page: Page, rows: readonly Row[]])[] {
  const limit = 1 + below(30)
  const nth = below(whole.length + 1)
  const [row] = whole.slice(nth)
  const first = plan.order[0]
  const orderedBy = first?.kind === 'column' ? first.column : 'price'
  const byNumber = [{ kind: 'offset', offset: nth, limit } as const, whole.slice(nth, nth + limit)] as const
  if (!row) return [byNumber]
  const at = positionOf(row, orderedBy)
  return [
    byNumber,
    [{ ...front, after: at, limit }, whole.slice(nth + 1, nth + 1 + limit)],
    [
      { ...front, before: at, direction: 'backward', limit },
      whole.slice(Math.max(0, nth - limit), nth).toReversed(),
    ],
  ]
}

function someFacts(plan: ListPlan, indexes: Indexes): Facts {
  const sizes = new Map<number, number | null>()
  for (const [place, filter] of plan.filters.entries())
    if (canDrive(filter, plan, indexes))
      sizes.set(place, picked([10, 4000, 30_000, 500_000, filter.kind === 'meta' ? null : 10]))
  return { posts: 1_000_000, ofKind: picked([20_000, 1_000_000]), indexes, sizes }
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => textOf(row, 'id'))

for (const kind of testDatabases()) {
  describe(`a list of a large table on ${kind.name}`, () => {
    it('has the same pages and total by whichever way it is read', async () => {
      const database = await kind.create()
      await fill(database)
      const layout = mapped(
        {
          tables: {
            term_relationships: { table: 'said', columns: { post_id: 'post', term_taxonomy_id: 'term' } },
          },
        },
        'wp_',
      )
      assert(layout instanceof Map)
      const ways = new Set<string>()
      const runs = shareOf(kind).runs(lists)
      const use = async (
        compile: (plan: ReadPlan) => CompiledQuery,
        kysely: Engine['kysely'],
        indexes: Indexes,
      ) => {
        const run = async (plan: ReadPlan) => (await kysely.executeQuery<Row>(compile(plan))).rows
        for (let nth = 0; nth < runs; nth += 1) {
          const list = anyList()
          const whole = await run(list)
          const facts = someFacts(list, indexes)
          for (const [page, expected] of pagesOf(list, whole)) {
            const plan = { ...list, page }
            for (const { name, access } of stepsOf(plan, facts)) {
              const found = await run(access ? { ...plan, access } : plan)
              if (fallsShort(plan, access, found) && found.length < expected.length) continue
              ways.add(name)
              assert.deepEqual(idsOf(found), idsOf(expected), `${name}: ${shown(plan)}`)
              break
            }
          }
          const count = planCount(list)
          const { access, name } = countStepOf(count, facts)
          const [counted] = await run(access ? { ...count, access } : count)
          assert.equal(Number(counted?.['count']), whole.length, `${name}: ${shown(count)}`)
        }
      }
      await withCompile(
        database.url,
        'wp_',
        (compile, { kysely }, indexes) => use(compile, kysely, indexes),
        layout,
      )
      // Few lists are read by fewer ways: ten by four at least in 15 draws, forty by nine in 25
      assert.ok(ways.size > (runs < lists ? 2 : 6), [...ways].join())
      await database.drop()
    })
  })
}

function shown(plan: ReadPlan): string {
  return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
