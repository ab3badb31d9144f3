// Legacy tables whose words are numbers, whose times are seconds since 1970 and of whose rows a filter leaves some out, over
// HTTP: what is not mapped is not public, what is filtered out is nowhere, and every walk by cursors meets each row once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { ColumnMapping, LayoutMapping } from '../../src/database/layout-mapping.ts'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { blog, createBlog, insertEntries, type Entry } from '../support/legacy-blog.ts'
import { insertRows } from '../support/rows.ts'

const v2 = '/cms-json/cms/v2'

/** An hour that clocks in Berlin show twice: 2023-10-29 02:00 to 03:00. */
const repeatedHour = Date.UTC(2023, 9, 29, 0, 0) / 1000
const day = 86_400

for (const kind of testDatabases()) {
  describe(`values of legacy columns on ${kind.name}`, () => {
    let opened: Opened
    before(async () => {
      opened = await open(kind)
    })
    after(async () => {
      await opened.gateway.stop()
      await opened.database.drop()
    })
    const ids = async (path: string) => {
      const { json, status, text } = await opened.gateway.get(`${v2}/${path}`)
      assert.equal(status, 200, `${path}: ${text}`)
      return list(json).map((each) => at(each, 'id'))
    }

    it('legacy-values/1 are public only if they are mapped to a public word', async () => {
      await refill(opened, [
        { nr: 1, state: 0 },
        { nr: 2, state: 1 },
        { nr: 3, state: 2 },
        { nr: 4, state: 3 },
        { nr: 5, state: null },
        { nr: 6, state: -1 },
      ])
      assert.deepEqual(await ids('posts'), [2])
      assert.deepEqual(await ids('posts?categories=1'), [2])
      assert.deepEqual(await ids('posts?categories_exclude=7'), [2])
      assert.deepEqual(await ids('posts?search=entry'), [2])
      assert.deepEqual(await ids('posts?include=1,2,3,4,5,6'), [2])
      assert.equal((await opened.gateway.get(`${v2}/posts`)).headers.get('x-cms-total'), '1')
      for (const id of [1, 3, 4, 5, 6])
        assert.equal((await opened.gateway.get(`${v2}/posts/${id}`)).status, 401, `posts/${id}`)
      const { json } = await opened.gateway.get(`${v2}/posts/2`)
      assert.equal(at(json, 'status'), 'publish')
      assert.equal(at(json, 'type'), 'post')
      const asked = await opened.gateway.graphql(
        '{ posts(first: 9) { totalCount edges { node { id } } } post(id: 4) { id } category(id: 1) { posts(first: 9) { edges { node { id } } } } }',
      )
      assert.equal(at(asked.json, 'data', 'posts', 'totalCount'), 1, asked.text)
      assert.equal(at(asked.json, 'data', 'post'), null)
    })

    it('legacy-values/2 that a filter leaves out are nowhere', async () => {
      await refill(opened, [
        { nr: 1 },
        { nr: 2, deleted_at: '2024-01-01 00:00:00' },
        { nr: 3, site: 2 },
        { nr: 4, site: 3, writer_nr: 2 },
        { nr: 5, site: 2, writer_nr: 3 },
      ])
      assert.deepEqual(await ids('posts?order=asc'), [1, 4])
      assert.deepEqual(await ids('posts?order=asc&cursor='), [1, 4])
      assert.deepEqual(await ids('posts?order=asc&include=1,2,3,4'), [1, 4])
      assert.deepEqual(await ids('posts?order=asc&categories=1'), [1, 4])
      assert.deepEqual(await ids('posts?order=asc&search=entry'), [1, 4])
      assert.deepEqual(await ids('posts?order=asc&orderby=title'), [1, 4])
      for (const id of [2, 3, 5]) assert.equal((await opened.gateway.get(`${v2}/posts/${id}`)).status, 404)
      // The second writer is inactive, and the third has written nothing that is there
      assert.deepEqual(await ids('users'), [1])
      assert.equal((await opened.gateway.get(`${v2}/categories?post=2`)).status, 400)
      assert.deepEqual(await ids('categories?post=1'), [1])
      assert.equal(at((await opened.gateway.get(`${v2}/categories/1`)).json, 'count'), 2)
      assert.deepEqual(await ids('categories?hide_empty=true'), [1])
      const { json, text } = await opened.gateway.graphql(
        '{ posts(first: 9) { totalCount edges { node { id author { name } categories { id } } } } }',
      )
      assert.equal(at(json, 'data', 'posts', 'totalCount'), 2, text)
    })

    it('legacy-values/3 that change what is there are noticed', async (test) => {
      await refill(opened, [{ nr: 1 }, { nr: 2, state: 0 }])
      const caching = await startTestGateway(opened.database, { layout: blog, feed: 'auto' })
      test.after(caching.stop)
      const json = async (path: string) => (await caching.get(`${v2}/${path}`)).json
      const shows = async (expected: readonly number[]) =>
        eventually(async () =>
          assert.deepEqual(
            list(await json('posts?order=asc')).map((each) => at(each, 'id')),
            expected,
          ),
        )
      await shows([1])
      await opened.database.execute('update entries set state = 1 where nr = 2')
      await shows([1, 2])
      await opened.database.execute(`update entries set deleted_at = '2024-01-01 00:00:00' where nr = 1`)
      await shows([2])
      await opened.database.execute('update entries set deleted_at = null where nr = 1')
      await shows([1, 2])
      await opened.database.execute(`update sections set title = 'Renamed'`)
      await eventually(async () => assert.equal(at(await json('categories/1'), 'name'), 'Renamed'))
    })

    it('legacy-values/4 in seconds since 1970 are times of the zone and of UTC', async () => {
      await refill(opened, [
        { nr: 1, posted: repeatedHour },
        { nr: 2, posted: repeatedHour + 3600 },
        { nr: 3, posted: repeatedHour - 7200 },
        { nr: 4, posted: Date.UTC(2024, 0, 31, 23, 30) / 1000 },
        { nr: 5, posted: 0 },
        { nr: 6, posted: null },
      ])
      const { json } = await opened.gateway.get(`${v2}/posts?_fields=id,date,date_gmt,modified&order=asc`)
      assert.deepEqual(
        list(json).map((each) => ['id', 'date', 'date_gmt', 'modified'].map((name) => at(each, name))),
        [
          [6, null, null, null],
          [5, null, null, null],
          [3, '2023-10-29T00:00:00', '2023-10-28T22:00:00', '2023-10-29T00:00:00'],
          [1, '2023-10-29T02:00:00', '2023-10-29T00:00:00', '2023-10-29T02:00:00'],
          [2, '2023-10-29T02:00:00', '2023-10-29T01:00:00', '2023-10-29T02:00:00'],
          [4, '2024-02-01T00:30:00', '2024-01-31T23:30:00', '2024-02-01T00:30:00'],
        ],
      )
      assert.deepEqual(await ids('posts?after=2024-02-01T00:29:59'), [4])
      assert.deepEqual(await ids('posts?after=2024-02-01T00:30:00'), [])
      assert.deepEqual(await ids('posts?before=2024-02-01T00:30:00'), [2, 1, 3])
      assert.deepEqual(await ids('posts?before=2023-10-29T00:00:01'), [3])
      assert.deepEqual(await ids('posts?before=2023-10-29T00:00:00'), [])
    })

    it('legacy-values/5 in seconds since 1970 are met once by every walk', async () => {
      const walks = fc.record({
        rows: fc.uniqueArray(
          fc.record({
            nr: fc.integer({ min: 1, max: 99 }),
            posted: fc.constantFrom(
              null,
              0,
              repeatedHour,
              repeatedHour + 1,
              repeatedHour + 3600,
              repeatedHour + day,
            ),
          }),
          { selector: ({ nr }) => nr, maxLength: 10 },
        ),
        size: fc.integer({ min: 1, max: 4 }),
      })
      await fc.assert(
        fc.asyncProperty(walks, async ({ rows, size }) => {
          await refill(opened, rows)
          for (const order of ['asc', 'desc'] as const) {
            const expected = inOrder(rows, order)
            const address = `posts?order=${order}&per_page=${size}&_fields=id`
            assert.deepEqual(await cursorWalk(opened, `${v2}/${address}&cursor=`), expected, address)
            assert.deepEqual(await edgeWalk(opened, size, order), expected, `edges, ${order}`)
          }
        }),
        { numRuns: 5, endOnFailure: true },
      )
    })

    it('legacy-values/7 in seconds since 1970 are walked by clients of WPGraphQL', async () => {
      await refill(opened, [
        { nr: 1, posted: repeatedHour },
        { nr: 2, posted: repeatedHour + 3600 },
        { nr: 3, posted: repeatedHour + day },
      ])
      const met: unknown[] = []
      let cursor: unknown = null
      for (let pages = 0; pages < 3; pages += 1) {
        const { json, text } = await opened.gateway.send('POST', '/graphql?view=wpgraphql', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `query ($after: String) { posts(first: 1, after: $after) { nodes { databaseId } pageInfo { endCursor } } }`,
            variables: { after: cursor },
          }),
        })
        assert.equal(at(json, 'errors'), undefined, text)
        met.push(...list(at(json, 'data', 'posts', 'nodes')).map((node) => at(node, 'databaseId')))
        cursor = at(json, 'data', 'posts', 'pageInfo', 'endCursor')
      }
      assert.deepEqual(met, [3, 2, 1])
    })
  })
}

