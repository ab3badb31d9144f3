// Paging on real servers: whatever the rows, however many of them are equal, whatever the page sizes, and whatever comes
// and goes between two pages: what was there throughout is met exactly once, in order, from either end.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { at, onEveryDatabase, type On } from '../support/gateway.ts'
import { codeOf, dataOf, each } from '../support/graphql.ts'

interface Row {
  readonly id: number
  /** Seconds since the first row there may be. */
  readonly moment: number
  readonly title: string
  readonly category: boolean
}

type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'insert'; readonly row: Row }
  | { readonly kind: 'remove'; readonly nth: number }

/** Few moments and titles, so that many rows are equal; titles that only some collations hold equal. */
const row: fc.Arbitrary<Row> = fc.record(
  {
    id: fc.integer({ min: 10_000, max: 10_400 }),
    moment: fc.integer({ min: 0, max: 3 }),
    title: fc.constantFrom('', 'a', 'A', 'á', 'ab', 'b|c', '100%', 'Ærø', '日本', '🙂'),
    category: fc.boolean(),
  },
  { noNullPrototype: true },
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  row.map((inserted) => ({ kind: 'insert', row: inserted }) as const),
  fc.nat().map((nth) => ({ kind: 'remove', nth }) as const),
)
const walks = fc.record(
  {
    rows: fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 0, maxLength: 40 }),
    sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
    changes: fc.array(change, { maxLength: 12 }),
    direction: fc.constantFrom('forward', 'backward'),
    orderBy: fc.constantFrom('DATE', 'MODIFIED', 'TITLE'),
    order: fc.constantFrom('ASC', 'DESC', null),
    category: fc.constantFrom('general', null),
  },
  { noNullPrototype: true },
)

const page = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: ContentOrder, $order: Direction, $category: ID) {
  posts(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, order: $order, category: $category) {
    totalCount edges { node { id } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`

async function insert({ database }: On, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const time = (moment: number) => `2021-03-04 05:06:0${moment}`
  const values = rows.map(
    ({ id, moment }) =>
      `(${id}, 1, '${time(moment)}', '${time(moment)}', '', ?, '', 'publish', 'open', 'open', '', 'row-${id}', '', '', '${time(3 - moment)}', '${time(3 - moment)}', '', 0, '', 0, 'post', '', 0)`,
  )
  await database.execute(
    `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count) values ${values.join(', ')}`,
    rows.map(({ title }) => title),
  )
  const carrying = rows.filter(({ category }) => category).map(({ id }) => `(${id}, 1, 0)`)
  if (carrying.length > 0)
    await database.execute(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values ${carrying.join(', ')}`,
    )
}

async function remove({ database }: On, condition: string): Promise<void> {
  await database.execute(`delete from wp_posts where post_type = 'post' and ${condition}`)
  await database.execute(
    `delete from wp_term_relationships where object_id >= 10000 and object_id not in (select ID from wp_posts)`,
  )
}

/** Fields that hold a connection, as they stand in a document. */
const connections = [
  'posts(WINDOW)',
  'pages(WINDOW)',
  'media(WINDOW)',
  'products(WINDOW)',
  'posts(WINDOW, orderBy: TITLE)',
  'posts(WINDOW, orderBy: TITLE, order: DESC)',
  'posts(WINDOW, orderBy: MODIFIED, order: ASC)',
  'posts(WINDOW, search: "the", tag: "sea")',
  'posts(WINDOW, author: "edith")',
  'categories(WINDOW)',
  'tags(WINDOW)',
  'genres(WINDOW)',
  'users(WINDOW)',
  'comments(WINDOW)',
  'search(text: "a", WINDOW)',
  'post(id: 230) { comments(WINDOW) }',
  'user(id: 1) { posts(WINDOW) }',
  'category(id: 1) { posts(WINDOW) }',
  'category(slug: "news") { children(WINDOW) }',
  'page(slug: "team") { children(WINDOW) }',
] as const

const selected =
  'edges { cursor node { id } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount'

/** The connection in what a field answers, which may be one of a node. */
function connectionIn(value: unknown): unknown {
  if (at(value, 'pageInfo') !== undefined || typeof value !== 'object' || value === null) return value
  return connectionIn(Object.values(value)[0])
}

