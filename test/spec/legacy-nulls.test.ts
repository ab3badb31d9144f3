// Legacy tables whose dates and titles can be NULL over HTTP: every walk through a list meets each row once, by cursors and
// by pages, both ways, in the order NULL, zero date, date; a row without a date has none.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { articlesWith, createArticles } from '../support/legacy.ts'
import { insertRows } from '../support/rows.ts'

const v2 = '/cms-json/cms/v2'
const zero = '0000-00-00 00:00:00'
const someTimes = [null, null, zero, '2024-03-01 10:00:00', '2024-03-01 10:00:01', '2024-04-01 00:00:00']

const layout = {
  tables: {
    posts: articlesWith({
      created_at_utc: 'written_utc',
      modified_at: 'changed',
      modified_at_utc: 'changed_utc',
      menu_order: 'place',
    }),
    comments: {
      table: 'remarks',
      columns: {
        id: 'nr',
        post_id: 'article_nr',
        created_at: 'made',
        created_at_utc: 'made_utc',
        content: 'body',
        status: 'state',
      },
    },
  },
}

type Value = string | number | null

interface Article {
  readonly nr: number
  readonly written: string | null
  readonly written_utc: string | null
  readonly changed: string | null
  readonly changed_utc: string | null
  readonly headline: string | null
  readonly place: number | null
}

const time = fc.constantFrom(...someTimes)
const article: fc.Arbitrary<Article> = fc.record({
  nr: fc.integer({ min: 1, max: 99 }),
  written: time,
  written_utc: time,
  changed: time,
  changed_utc: time,
  headline: fc.constantFrom(null, '', 'a', 'b'),
  place: fc.constantFrom(null, -1, 0, 1),
})
const walks = fc.record({
  rows: fc.uniqueArray(article, { selector: ({ nr }) => nr, maxLength: 12 }),
  size: fc.integer({ min: 1, max: 5 }),
})

/** The ids in the order of a value and then of the id; NULL before all else. */
function inOrder(rows: readonly Article[], of: (row: Article) => Value, isDescending: boolean) {
  const compared = (one: Value, other: Value) => {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? -1 : 1
    return one < other ? -1 : 1
  }
  const sorted = rows.toSorted((one, other) => compared(of(one), of(other)) || one.nr - other.nr)
  return (isDescending ? sorted.toReversed() : sorted).map(({ nr }) => nr)
}

const wasSet = (moment: string | null) => moment !== null && moment !== zero
/** In a site at UTC. */
const instantOf = (utc: string | null, local: string | null) => (wasSet(utc) ? utc : local)

