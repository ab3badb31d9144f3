// The order of a list is kept where it is asked for often: pages at any offset and between any times are parts of it. They have
// the rows and totals that statements find, whatever the rows hold and whatever is written meanwhile.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { besidePlain } from '../support/beside-plain.ts'
import { oneDatabase, shareOf, testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { randomFor } from '../support/random.ts'

const base = '/cms-json/cms/v2'
const lists = [
  'posts?',
  'posts?order=asc&',
  'posts?orderby=modified&',
  'posts?orderby=modified&order=asc&',
  'posts?orderby=title&',
  'posts?orderby=id&order=asc&',
  'posts?categories=1&',
  'posts?author=2&order=asc&',
  'pages?',
  'products?order=asc&',
]
/** Times of rows, also equal ones, between them, and such as no row has. */
const times = [
  '2024-01-01T00:00:00',
  '2024-02-29T12:00:00',
  '2024-02-29T12:00:01',
  '2100-01-01T00:00:00',
  '1000-01-01T00:00:00',
  '2024-03-01T00:00:00Z',
]

const post = (id: number, time: string, modified = time) =>
  `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name,
    to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, post_type)
    values (${id}, 2, '${time}', '${time}', 'Text', 'Title ${id % 3}', '', 'publish', 'ordered-${id}',
    '', '', '${modified}', '${modified}', '', 0, '', 'post')`

const odd = [
  ...[1, 2, 3, 4, 5].map((nth) => post(9100 + nth, '2024-02-29 12:00:00')),
  post(9110, '2024-02-29 12:00:01', '2024-01-01 00:00:00'),
  post(9111, '0000-00-00 00:00:00'),
]

const changes = [
  post(9120, '2024-02-29 12:00:00'),
  `update wp_posts set post_date = '2024-02-29 12:00:01' where ID = 9102`,
  `update wp_posts set post_modified = '2024-01-01 00:00:00' where ID = 9103`,
  `update wp_posts set post_title = 'A title before all' where ID = 9104`,
  `update wp_posts set post_status = 'draft' where ID = 9101`,
  `update wp_posts set post_type = 'page' where ID = 9105`,
  `update wp_posts set post_author = 3 where ID = 9110`,
  `insert into wp_term_relationships values (9110, 1, 0)`,
  `delete from wp_posts where ID = 9120`,
]

for (const kind of testDatabases()) {
  const { some } = shareOf(kind)
  describe(`orders that are kept of ${kind.name}`, () => {
    const opened = besidePlain(kind, 'auto', { changes: odd })

    const random = randomFor(`orders of ${kind.name}`)
    const page = (of: string) => {
      const bounds = ['before', 'after', 'modified_before', 'modified_after']
        .filter(() => random.below(4) === 0)
        .map((name) => `${name}=${random.picked(times)}&`)
      return `${base}/${of}${bounds.join('')}offset=${random.below(12)}&per_page=${1 + random.below(9)}&_fields=id`
    }
    const answer = async (gateway: TestGateway, path: string) => {
      const { status, text, headers } = await gateway.get(path)
      return { path, status, text, total: headers.get('x-cms-total'), links: headers.get('link') }
    }
    const assertSame = async () => {
      const paths = lists.flatMap((of) => some([1, 2]).map(() => page(of)))
      const made = await Promise.all(paths.map((path) => answer(opened().plain, path)))
      await eventually(async () =>
        assert.deepEqual(await Promise.all(paths.map((path) => answer(opened().keeping, path))), made),
      )
    }

    it('kept-orders/1 are read once for many pages, and have their totals', async () => {
      const { keeping: gateway } = opened()
      for (const of of lists)
        for (let nth = 0; nth < 51; nth += 1)
          await gateway.get(`${base}/${of}offset=${nth}&per_page=3&_fields=id`)
      let offset = 0
      await eventually(async () => {
        const begun = gateway.observed.length
        for (const bound of ['', 'before=2024-02-29T12:00:00&', 'after=2024-02-29T12:00:00&'])
          await gateway.get(`${base}/posts?${bound}offset=${(offset += 1)}&_fields=id`)
        const ran = gateway.observed.slice(begun).filter(({ kind: of }) => of === 'query')
        assert.deepEqual(ran, [])
      })
    })

    it('kept-orders/2 have the pages and totals that statements find', async () => {
      for (let nth = 0; nth < 4; nth += 1) await assertSame()
    })

    for (const statement of changes)
      it(`kept-orders/3 are dropped by ${statement.slice(0, 60).replaceAll(/\s+/g, ' ')}`, async () => {
        await opened().database.execute(statement)
        await assertSame()
        await assertSame()
      })
  })
}

/** More posts than are kept of an order. */
const many = 6000

for (const kind of oneDatabase('how many rows are kept is the same everywhere'))
  it('kept-orders/4 are kept in part where they are long', async (test) => {
    const database = await kind.create()
    for (let from = 0; from < many; from += 1000)
      await database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name,
          to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, post_type)
        values ${Array.from({ length: 1000 }, (_, nth) => {
          const time = `20${String(25 + Math.floor((from + nth) / 1000))}-01-01 00:${String(Math.floor((nth % 120) / 60)).padStart(2, '0')}:${String(nth % 60).padStart(2, '0')}`
          return `(${10_000 + from + nth}, 2, '${time}', '${time}', '', 'Many', '', 'publish', 'many-${from + nth}', '', '', '${time}', '${time}', '', 0, '', 'post')`
        }).join()}`,
      )
    const keeping = await startTestGateway(database, { feed: 'auto' })
    test.after(keeping.stop)
    const plain = await startTestGateway(database, { cacheBytesMax: 0 })
    test.after(plain.stop)
    const page = async (gateway: TestGateway, query: string) => {
      const { text, headers } = await gateway.get(`${base}/posts?per_page=5&_fields=id&${query}`)
      return [query, text, headers.get('x-cms-total')]
    }
    for (let nth = 0; nth < 60; nth += 1) await page(keeping, `offset=${nth}`)
    const queries = [
      ...[0, 17, 4990, 4995, 4996, 4998, 5000, 5001, 5500, many].map((offset) => `offset=${offset}`),
      'before=2027-01-01T00:01:05&offset=3',
      'after=2029-01-01T00:01:05&offset=3',
      'after=2025-01-01T00:01:05&offset=4998',
      'after=2029-01-01T00:01:05&before=2029-01-01T00:01:06',
      'before=2025-01-01T00:01:05',
    ]
    for (const query of queries) assert.deepEqual(await page(keeping, query), await page(plain, query))
    const within = (offset: number) => page(keeping, `offset=${offset}&after=2028-01-01T00:00:00`)
    await within(2)
    const begun = keeping.observed.length
    for (const offset of [3, 5, 8]) await within(offset)
    assert.deepEqual(
      keeping.observed.slice(begun).filter(({ kind: of }) => of === 'query'),
      [],
    )
    await database.drop()
  })