onEveryDatabase(
  'GraphQL connections',
  (on, { some }) => {
    const read = async (field: string, window: string) => {
      const asked = field.replace('WINDOW', window)
      const query = asked.includes('{')
        ? `{ ${asked.replace(') }', `) { ${selected} } }`)} }`
        : `{ ${asked} { ${selected} } }`
      return connectionIn(await dataOf(on().gateway, query))
    }

    for (const field of connections) {
      it(`graphql-paging/1 are walked from either end in pages of any size: ${field}`, async () => {
        const whole = await read(field, 'first: 100')
        const all = each(whole, 'id')
        assert.equal(at(whole, 'totalCount'), all.length)
        assert.equal(new Set(all).size, all.length)
        for (const size of [1, 2, 3, Math.max(all.length, 1)]) {
          const met: string[] = []
          for (let cursor: unknown = null; ;) {
            const found = await read(field, `first: ${size}, after: ${JSON.stringify(cursor)}`)
            met.push(...each(found, 'id'))
            cursor = at(found, 'pageInfo', 'endCursor')
            if (at(found, 'pageInfo', 'hasNextPage') !== true) break
          }
          assert.deepEqual(met, all, `forward by ${size}`)
          const back: string[] = []
          for (let cursor: unknown = null; ;) {
            const found = await read(field, `last: ${size}, before: ${JSON.stringify(cursor)}`)
            back.unshift(...each(found, 'id'))
            cursor = at(found, 'pageInfo', 'startCursor')
            if (at(found, 'pageInfo', 'hasPreviousPage') !== true) break
          }
          assert.deepEqual(back, all, `backward by ${size}`)
        }
      })
    }

    it('graphql-paging/2 take no cursors of another connection, order or node', async () => {
      const cursors = await Promise.all(
        connections.map(async (field) => at(await read(field, 'first: 1'), 'pageInfo', 'startCursor')),
      )
      const given = connections
        .map((field, nth) => ({ field, cursor: cursors[nth] }))
        .filter(({ cursor }) => typeof cursor === 'string')
      // Filters do not matter: a place in one list of posts by date is a place in another
      const orderOf = (field: string) =>
        field.includes('orderBy') || field.includes('{') ? field : field.replace(/\(.*/, '')
      // Cursors are checked before any database is asked
      for (const { field, cursor } of some(given)) {
        for (const other of connections) {
          if (orderOf(other) === orderOf(field)) continue
          const query = other.replace('WINDOW', `first: 1, after: ${JSON.stringify(cursor)}`)
          const document = query.includes('{')
            ? `{ ${query.replace(') }', ') { totalCount } }')} }`
            : `{ ${query} { totalCount } }`
          assert.equal(await codeOf(on().gateway, document), 'INVALID_CURSOR', `${field} in ${other}`)
        }
      }
    })
  },
  { extensions: ['config/extensions/myplugin.ts'] },
)

onEveryDatabase(
  'GraphQL paging',
  (on) => {
    it('graphql-paging/3 meets what was there throughout once, in order, whatever comes and goes', async () => {
      await fc.assert(
        fc.asyncProperty(walks, async ({ rows, sizes, changes, direction, orderBy, order, category }) => {
          await remove(on(), '1 = 1')
          await insert(on(), rows)
          const there = new Map(rows.map((one) => [one.id, one]))
          const throughout = new Set(
            rows.filter((one) => category === null || one.category).map(({ id }) => id),
          )
          const read = async (window: object) =>
            at(
              await dataOf(on().gateway, page, { variables: { ...window, orderBy, order, category } }),
              'posts',
            )
          const forward = direction === 'forward'
          const met: number[] = []
          let cursor: unknown = null
          for (let nth = 0; ; nth += 1) {
            const size = sizes[nth % sizes.length]
            const window = forward ? { first: size, after: cursor } : { last: size, before: cursor }
            const found = await read(window)
            const ids = each(found, 'id').map(Number)
            assert(ids.length <= Number(size))
            met.splice(forward ? met.length : 0, 0, ...ids)
            const info = (name: string) => at(found, 'pageInfo', name)
            assert.equal(info(forward ? 'hasPreviousPage' : 'hasNextPage'), cursor !== null)
            const more = info(forward ? 'hasNextPage' : 'hasPreviousPage')
            // An empty page that promises more would never end
            assert(ids.length > 0 || more === false)
            if (more !== true) break
            cursor = info(forward ? 'endCursor' : 'startCursor')
            const next: Change = changes[nth] ?? { kind: 'none' }
            if (next.kind === 'insert' && !there.has(next.row.id)) {
              there.set(next.row.id, next.row)
              await insert(on(), [next.row])
            }
            const gone = next.kind === 'remove' ? [...there.keys()][next.nth % there.size] : undefined
            if (gone !== undefined) {
              there.delete(gone)
              throughout.delete(gone)
              await remove(on(), `ID = ${gone}`)
            }
          }
          assert.equal(new Set(met).size, met.length, 'something was met twice')
          const all = each(await read({ first: 100 }), 'id').map(Number)
          assert.deepEqual(
            met.filter((id) => throughout.has(id)),
            all.filter((id) => throughout.has(id)),
          )
          assert.deepEqual(new Set(met.filter((id) => throughout.has(id))), throughout)
          if (orderBy !== 'TITLE') {
            const sign = (orderBy === 'DATE' ? 1 : -1) * (order === 'ASC' ? 1 : -1)
            const ids = order === 'ASC' ? 1 : -1
            const expected = [...there.values()]
              .filter((one) => category === null || one.category)
              .toSorted((one, other) => sign * (one.moment - other.moment) || ids * (one.id - other.id))
            assert.deepEqual(
              all,
              expected.map(({ id }) => id),
            )
          }
        }),
        { numRuns: 15 },
      )
    })
  },
  // Every page is read anew
  { cacheBytesMax: 0 },
)