describe('a mapping that is wrong', () => {
  for (const kind of testDatabases())
    it(`legacy-values/6 keeps a gateway from starting on ${kind.name}, and all that is wrong is said at once`, async () => {
      const database = await kind.create({ seed: 'empty' })
      await createBlog(database)
      const { posts, users } = blog.tables
      const layout = {
        ...blog,
        tables: {
          ...blog.tables,
          posts: { ...posts, columns: { ...posts.columns, slug: 'nam' }, where: { gone: null, site: 'one' } },
          users: { ...users, table: 'people' },
        },
      }
      await assert.rejects(startTestGateway(database, { layout, cacheBytesMax: 0 }), ({ message }: Error) => {
        assert.match(
          message,
          /tables\.posts\.columns\.slug is nam, which entries does not have\. It has body, deleted_at, /,
        )
        assert.match(message, /tables\.posts\.where names gone, which entries does not have/)
        assert.match(
          message,
          /tables\.users\.table is people, which the database does not have.* It has entries, sections, /,
        )
        return true
      })
      await database.drop()
    })
})

const times = ['2024-01-31 22:30:00', '2024-01-31 22:30:01', '2024-07-01 00:00:00']
/** A time, as the tables have it: the column is local time, in Berlin. */
const stored = {
  text: { of: (time: string) => time, type: 'datetime', as: null },
  'unix-seconds': { of: secondsInBerlin, type: 'bigint', as: 'unix-seconds' },
  'unix-milliseconds': {
    of: (time: string) => secondsInBerlin(time) * 1000 + 250,
    type: 'bigint',
    as: 'unix-milliseconds',
  },
  utc: { of: utcInBerlin, type: 'datetime', as: 'utc' },
} as const

