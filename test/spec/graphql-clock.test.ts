// Lists of GraphQL go by UTC, also around the hours that a change of clocks repeats or leaves out, and where the UTC time was
// never set; where an owner says so, by the site's local time. Cursors of one clock are not good for the other.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, list, onEveryDatabase, startTestGateway, type On } from '../support/gateway.ts'
import { codeOf, dataOf, each, nodesIn } from '../support/graphql.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const never = '0000-00-00 00:00:00'

/** In Vienna clocks go from 03:00 back to 02:00 on 2024-10-27, and from 02:00 on to 03:00 on 2024-03-31. */
const told = [
  { ID: 6005, post_date: '2024-10-27 03:30:00', post_date_gmt: '2024-10-27 02:30:00' },
  // Never set, it is taken for the second time
  { ID: 6009, post_date: '2024-10-27 02:40:00', post_date_gmt: never },
  // The same hour twice: by the clock it would be the other way round
  { ID: 6002, post_date: '2024-10-27 02:30:00', post_date_gmt: '2024-10-27 01:30:00' },
  { ID: 6004, post_date: '2024-10-27 02:45:00', post_date_gmt: '2024-10-27 00:45:00' },
  { ID: 6003, post_date: '2024-10-27 02:30:00', post_date_gmt: '2024-10-27 00:30:00' },
  { ID: 6001, post_date: '2024-10-27 01:30:00', post_date_gmt: '2024-10-26 23:30:00' },
  // A time that no clock showed is later than it says
  { ID: 6006, post_date: '2024-03-31 02:30:00', post_date_gmt: never },
  { ID: 6008, post_date: '2024-03-31 03:15:00', post_date_gmt: never },
  { ID: 6007, post_date: '2024-03-31 03:10:00', post_date_gmt: '2024-03-31 01:10:00' },
  { ID: 6010, post_date: never, post_date_gmt: never },
]

/** Every seven minutes around both changes: a third of them never set, many at the same instant. */
const many = ['2024-03-31T00:00:00Z', '2024-10-26T22:00:00Z'].flatMap((start, round) =>
  Array.from({ length: 36 }, (_, nth) => {
    const utc = new Date(Date.parse(start) + Math.floor(nth / 2) * 14 * 60_000)
    const ahead =
      utc.getTime() < Date.parse('2024-03-31T01:00:00Z') ||
      utc.getTime() >= Date.parse('2024-10-27T01:00:00Z')
        ? 1
        : 2
    const local = new Date(utc.getTime() + ahead * 3_600_000)
    const text = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ')
    return {
      ID: 7000 + (((round * 36 + nth) * 29) % 97),
      post_date: text(local),
      post_date_gmt: nth % 3 === 0 ? never : text(utc),
    }
  }),
)

async function fill({ database }: Pick<On, 'database'>, rows: typeof told): Promise<void> {
  await database.execute(
    `update wp_options set option_value = 'Europe/Vienna' where option_name = 'timezone_string'`,
  )
  await database.execute(`delete from wp_posts where post_type = 'post'`)
  await insertPosts(
    database,
    rows.map((row) => ({ ...row, post_modified: row.post_date, post_modified_gmt: row.post_date_gmt })),
  )
  await insertRows(
    database,
    'wp_term_relationships',
    rows.map(({ ID }) => ({ object_id: ID, term_taxonomy_id: 1, term_order: 0 })),
  )
}

const expected = told.map(({ ID }) => String(ID))

