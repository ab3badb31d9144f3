// Columns of a legacy table that WordPress has no name for, and what SQL makes of several: fields with types in REST and GraphQL,
// texts that lie in another table, both as fresh as the rest; and what is refused at the start.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LayoutMapping, TableMapping } from '../../src/database/layout-mapping.ts'
import { oneDatabase, testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'

const posts = {
  table: 'items',
  columns: {
    id: 'nr',
    title: 'headline',
    content: { sql: '(select b.body from bodies b where b.item_nr = posts.nr)' },
    slug: { sql: `concat('item-', posts.nr)` },
    status: { column: 'live', values: { 1: 'publish', 0: 'draft' } },
    type: { constant: 'post' },
    password: { constant: '' },
    created_at: 'made',
  },
  fields: {
    subtitle: { column: 'sub', type: 'string' },
    in_stock: { column: 'stock', type: 'integer' },
    gross_price: { sql: 'posts.price * 2', type: 'number' },
    is_new: { sql: 'posts.stock > 5', type: 'boolean' },
  },
  reads: ['bodies'],
} as const satisfies TableMapping

const layoutOf = (table: TableMapping): LayoutMapping => ({ extends: 'plain', tables: { posts: table } })

async function create(database: TestDatabase): Promise<void> {
  await database.execute(`create table items (nr integer not null primary key, headline varchar(100) not null, sub varchar(100) null,
    price decimal(10, 2) null, stock integer null, live smallint not null, made datetime not null)`)
  await database.execute(
    'create table bodies (item_nr integer not null primary key, body varchar(1000) not null)',
  )
  await database.execute(`insert into items values (1, 'Rope', 'Ten metres', 1.25, 7, 1, '2024-01-01 00:00:00'),
    (2, 'Sail', null, null, null, 1, '2024-01-02 00:00:00'), (3, 'Mast', 'Secret', 9, 9, 0, '2024-01-03 00:00:00')`)
  await database.execute(`insert into bodies values (1, 'Strong rope.'), (3, 'Hidden mast.')`)
}

for (const kind of testDatabases()) {
  describe(`fields of a legacy table on ${kind.name}`, () => {
    it('legacy-fields/1 have their types in REST and GraphQL, and are of rows that may be seen', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      const gateway = await startTestGateway(database, { layout: layoutOf(posts) })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const names = ['id', 'slug', 'subtitle', 'in_stock', 'gross_price', 'is_new']
      const { json } = await gateway.get(`${v2}/posts?_fields=${names.join()}`)
      assert.deepEqual(
        list(json).map((each) => names.map((name) => at(each, name))),
        [
          [2, 'item-2', '', null, null, false],
          [1, 'item-1', 'Ten metres', 7, 2.5, true],
        ],
      )
      assert.equal((await gateway.get(`${v2}/posts/3`)).status, 401)
      const one = await gateway.get(`${v2}/posts/1`)
      assert.equal(at(one.json, 'content', 'rendered'), '<p>Strong rope.</p>\n', one.text)
      const found = await gateway.get(`${v2}/posts?search=strong&_fields=id`)
      assert.deepEqual(found.json, [{ id: 1 }])
      const asked = await gateway.graphql('{ post(id: 1) { slug subtitle inStock grossPrice isNew } }')
      assert.deepEqual(at(asked.json, 'data', 'post'), {
        slug: 'item-1',
        subtitle: 'Ten metres',
        inStock: 7,
        grossPrice: 2.5,
        isNew: true,
      })
      const { json: described } = await gateway.get('/cms-json/openapi.json')
      assert(JSON.stringify(described).includes('"gross_price"'))
    })

    it('legacy-fields/5 have all digits of integers in REST', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      await database.execute('create table counts (nr integer not null primary key, seen bigint not null)')
      await database.execute('insert into counts values (1, 9007199254740993), (2, -9223372036854775808)')
      const seen = { sql: '(select c.seen from counts c where c.nr = posts.nr)', type: 'integer' } as const
      const layout = layoutOf({ ...posts, fields: { seen }, reads: ['bodies', 'counts'] })
      const gateway = await startTestGateway(database, { layout })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      for (const path of ['posts', 'posts?context=embed']) {
        const { text } = await gateway.get(`${v2}/${path}${path.includes('?') ? '&' : '?'}_fields=id,seen`)
        assert.match(text, /\[\{"id":2,"seen":-9223372036854775808\},\{"id":1,"seen":9007199254740993\}\]/)
      }
    })

    it('legacy-fields/4 of people and sections are theirs in REST, GraphQL and OpenAPI, and noticed', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      await database.execute(
        'create table people (nr integer not null primary key, called varchar(50) not null, phone varchar(50) null)',
      )
      await database.execute(
        'create table shelves (nr integer not null primary key, title varchar(50) not null, floor integer null)',
      )
      await database.execute(`insert into people values (7, 'Ada', '555'), (8, 'Ben', null)`)
      await database.execute(`insert into shelves values (1, 'Ropes', 3)`)
      const phone = { column: 'phone', type: 'string' } as const
      const layout: LayoutMapping = {
        extends: 'plain',
        tables: {
          posts: { ...posts, columns: { ...posts.columns, author_id: { constant: 7 } } },
          users: {
            table: 'people',
            columns: { id: 'nr', name: 'called' },
            fields: { phone },
          },
          terms: {
            table: 'shelves',
            columns: { id: 'nr', name: 'title', slug: 'title' },
            fields: { floor_above: { sql: 'terms.floor + 1', type: 'integer' } },
          },
          term_taxonomy: {
            table: 'shelves',
            columns: { id: 'nr', term_id: 'nr', taxonomy: { constant: 'category' } },
          },
          term_relationships: {
            query: 'select nr as item, 1 as shelf from items',
            columns: { post_id: 'item', term_taxonomy_id: 'shelf' },
            reads: ['items'],
          },
        },
      }
      const gateway = await startTestGateway(database, { layout, feed: 'auto' })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const clashing = {
        ...layout,
        tables: {
          ...layout.tables,
          users: { ...layout.tables?.['users'], fields: { name: phone } },
        },
      }
      await assert.rejects(
        startTestGateway(database, { layout: clashing }),
        /tables\.users\.fields\.name: users have a field of that name/,
      )
      const json = async (path: string) => (await gateway.get(`${v2}/${path}`)).json
      assert.equal(at(await json('users/7'), 'phone'), '555')
      assert.deepEqual(await json('categories?_fields=id,floor_above'), [{ id: 1, floor_above: 4 }])
      assert.equal(at(await json('posts/1?_embed'), '_embedded', 'cms:term', 0, 0, 'floor_above'), 4)
      const asked = await gateway.graphql(
        '{ post(id: 1) { author { phone } categories { floorAbove } } users(first: 9) { edges { node { phone } } } }',
      )
      assert.deepEqual(at(asked.json, 'data', 'post'), {
        author: { phone: '555' },
        categories: [{ floorAbove: 4 }],
      })
      assert.match((await gateway.get('/cms-json/openapi.json')).text, /"floor_above"/)
      await database.execute(`update people set phone = '556' where nr = 7`)
      await eventually(async () => assert.equal(at(await json('users/7'), 'phone'), '556'))
    })

    it('legacy-fields/2 are noticed when they change, and so are the texts of another table', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      const gateway = await startTestGateway(database, { layout: layoutOf(posts), feed: 'auto' })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const shows = async (path: readonly string[], expected: unknown) =>
        eventually(async () => assert.equal(at((await gateway.get(`${v2}/posts/1`)).json, ...path), expected))
      await shows(['subtitle'], 'Ten metres')
      await database.execute(`update items set sub = 'Twenty' where nr = 1`)
      await shows(['subtitle'], 'Twenty')
      await database.execute(`update bodies set body = 'Weak rope.' where item_nr = 1`)
      await shows(['content', 'rendered'], '<p>Weak rope.</p>\n')
    })

    it('legacy-fields/3 are refused that are not there, are no SQL, or have the name of another', async () => {
      const cases: readonly (readonly [TableMapping, RegExp])[] = [
        [
          { fields: { more: { column: 'mor', type: 'string' } } },
          /fields\.more names mor, which items does not have\. It has headline, /,
        ],
        [
          { fields: { more: { sql: 'posts.mor', type: 'string' } } },
          /layout: tables\.posts\.fields\.more is no SQL for this database: /,
        ],
        [
          { fields: { more: { sql: 'posts.sub = ?', type: 'string' } } },
          /fields\.more: an expression has no \?/,
        ],
        [
          { fields: { title: { column: 'sub', type: 'string' } } },
          /fields\.title: posts have a field of that name/,
        ],
        [
          { reads: ['bodys'] },
          /tables\.posts\.reads names bodys, which the database does not have\. It has bodies, items, /,
        ],
        [
          { columns: { ...posts.columns, status: { sql: '1' } } },
          /columns\.status: only texts and posts\.comment_count, .* can be expressions/,
        ],
        [
          { columns: { ...posts.columns, content: { sql: 'posts.nothing' } } },
          /layout: tables\.posts\.columns\.content is no SQL for this database/,
        ],
      ]
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      for (const [wrong, says] of cases)
        await assert.rejects(startTestGateway(database, { layout: layoutOf({ ...posts, ...wrong }) }), says)
      await database.drop()
    })
  })
}

for (const kind of oneDatabase('a config file is read before any database is'))
  describe('options of a layout', () => {
    it('legacy-fields/6 are refused whose values would be taken for something else', async () => {
      const cases = [
        ['timezone_string', 'Berlinn', '"Berlinn", but it is the name of a time zone, such as '],
        ['gmt_offset', 'two', '"two", but it is a number of hours from -24 to 24.'],
        ['home', 'magazine.example', '"magazine.example", but it is an http or https address '],
        [
          'siteurl',
          'ftp://magazine.example',
          '"ftp://magazine.example", but it is an http or https address ',
        ],
        [
          'permalink_structure',
          '%postname%',
          '"%postname%", but it is a path that begins with a slash, such as ',
        ],
      ] as const
      const database = await kind.create({ seed: 'empty' })
      for (const [name, value, says] of cases)
        await assert.rejects(
          startTestGateway(database, { layout: { options: { [name]: value } } }),
          (error) =>
            error instanceof Error && error.message.startsWith(`layout: options.${name}: got ${says}`),
        )
      await database.drop()
    })
  })