for (const kind of testDatabases()) {
  describe(`values that are NULL on ${kind.name}`, () => {
    let opened: Opened
    before(async () => {
      opened = await open(kind)
    })
    after(async () => {
      await opened.gateway.stop()
      await opened.database.drop()
    })

    const restLists = [
      { path: 'posts?orderby=date', of: ({ written }: Article) => written, hasCursors: true },
      { path: 'comments?orderby=date', of: ({ written }: Article) => written, hasCursors: true },
      { path: 'comments?orderby=date_gmt', of: (row: Article) => row.written_utc, hasCursors: true },
      { path: 'posts?orderby=modified', of: ({ changed }: Article) => changed, hasCursors: false },
      { path: 'posts?orderby=title', of: ({ headline }: Article) => headline, hasCursors: false },
    ]

    it('legacy-nulls/1 are met once by every walk through REST', async () => {
      await fc.assert(
        fc.asyncProperty(walks, async ({ rows, size }) => {
          await refill(opened, rows)
          for (const { path, of, hasCursors } of restLists)
            for (const order of ['asc', 'desc']) {
              const address = `${path}&order=${order}&per_page=${size}&_fields=id`
              const expected = inOrder(rows, of, order === 'desc')
              assert.deepEqual(await pagesOf(opened, address, rows.length), expected, address)
              if (!hasCursors) continue
              const { forward, backward } = await cursorsOf(opened, `${address}&cursor=`)
              assert.deepEqual(forward, expected, `${address} by cursors`)
              assert.deepEqual(backward, expected, `${address} by cursors, backward`)
            }
        }),
        { numRuns: 6, endOnFailure: true },
      )
    })

    it('legacy-nulls/2 are met once by every walk through GraphQL', async () => {
      const orders = [
        { orderBy: 'DATE', of: (row: Article) => instantOf(row.written_utc, row.written) },
        { orderBy: 'MODIFIED', of: (row: Article) => instantOf(row.changed_utc, row.changed) },
        { orderBy: 'TITLE', of: ({ headline }: Article) => headline },
      ]
      await fc.assert(
        fc.asyncProperty(walks, async ({ rows, size }) => {
          await refill(opened, rows)
          for (const { orderBy, of } of orders)
            for (const order of ['ASC', 'DESC']) {
              const expected = inOrder(rows, of, order === 'DESC')
              const ordered = `orderBy: ${orderBy}, order: ${order}`
              assert.deepEqual(await edgesOf(opened, ordered, size, 'forward'), expected, ordered)
              assert.deepEqual(
                await edgesOf(opened, ordered, size, 'backward'),
                expected,
                `${ordered}, backward`,
              )
            }
          const [date] = orders
          assert(date !== undefined)
          assert.deepEqual(await offsetsOf(opened, size, rows.length), inOrder(rows, date.of, true))
        }),
        { numRuns: 6, endOnFailure: true },
      )
    })

    it('legacy-nulls/3 are no date, and lie neither before nor after one', async () => {
      const none = {
        written: null,
        written_utc: null,
        changed: null,
        changed_utc: null,
        headline: null,
        place: null,
      }
      const dated = { ...none, written: '2024-03-01 10:00:00', changed: '2024-03-01 10:00:00' }
      await refill(opened, [
        { nr: 1, ...none },
        { nr: 2, ...none, written: zero },
        { nr: 3, ...dated },
      ])
      const get = async (path: string) => (await opened.gateway.get(`${v2}/${path}`)).json
      assert.deepEqual(await get('posts/1?_fields=date,date_gmt,modified,modified_gmt'), {
        date: null,
        date_gmt: null,
        modified: null,
        modified_gmt: null,
      })
      assert.deepEqual(await get('comments/1?_fields=date,date_gmt'), { date: null, date_gmt: null })
      assert.equal(at(await get('posts/2?_fields=date'), 'date'), '-0001-11-30T00:00:00')
      const ids = async (path: string) => list(await get(path)).map((each) => at(each, 'id'))
      for (const base of ['posts', 'comments']) {
        assert.deepEqual(await ids(`${base}?after=2024-01-01T00:00:00`), [3])
        assert.deepEqual(await ids(`${base}?before=2025-01-01T00:00:00`), [3, 2])
      }
      const { json } = await opened.gateway.graphql(
        '{ post(id: 1) { createdAt modifiedAt } comments { edges { node { id createdAt } } } }',
      )
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      assert.deepEqual(at(json, 'data', 'post'), { createdAt: null, modifiedAt: null })
      assert.deepEqual(
        list(at(json, 'data', 'comments', 'edges')).map((edge) => at(edge, 'node', 'createdAt') === null),
        [false, false, true],
      )
    })

    it('legacy-nulls/4 texts that are NULL are no password, no type of comment and no word', async () => {
      const database = await kind.create({ seed: 'empty' })
      await createArticles(database, {
        summary: 'varchar(100) null',
        body: 'varchar(100) null',
        secret: 'varchar(20) null',
      })
      await database.execute(
        `create table remarks (nr integer not null primary key, article_nr integer not null, made datetime not null,
           body varchar(20) not null, state varchar(20) not null, kind varchar(20) null)`,
      )
      const gateway = await startTestGateway(database, {
        layout: {
          tables: {
            posts: articlesWith({ excerpt: 'summary', content: 'body', password: 'secret' }),
            comments: {
              table: 'remarks',
              columns: {
                id: 'nr',
                post_id: 'article_nr',
                created_at: 'made',
                content: 'body',
                status: 'state',
                type: 'kind',
              },
            },
          },
        },
      })
      const own = { headline: 'Ferry', state: 'publish', kind: 'post', written: '2024-03-01 10:00:00' }
      await insertRows(database, 'articles', [
        { nr: 1, ...own, name: 'a', summary: null, body: null, secret: null },
        { nr: 2, ...own, name: 'b', summary: '', body: '', secret: '' },
        { nr: 3, ...own, name: 'c', summary: null, body: null, secret: 'sesame' },
        { nr: 4, ...own, name: 'd', summary: null, body: 'storm', secret: null },
      ])
      await insertRows(
        database,
        'remarks',
        [1, 2, 3].map((nr) => ({
          nr,
          article_nr: nr,
          made: '2024-03-02 10:00:00',
          body: 'x',
          state: '1',
          kind: null,
        })),
      )
      const ids = async (path: string) => {
        const { status, json, text } = await gateway.get(`${v2}/${path}`)
        assert.equal(status, 200, `${path}: ${text}`)
        return list(json).map((each) => at(each, 'id'))
      }
      assert.deepEqual(await ids('posts?search=ferry&orderby=id&order=asc'), [1, 2, 4])
      assert.deepEqual(await ids('posts?search=ferry+-storm&orderby=id&order=asc'), [1, 2])
      assert.deepEqual(await ids('search?search=ferry+-storm'), [2, 1])
      assert.deepEqual(await ids('comments?orderby=id&order=asc'), [1, 2])
      assert.deepEqual(await ids('comments?post=1'), [1])
      assert.equal(at((await gateway.get(`${v2}/comments/1`)).json, 'type'), 'comment')
      const { json } = await gateway.graphql(
        '{ post(id: 1) { isProtected comments { edges { node { id type } } } } search(text: "ferry -storm") { edges { node { __typename } } } }',
      )
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      assert.deepEqual(at(json, 'data', 'post'), {
        isProtected: false,
        comments: { edges: [{ node: { id: 'comment:1', type: 'comment' } }] },
      })
      assert.equal(list(at(json, 'data', 'search', 'edges')).length, 2)
      await gateway.stop()
      await database.drop()
    })
  })
}