for (const kind of testDatabases())
  for (const [form, { of, type, as }] of Object.entries(stored))
    describe(`filters on times as ${form} on ${kind.name}`, () => {
      it(`legacy-values/8 compare times, whatever stands for them`, async (test) => {
        const database = await kind.create({ seed: 'empty' })
        await database.execute(
          `create table notes (nr integer not null primary key, head varchar(20), made ${type} null)`,
        )
        await insertRows(database, 'notes', [
          ...times.map((time, nth) => ({ nr: nth + 1, head: 'x', made: of(time) })),
          { nr: 4, head: 'x', made: null },
          ...(as === null ? [] : [{ nr: 5, head: 'x', made: as === 'utc' ? '0000-00-00 00:00:00' : 0 }]),
        ])
        const gateway = await startTestGateway(database, {
          cacheBytesMax: 0,
          filters: [
            {
              types: ['post'],
              column: 'created_at',
              type: 'date',
              operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'],
              sort: true,
            },
          ],
          layout: notesIn('Europe/Berlin', { created_at: as === null ? 'made' : { column: 'made', as } }),
        })
        test.after(async () => {
          await gateway.stop()
          await database.drop()
        })
        const [first = '', second = '', third = ''] = times.map((time) => time.replace(' ', 'T'))
        for (const [query, wanted] of [
          [`created_at=${second}`, [2]],
          [`created_at[ne]=${second}`, [1, 3]],
          [`created_at[gt]=${first}`, [2, 3]],
          [`created_at[gte]=${second}`, [2, 3]],
          [`created_at[lt]=${second}`, [1]],
          [`created_at[lte]=${second}`, [1, 2]],
          [`created_at[in]=${first},${third}`, [1, 3]],
          ['created_at[gte]=2024-02-01', [3]],
          ['created_at[lt]=2024-02-01', [1, 2]],
        ] as const) {
          const { json, text } = await gateway.get(`${v2}/posts?${query}&orderby=id&order=asc&_fields=id`)
          assert.deepEqual(
            json,
            wanted.map((id) => ({ id })),
            `${query}: ${text}`,
          )
        }
      })
    })