onEveryDatabase('lists of GraphQL by UTC', (on) => {
  before(() => fill(on(), told))

  const ask = (query: string) => dataOf(on().gateway, query)

  it('graphql-clock/1 say and follow the instants at which content was made and changed', async () => {
    const found = at(await ask('{ posts { edges { node { id createdAt } } } }'), 'posts')
    assert.deepEqual(each(found, 'id'), expected)
    assert.deepEqual(each(found, 'createdAt'), [
      '2024-10-27T02:30:00Z',
      '2024-10-27T01:40:00Z',
      '2024-10-27T01:30:00Z',
      '2024-10-27T00:45:00Z',
      '2024-10-27T00:30:00Z',
      '2024-10-26T23:30:00Z',
      '2024-03-31T01:30:00Z',
      '2024-03-31T01:15:00Z',
      '2024-03-31T01:10:00Z',
      '0000-01-01T00:00:00Z',
    ])
    const changed = at(
      await ask('{ posts(orderBy: MODIFIED, order: ASC) { edges { node { id } } } }'),
      'posts',
    )
    assert.deepEqual(each(changed, 'id'), expected.toReversed())
  })

  it('graphql-clock/2 are the same below other nodes, by offset, and in a search', async () => {
    const below = await ask(
      '{ user(id: 1) { posts { edges { node { id } } } } category(id: 1) { posts { edges { node { id } } } } }',
    )
    assert.deepEqual(each(at(below, 'user', 'posts'), 'id'), expected)
    assert.deepEqual(each(at(below, 'category', 'posts'), 'id'), expected)
    const all = await ask('{ users { edges { node { id posts { edges { node { id } } } } } } }')
    const writer = nodesIn(at(all, 'users')).find((node) => at(node, 'id') === 'user:1')
    assert.deepEqual(each(at(writer, 'posts'), 'id'), expected)
    const byOffset = list(at(await ask('{ posts(limit: 4, offset: 3) { id } }'), 'posts'))
    assert.deepEqual(
      byOffset.map((post) => at(post, 'id')),
      expected.slice(3, 7),
    )
    const filtered = at(await ask('{ posts(category: "1", author: "1") { edges { node { id } } } }'), 'posts')
    assert.deepEqual(each(filtered, 'id'), expected)
  })

  it('graphql-clock/3 choose local times where an owner says so, whose cursors are not theirs', async () => {
    const page = (after: unknown) =>
      `{ posts(first: 2, after: ${JSON.stringify(after)}) { pageInfo { endCursor } edges { node { id } } } }`
    const local = await startTestGateway(on().database, { graphqlClock: 'local' })
    const ofLocal = at(await dataOf(local, page(null)), 'posts')
    const ofUtc = at(await ask(page(null)), 'posts')
    const byLocal = at(await dataOf(local, '{ posts(first: 6) { edges { node { id } } } }'), 'posts')
    assert.deepEqual(each(byLocal, 'id'), ['6005', '6004', '6009', '6003', '6002', '6001'])
    const [cursorOfLocal, cursorOfUtc] = [ofLocal, ofUtc].map((found) => at(found, 'pageInfo', 'endCursor'))
    assert.equal(await codeOf(on().gateway, page(cursorOfLocal)), 'INVALID_CURSOR')
    assert.equal(await codeOf(local, page(cursorOfUtc)), 'INVALID_CURSOR')
    assert.deepEqual(each(at(await dataOf(local, page(cursorOfLocal)), 'posts'), 'id'), ['6009', '6003'])
    assert.deepEqual(each(at(await ask(page(cursorOfUtc)), 'posts'), 'id'), ['6002', '6004'])
    await local.stop()
  })
})

onEveryDatabase('pages of GraphQL by UTC', (on) => {
  before(() => fill(on(), many))

  for (const orderBy of ['DATE', 'MODIFIED'])
    it(`graphql-clock/4 show everything once, forward and backward, by ${orderBy}`, async () => {
      const args = `orderBy: ${orderBy}`
      const whole = at(
        await dataOf(on().gateway, `{ posts(first: 100, ${args}) { edges { node { id createdAt } } } }`),
        'posts',
      )
      const all = nodesIn(whole).map(
        (node) => [String(at(node, 'createdAt')), Number(at(node, 'id'))] as const,
      )
      assert.equal(all.length, many.length)
      assert.deepEqual(
        all,
        all.toSorted(([time, id], [other, otherId]) =>
          time === other ? otherId - id : time < other ? 1 : -1,
        ),
      )
      for (const [size, begin, direction] of [
        [1, 'after', 'first'],
        [5, 'after', 'first'],
        [5, 'before', 'last'],
      ] as const) {
        const seen: number[] = []
        let cursor: unknown = null
        do {
          const page = at(
            await dataOf(
              on().gateway,
              `{ posts(${direction}: ${size}, ${begin}: ${JSON.stringify(cursor)}, ${args}) { pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { node { id } } } }`,
            ),
            'posts',
          )
          const ids = each(page, 'id').map(Number)
          const isForward = begin === 'after'
          seen.push(...(isForward ? ids : ids.toReversed()))
          const more = at(page, 'pageInfo', isForward ? 'hasNextPage' : 'hasPreviousPage')
          cursor = more === true ? at(page, 'pageInfo', isForward ? 'endCursor' : 'startCursor') : null
        } while (cursor !== null)
        const ids = all.map(([, id]) => id)
        assert.deepEqual(seen, begin === 'after' ? ids : ids.toReversed())
      }
    })
})