interface Opened {
  readonly database: TestDatabase
  readonly gateway: TestGateway
}

async function open(kind: TestDatabaseKind): Promise<Opened> {
  const database = await kind.create({ seed: 'empty' })
  const times = ['written', 'written_utc', 'changed', 'changed_utc'].map((name) => [name, 'datetime null'])
  await createArticles(database, {
    ...Object.fromEntries(times),
    headline: 'varchar(100) null',
    place: 'integer null',
  })
  await database.execute(
    `create table remarks (nr integer not null primary key, article_nr integer not null, made datetime null,
       made_utc datetime null, body varchar(20) not null, state varchar(20) not null)`,
  )
  return { database, gateway: await startTestGateway(database, { layout, cacheBytesMax: 0 }) }
}

/** As many remarks on one article as there are articles, with the same times. */
async function refill({ database }: Opened, rows: readonly Article[]): Promise<void> {
  await database.execute('delete from articles')
  await database.execute('delete from remarks')
  const own = { state: 'publish', kind: 'post', name: 'x' }
  await insertRows(
    database,
    'articles',
    rows.map((row) => ({ ...row, ...own })),
  )
  await insertRows(
    database,
    'remarks',
    rows.map(({ nr, written, written_utc }) => ({
      nr,
      article_nr: rows[0]?.nr ?? 0,
      made: written,
      made_utc: written_utc,
      body: 'x',
      state: '1',
    })),
  )
}

async function idsAt({ gateway }: Opened, path: string) {
  const answer = await gateway.get(path)
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return { ids: list(answer.json).map((each) => at(each, 'id')), link: answer.headers.get('link') ?? '' }
}

async function pagesOf(opened: Opened, address: string, total: number): Promise<readonly unknown[]> {
  const met: unknown[] = []
  for (let page = 1; met.length < total; page += 1) {
    const { ids } = await idsAt(opened, `${v2}/${address}&page=${page}`)
    assert(ids.length > 0, `${address}: page ${page} is empty`)
    met.push(...ids)
  }
  return met
}

/** The ids of the pages that `next` leads through, and of those that `prev` leads back through from the last. */
async function cursorsOf(opened: Opened, first: string) {
  const walk = async (from: string, rel: 'next' | 'prev') => {
    const pages: (readonly unknown[])[] = []
    let path: string | undefined = from
    let last = from
    while (path !== undefined && pages.length < 50) {
      const { ids, link } = await idsAt(opened, path)
      pages.push(ids)
      last = path
      path = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(link)?.[1]?.slice(opened.gateway.url.length)
    }
    return { pages, last }
  }
  const forward = await walk(`${v2}/${first}`, 'next')
  const backward = await walk(forward.last, 'prev')
  return { forward: forward.pages.flat(), backward: backward.pages.toReversed().flat() }
}

async function edgesOf(opened: Opened, order: string, size: number, direction: 'forward' | 'backward') {
  const isForward = direction === 'forward'
  const [count, place, end, more] = isForward
    ? ['first', 'after', 'endCursor', 'hasNextPage']
    : ['last', 'before', 'startCursor', 'hasPreviousPage']
  const met: (readonly number[])[] = []
  let cursor: unknown = null
  for (let pages = 0; pages < 50; pages += 1) {
    const { json } = await opened.gateway.graphql(
      `query ($at: String) { posts(${count}: ${size}, ${place}: $at, ${order}) { edges { node { id } } pageInfo { ${end} ${more} } } }`,
      { at: cursor },
    )
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    met.push(list(at(json, 'data', 'posts', 'edges')).map((edge) => Number(at(edge, 'node', 'id'))))
    cursor = at(json, 'data', 'posts', 'pageInfo', end ?? '')
    if (at(json, 'data', 'posts', 'pageInfo', more ?? '') !== true) break
  }
  return (isForward ? met : met.toReversed()).flat()
}

async function offsetsOf({ gateway }: Opened, size: number, total: number): Promise<readonly number[]> {
  const met: number[] = []
  for (let offset = 0; offset < total; offset += size) {
    const { json } = await gateway.send('POST', '/graphql?view=offset', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ posts(limit: ${size}, offset: ${offset}) { id } }` }),
    })
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    met.push(...list(at(json, 'data', 'posts')).map((node) => Number(at(node, 'id'))))
  }
  return met
}