for (const kind of testDatabases())
  describe(`slugs on ${kind.name}`, () => {
    it('legacy-values/10 are found as they are stored, percent-encoded or not', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await createBlog(database)
      await insertEntries(database, [{ nr: 1 }, { nr: 2 }])
      for (const [nr, name] of [
        [1, 'straße-übung'],
        [2, '%c3%bcbung'],
      ] as const)
        await database.execute('update entries set name = ? where nr = ?', [name, nr])
      const gateway = await startTestGateway(database, { layout: blog, cacheBytesMax: 0 })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      for (const [slug, id] of [
        ['straße-übung', 1],
        ['übung', 2],
        ['%c3%bcbung', 2],
      ] as const) {
        const { json } = await gateway.get(`${v2}/posts?_fields=id&slug=${encodeURIComponent(slug)}`)
        assert.deepEqual(json, [{ id }], slug)
      }
      const { json } = await gateway.graphql('{ post(slug: "straße-übung") { id } }')
      assert.equal(typeof at(json, 'data', 'post', 'id'), 'string')
    })
  })

for (const kind of testDatabases())
  describe(`times of change on ${kind.name}`, () => {
    it('legacy-values/9 are made of their own local times, not of those of creation', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await database.execute(
        'create table notes (nr integer not null primary key, head varchar(20), made bigint, changed datetime)',
      )
      await insertRows(database, 'notes', [
        { nr: 1, head: 'x', made: 1_700_000_000, changed: '2024-01-04 10:00:00' },
      ])
      const gateway = await startTestGateway(database, {
        cacheBytesMax: 0,
        layout: notesIn('Africa/Lagos', {
          created_at: { column: 'made', as: 'unix-seconds' },
          modified_at: 'changed',
        }),
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json } = await gateway.get(`${v2}/posts/1?_fields=date_gmt,modified,modified_gmt`)
      assert.deepEqual(json, {
        date_gmt: '2023-11-14T22:13:20',
        modified: '2024-01-04T10:00:00',
        modified_gmt: '2024-01-04T09:00:00',
      })
      const graphql = await gateway.graphql('{ post(id: 1) { modifiedAt } }')
      assert.equal(at(graphql.json, 'data', 'post', 'modifiedAt'), '2024-01-04T09:00:00Z')
    })
  })

for (const kind of testDatabases())
  describe(`dates in UTC on ${kind.name}`, () => {
    it('legacy-values/11 are shown, filtered and walked through as local ones', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await database.execute(
        'create table notes (nr integer not null primary key, head varchar(20), made datetime, changed timestamp null)',
      )
      // Both sides of an hour that Berlin had twice
      await insertRows(database, 'notes', [
        { nr: 1, head: 'x', made: '2024-10-26 23:59:59', changed: '2024-10-27 00:30:00' },
        { nr: 2, head: 'x', made: '2024-10-27 00:30:00', changed: '2024-10-27 01:30:00' },
        { nr: 3, head: 'x', made: '2024-10-27 01:30:00', changed: null },
        { nr: 4, head: 'x', made: '9999-12-31 22:59:59', changed: null },
      ])
      const gateway = await startTestGateway(database, {
        cacheBytesMax: 0,
        layout: notesIn('Europe/Berlin', {
          created_at: { column: 'made', as: 'utc' },
          modified_at: { column: 'changed', as: 'utc' },
        }),
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json } = await gateway.get(
        `${v2}/posts?order=asc&_fields=id,date,date_gmt,modified,modified_gmt`,
      )
      assert.deepEqual(list(json).slice(0, 2), [
        {
          id: 1,
          date: '2024-10-27T01:59:59',
          date_gmt: '2024-10-26T23:59:59',
          modified: '2024-10-27T02:30:00',
          modified_gmt: '2024-10-27T00:30:00',
        },
        {
          id: 2,
          date: '2024-10-27T02:30:00',
          date_gmt: '2024-10-27T00:30:00',
          modified: '2024-10-27T02:30:00',
          modified_gmt: '2024-10-27T01:30:00',
        },
      ])
      assert.deepEqual(at(list(json)[2], 'date_gmt'), '2024-10-27T01:30:00')
      for (const [query, wanted] of [
        ['before=2024-10-27T01:59:59', []],
        ['before=2024-10-27T02:00:00', [1]],
        ['after=2024-10-27T01:59:59', [4, 3, 2]],
        ['after=9999-12-31T23:59:59', []],
      ] as const) {
        const found = await gateway.get(`${v2}/posts?${query}&_fields=id`)
        assert.deepEqual(
          found.json,
          wanted.map((id) => ({ id })),
          `${query}: ${found.text}`,
        )
      }
      const walked: unknown[] = []
      for (let from = ''; walked.length < 9;) {
        const { json: page } = await gateway.graphql(
          `{ posts(first: 1${from}) { edges { node { id createdAt } } pageInfo { hasNextPage endCursor } } }`,
        )
        const posts = at(page, 'data', 'posts')
        walked.push(at(posts, 'edges', 0, 'node', 'createdAt'))
        if (at(posts, 'pageInfo', 'hasNextPage') !== true) break
        from = `, after: ${JSON.stringify(at(posts, 'pageInfo', 'endCursor'))}`
      }
      assert.deepEqual(walked.slice(1), [
        '2024-10-27T01:30:00Z',
        '2024-10-27T00:30:00Z',
        '2024-10-26T23:59:59Z',
      ])
    })
  })

/** Published posts of a table `notes`. */
function notesIn(zone: string, dated: Readonly<Record<string, ColumnMapping>>): LayoutMapping {
  const columns = {
    id: 'nr',
    title: 'head',
    status: { constant: 'publish' },
    type: { constant: 'post' },
    password: { constant: '' },
    ...dated,
  }
  return {
    extends: 'plain',
    options: { timezone_string: zone },
    tables: { posts: { table: 'notes', columns } },
  }
}

function secondsInBerlin(time: string): number {
  const hours = time < '2024-03-31' ? 1 : 2
  return Date.parse(`${time.replace(' ', 'T')}Z`) / 1000 - hours * 3600
}

function utcInBerlin(time: string): string {
  return new Date(secondsInBerlin(time) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

for (const kind of testDatabases())
  describe(`relations without a key on ${kind.name}`, () => {
    it('legacy-values/12 are said once, however many rows say them', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await createBlog(database)
      await database.execute('create table marks (entry integer not null, section integer not null)')
      await insertEntries(database, [{ nr: 1 }, { nr: 2 }])
      await insertRows(database, 'sections', [
        { nr: 1, title: 'News', short: 'news' },
        { nr: 2, title: 'Letters', short: 'letters' },
      ])
      await insertRows(
        database,
        'marks',
        [1, 1, 2].map((section) => ({ entry: 1, section })),
      )
      const marks = { table: 'marks', columns: { post_id: 'entry', term_taxonomy_id: 'section' } }
      const gateway = await startTestGateway(database, {
        layout: { ...blog, tables: { ...blog.tables, term_relationships: marks } },
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json, headers } = await gateway.get(`${v2}/posts?categories=1&_fields=id,categories`)
      assert.deepEqual(json, [{ id: 1, categories: [2, 1] }])
      assert.equal(headers.get('x-cms-total'), '1')
      const graphql = await gateway.graphql('{ post(id: 1) { categories { name } } }')
      assert.deepEqual(at(graphql.json, 'data', 'post', 'categories'), [
        { name: 'Letters' },
        { name: 'News' },
      ])
      const posts = await gateway.graphql('{ category(id: 1) { posts(first: 5) { edges { node { id } } } } }')
      assert.equal(list(at(posts.json, 'data', 'category', 'posts', 'edges')).length, 1)
    })
  })

interface Opened {
  readonly database: TestDatabase
  readonly gateway: TestGateway
}

async function open(kind: TestDatabaseKind): Promise<Opened> {
  const database = await kind.create({ seed: 'empty' })
  await createBlog(database)
  await insertRows(database, 'writers', [
    { nr: 1, full_name: 'Ada', active: 1 },
    { nr: 2, full_name: 'Ben', active: 0 },
    { nr: 3, full_name: 'Cem', active: 1 },
  ])
  await insertRows(database, 'sections', [{ nr: 1, title: 'News', short: 'news' }])
  return { database, gateway: await startTestGateway(database, { layout: blog, cacheBytesMax: 0 }) }
}

async function refill({ database }: Opened, entries: readonly Partial<Entry>[]): Promise<void> {
  await database.execute('delete from entries')
  await insertEntries(database, entries)
}

function inOrder(rows: readonly Pick<Entry, 'nr' | 'posted'>[], order: 'asc' | 'desc'): readonly number[] {
  const time = (posted: number | null) => posted ?? -1
  const sorted = rows.toSorted((one, other) => time(one.posted) - time(other.posted) || one.nr - other.nr)
  return (order === 'desc' ? sorted.toReversed() : sorted).map(({ nr }) => nr)
}

async function cursorWalk({ gateway }: Opened, first: string): Promise<readonly unknown[]> {
  const met: unknown[] = []
  let path: string | undefined = first
  for (let pages = 0; path !== undefined && pages < 50; pages += 1) {
    const answer = await gateway.get(path)
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    met.push(...list(answer.json).map((each) => at(each, 'id')))
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.slice(gateway.url.length)
  }
  return met
}

async function edgeWalk({ gateway }: Opened, size: number, order: string): Promise<readonly number[]> {
  const met: number[] = []
  let cursor: unknown = null
  for (let pages = 0; pages < 50; pages += 1) {
    const { json } = await gateway.graphql(
      `query ($at: String) { posts(first: ${size}, after: $at, orderBy: DATE, order: ${order.toUpperCase()}) { edges { node { id } } pageInfo { endCursor hasNextPage } } }`,
      { at: cursor },
    )
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    met.push(...list(at(json, 'data', 'posts', 'edges')).map((edge) => Number(at(edge, 'node', 'id'))))
    cursor = at(json, 'data', 'posts', 'pageInfo', 'endCursor')
    if (at(json, 'data', 'posts', 'pageInfo', 'hasNextPage') !== true) break
  }
  return met
}
