// Tables of a layout that are results of the owner's queries: content types from two tables, a list of words in a column as a
// taxonomy, keys of two columns, people of another database. They are as fresh and as hidden as tables, and all that is wrong
// with them is said at the start.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDatabase } from '../../src/app/check.ts'
import { parseAddresses } from '../../src/database/address.ts'
import type { LayoutMapping, TableMapping } from '../../src/database/layout-mapping.ts'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'

const columns = {
  id: 'id',
  title: 'title',
  slug: 'slug',
  status: { column: 'live', values: { 1: 'publish', 0: 'draft', 2: 'inherit' } },
  type: 'kind',
  password: { constant: '' },
  created_at: 'made',
  author_id: 'writer',
} as const

const posts = {
  query: `select concat(site, '-', nr) as id, headline as title, concat('a', nr) as slug, state as live, 'post' as kind, made, writer
      from articles
    union all select concat('p-', nr), name, name, shown, case shown when 2 then 'attachment' else 'page' end, made, null
      from leaflets`,
  columns,
  reads: ['articles', 'leaflets'],
} as const satisfies TableMapping

const layout = {
  extends: 'plain',
  tables: {
    posts,
    users: {
      query: 'select nr, full_name from people',
      columns: { id: 'nr', name: 'full_name' },
      reads: ['people'],
    },
    terms: { table: 'words', columns: { id: 'nr', name: 'word', slug: 'word' } },
    term_taxonomy: {
      table: 'words',
      columns: { id: 'nr', term_id: 'nr', taxonomy: { constant: 'post_tag' } },
    },
    term_relationships: {
      query: `select concat(a.site, '-', a.nr) as post, w.nr as word from articles a
        join words w on concat(',', a.words, ',') like concat('%,', w.word, ',%')`,
      columns: { post_id: 'post', term_taxonomy_id: 'word' },
      reads: ['articles', 'words'],
    },
    // The picture of each article in German
    postmeta: {
      query: `select concat('de-', nr) as post, '_thumbnail_id' as name, 'p-3' as value from articles where site = 'de'`,
      columns: { post_id: 'post', key: 'name', value: 'value' },
      reads: ['articles'],
    },
  },
} as const satisfies LayoutMapping

const parts = [
  {
    table: 'articles',
    columns: {
      id: 'nr',
      title: 'headline',
      content: { sql: 'concat(posts.headline, posts.site)' },
      slug: 'headline',
      status: { column: 'state', values: { 1: 'publish', 0: 'draft' } },
      type: { constant: 'post' },
      password: { constant: '' },
      created_at: 'made',
      author_id: 'writer',
    },
    where: { site: 'en', writer: [5, 6] },
  },
  {
    table: 'leaflets',
    columns: {
      id: 'nr',
      title: 'name',
      slug: 'name',
      status: { column: 'shown', values: { 1: 'publish', 2: 'inherit' } },
      type: { column: 'kind', values: { p: 'page', q: 'attachment' } },
      password: { constant: '' },
      created_at: 'made',
      parent_id: 'above',
    },
  },
] as const satisfies TableMapping['parts']

/** What docs/legacy.md gives for texts with a zone and for lists of JSON. */
const zonedSql = {
  sqlite: {
    instant: `cast(strftime('%s', made) as integer)`,
    labelled: 'json_each(n.labels) e',
  },
  mysql: {
    instant: `timestampdiff(second, '1970-01-01', convert_tz(substr(made, 1, 19),
      if(made like '%Z', '+00:00', substr(made, 20)), '+00:00'))`,
    labelled: `json_table(n.labels, '$[*]' columns (value varchar(50) path '$')) e`,
  },
} as const

const layoutOf = (table: TableMapping): LayoutMapping => ({ extends: 'plain', tables: { posts: table } })

async function create(database: TestDatabase): Promise<void> {
  for (const statement of [
    `create table articles (site varchar(5) not null, nr integer not null, headline varchar(100) not null, state smallint not null,
       made datetime not null, writer integer null, words varchar(100) not null, primary key (site, nr))`,
    `create table leaflets (nr integer not null primary key, name varchar(100) not null, shown smallint not null, made datetime not null)`,
    'create table people (nr integer not null primary key, full_name varchar(100) not null)',
    'create table words (nr integer not null primary key, word varchar(100) not null)',
    `insert into articles values ('de', 1, 'Eins', 1, '2024-01-01 00:00:00', 5, 'rope,sail'),
       ('en', 1, 'One', 1, '2024-01-02 00:00:00', 5, 'sail'), ('en', 2, 'Two', 0, '2024-01-03 00:00:00', 5, 'rope')`,
    `insert into leaflets values (1, 'about', 1, '2024-01-01 00:00:00'), (2, 'secret', 0, '2024-01-02 00:00:00'),
       (3, 'photo', 2, '2024-01-02 00:00:00')`,
    `insert into people values (5, 'Ada')`,
    `insert into words values (1, 'rope'), (2, 'sail')`,
  ])
    await database.execute(statement)
}

async function findings(database: TestDatabase, file: ConfigFile): Promise<readonly string[]> {
  const read = readConfig({ file, environment: {}, flags: {} })
  const addresses = parseAddresses(database.url)
  assert(addresses !== null && read.kind === 'config')
  const told: string[] = []
  for await (const { topic, findings: found } of checkDatabase(read.config, addresses))
    for (const { says, level } of found) {
      assert(level !== 'problem' && !says.startsWith('This could not'), `${topic}: ${says}`)
      told.push(says)
    }
  return told
}

for (const kind of testDatabases())
  describe(`tables made of queries on ${kind.name}`, () => {
    it('legacy-queries/1 hold several content types, keys of two columns and words as tags', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      const gateway = await startTestGateway(database, { layout, feed: 'auto' })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const get = async (path: string) => {
        const { json, status, text } = await gateway.get(`${v2}/${path}`)
        assert.equal(status, 200, `${path}: ${text}`)
        return json
      }
      const ids = async (path: string) => list(await get(path)).map((each) => at(each, 'id'))
      assert.deepEqual(await ids('posts'), ['en-1', 'de-1'])
      assert.deepEqual(await ids('pages'), ['p-1'])
      assert.deepEqual(await ids('posts?include=de-1,en-2,p-1'), ['de-1'])
      assert.deepEqual(await ids('posts?tags=1'), ['de-1'])
      assert.deepEqual(await ids('tags?post=de-1'), [1, 2])
      assert.deepEqual(await ids('users'), [5])
      assert.deepEqual(await ids('search?search=o'), ['en-1', 'p-1'])
      assert.deepEqual(await ids('media'), ['p-3'])
      const pictured = await get('posts/de-1?_embed=cms:featuredmedia')
      assert.equal(at(pictured, 'featured_media'), 'p-3')
      assert.equal(at(pictured, '_embedded', 'cms:featuredmedia', 0, 'id'), 'p-3')
      assert(list(at(pictured, 'class_list')).includes('has-post-thumbnail'))
      assert.equal(at(await get('posts/en-1'), 'featured_media'), null)
      const image = await gateway.graphql('{ post(id: "de-1") { featuredImage { id } } }')
      assert.equal(at(image.json, 'data', 'post', 'featuredImage', 'id'), 'p-3', image.text)
      assert.equal((await gateway.get(`${v2}/posts/en-2`)).status, 401)
      assert.equal((await gateway.get(`${v2}/pages/en-1`)).status, 404)
      assert.equal((await gateway.get(`${v2}/posts?cursor=&per_page=1`)).status, 200)
      const asked = await gateway.graphql(
        '{ posts(first: 1) { totalCount edges { node { id title author { name } tags { name } } } } page(id: "p-1") { title } }',
      )
      assert.deepEqual(
        at(asked.json, 'data'),
        {
          posts: {
            totalCount: 2,
            edges: [
              { node: { id: 'en-1', title: 'One', author: { name: 'Ada' }, tags: [{ name: 'sail' }] } },
            ],
          },
          page: { title: 'about' },
        },
        asked.text,
      )
      await database.execute(`update leaflets set name = 'imprint' where nr = 1`)
      await eventually(async () => assert.equal(at(await get('pages/p-1'), 'title', 'rendered'), 'imprint'))
      await database.execute(`update articles set state = 1 where nr = 2`)
      await eventually(async () => assert.deepEqual(await ids('posts'), ['en-2', 'en-1', 'de-1']))
      await database.execute(`update people set full_name = 'Eva' where nr = 5`)
      await eventually(async () => assert.equal(at(await get('users/5'), 'name'), 'Eva'))
    })

    it('legacy-queries/2 are checked as tables are', async () => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      const users = {
        ...layout.tables.users,
        query: 'select nr, full_name from people union all select 5, 7',
      }
      const clashing = { ...layout, tables: { ...layout.tables, users } }
      const told = await findings(database, { layout: clashing })
      assert(
        told.some((says) => says.includes('of the indexes that queries are written for exist')),
        told.join('\n'),
      )
      assert(told.includes('Rows of tables.posts.query have ids of their own.'), told.join('\n'))
      assert(
        told.some((says) => says.startsWith('tables.users.query has several rows with the id 5, ')),
        told.join('\n'),
      )
      await database.drop()
    })

    it('legacy-queries/6 read dates with a zone as UTC, and lists of JSON as tags', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      for (const statement of [
        'create table notes (nr integer not null primary key, head varchar(50) not null, made varchar(40) not null, labels varchar(100))',
        `insert into notes values (1, 'one', '2024-01-31T23:30:00+02:00', '["rope","sail"]'), (2, 'two', '2024-01-31T22:00:00Z', '["sail"]'),
           (3, 'three', '2024-01-31T16:45:00-05:00', null)`,
        'create table labels (nr integer not null primary key, name varchar(50) not null)',
        `insert into labels values (1, 'rope'), (2, 'sail')`,
      ])
        await database.execute(statement)
      const { instant, labelled } = zonedSql[kind.flavour === 'sqlite' ? 'sqlite' : 'mysql']
      const gateway = await startTestGateway(database, {
        cacheBytesMax: 0,
        layout: {
          extends: 'plain',
          options: { timezone_string: 'Europe/Berlin' },
          tables: {
            posts: {
              query: `select nr, head, ${instant} as seconds from notes`,
              columns: {
                id: 'nr',
                title: 'head',
                status: { constant: 'publish' },
                type: { constant: 'post' },
                password: { constant: '' },
                created_at: { column: 'seconds', as: 'unix-seconds' },
              },
              reads: ['notes'],
            },
            terms: { table: 'labels', columns: { id: 'nr', name: 'name', slug: 'name' } },
            term_taxonomy: {
              table: 'labels',
              columns: { id: 'nr', term_id: 'nr', taxonomy: { constant: 'post_tag' } },
            },
            term_relationships: {
              query: `select n.nr as post, l.nr as label from notes n join ${labelled} join labels l on l.name = e.value`,
              columns: { post_id: 'post', term_taxonomy_id: 'label' },
              reads: ['notes', 'labels'],
            },
          },
        },
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json, text } = await gateway.get(`${v2}/posts?_fields=id,date,date_gmt,tags`)
      assert.deepEqual(
        json,
        [
          { id: 2, date: '2024-01-31T23:00:00', date_gmt: '2024-01-31T22:00:00', tags: [2] },
          { id: 3, date: '2024-01-31T22:45:00', date_gmt: '2024-01-31T21:45:00', tags: [] },
          { id: 1, date: '2024-01-31T22:30:00', date_gmt: '2024-01-31T21:30:00', tags: [1, 2] },
        ],
        text,
      )
      const ids = async (query: string) =>
        list((await gateway.get(`${v2}/posts?${query}`)).json).map((each) => at(each, 'id'))
      assert.deepEqual(await ids('tags=1'), [1])
      assert.deepEqual(await ids('tags=2&order=asc'), [1, 2])
      assert.deepEqual(await ids('after=2024-01-31T22:40:00'), [2, 3])
    })

    it('legacy-queries/5 of several parts, each with its own mapping and types, are one', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      for (const statement of [
        'alter table leaflets add column kind varchar(1)',
        'alter table leaflets add column above integer',
        `update leaflets set nr = nr + 100, kind = 'p'`,
        `update leaflets set name = 'picture', kind = 'q', above = 1 where nr = 103`,
        `insert into leaflets values (104, 'other', 1, '2024-01-05 00:00:00', null, null)`,
        `update articles set state = 1 where nr = 2`,
      ])
        await database.execute(statement)
      const gateway = await startTestGateway(database, {
        layout: { extends: 'plain', tables: { posts: { parts }, users: layout.tables.users } },
        feed: 'auto',
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const get = async (path: string) => (await gateway.get(`${v2}/${path}`)).json
      const ids = async (path: string) => list(await get(path)).map((each) => at(each, 'id'))
      // What another part has is not there by its id either
      for (const [path, expected] of [
        ['posts', [2, 1]],
        ['posts?author=5&orderby=title&order=asc', [1, 2]],
        ['posts?include=1,101', [1]],
        ['posts?cursor=&per_page=1', [2]],
        ['pages', [101]],
        ['media', [103]],
        ['media?parent=1', [103]],
        ['search?search=o', [2, 1, 101]],
        ['search?search=e&subtype=page', []],
        ['users', [5]],
      ] as const)
        assert.deepEqual(await ids(path), expected, path)
      assert.equal(at(await get('posts/1'), 'content', 'rendered'), '<p>Oneen</p>\n')
      for (const [path, status] of [
        ['pages/101', 200],
        ['pages/1', 404],
        ['posts/101', 404],
        ['pages/102', 401],
        ['pages/104', 404],
      ] as const)
        assert.equal((await gateway.get(`${v2}/${path}`)).status, status, path)
      const asked = await gateway.graphql(
        '{ posts(first: 9) { totalCount edges { node { id author { name } } } } page(id: 101) { title } }',
      )
      assert.equal(at(asked.json, 'data', 'posts', 'totalCount'), 2, asked.text)
      assert.equal(at(asked.json, 'data', 'page', 'title'), 'about')
      const told = await findings(database, { layout: { extends: 'plain', tables: { posts: { parts } } } })
      for (const part of [
        'articles has no index on (site, state, made)',
        'leaflets has no index on (kind, shown, made)',
        'exist. The front page is read like this:',
      ])
        assert(
          told.some((says) => says.includes(part)),
          `${part} in ${told.join('\n')}`,
        )
      await database.execute(`update leaflets set name = 'imprint' where nr = 101`)
      await eventually(async () => assert.equal(at(await get('pages/101'), 'title', 'rendered'), 'imprint'))
      await database.execute(`update articles set state = 0 where nr = 1`)
      await eventually(async () => assert.deepEqual(await ids('posts'), [2]))
    })

    it('legacy-queries/7 of parts whose keys each count from 1 have ids that differ by a number', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      for (const statement of [
        'create table news (nr integer not null primary key, headline varchar(50) not null, made datetime not null)',
        'create table guides (nr integer not null primary key, name varchar(50) not null, above integer, made datetime not null)',
        'create table labels (nr integer not null primary key, word varchar(50) not null)',
        'create table labelled (kind varchar(1) not null, nr integer not null, label integer not null)',
        `insert into news values (1, 'First tide', '2024-01-01'), (2, 'Second tide', '2024-01-02'), (3, 'Third', '2024-01-02')`,
        `insert into guides values (1, 'Harbour', 0, '2024-01-01'), (2, 'Quay', 1, '2024-01-03'), (3, 'Tide', null, '2024-01-03'), (4, 'Pier', 1, '2024-01-02')`,
        `insert into labels values (1, 'sea'), (2, 'land')`,
        `insert into labelled values ('n', 1, 1), ('g', 1, 2), ('g', 2, 1)`,
      ])
        await database.execute(statement)
      const page = {
        status: { constant: 'publish' },
        password: { constant: '' },
        created_at: 'made',
      } as const
      const mapping = {
        extends: 'plain',
        tables: {
          posts: {
            parts: [
              {
                table: 'news',
                columns: {
                  ...page,
                  id: 'nr',
                  title: 'headline',
                  slug: 'headline',
                  type: { constant: 'post' },
                },
              },
              {
                table: 'guides',
                columns: {
                  ...page,
                  id: { column: 'nr', plus: 1_000_000 },
                  parent_id: { column: 'above', plus: 1_000_000 },
                  title: 'name',
                  slug: 'name',
                  type: { constant: 'page' },
                },
                fields: {
                  place: { column: 'name', type: 'string' },
                  twice: { sql: 'posts.nr * 2', type: 'integer' },
                },
              },
            ],
          },
          terms: { table: 'labels', columns: { id: 'nr', name: 'word', slug: 'word' } },
          term_taxonomy: {
            table: 'labels',
            columns: { id: 'nr', term_id: 'nr', taxonomy: { constant: 'post_tag' } },
          },
          term_relationships: {
            query: `select case kind when 'g' then nr + 1000000 else nr end as post, label from labelled`,
            columns: { post_id: 'post', term_taxonomy_id: 'label' },
            reads: ['labelled'],
          },
        },
      } as const satisfies LayoutMapping
      const gateway = await startTestGateway(database, { layout: mapping, feed: 'auto' })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const get = async (path: string) => (await gateway.get(`${v2}/${path}`)).json
      const ids = async (path: string) => list(await get(path)).map((each) => at(each, 'id'))
      for (const [path, expected] of [
        ['posts', [3, 2, 1]],
        ['pages', [1_000_003, 1_000_002, 1_000_004, 1_000_001]],
        ['pages?order=asc', [1_000_001, 1_000_004, 1_000_002, 1_000_003]],
        ['pages?orderby=id&order=asc', [1_000_001, 1_000_002, 1_000_003, 1_000_004]],
        ['pages?include=1,1000002,1000009,2', [1_000_002]],
        ['pages?include=1000002,1000001&orderby=include', [1_000_002, 1_000_001]],
        ['posts?include=1,1000001', [1]],
        ['pages?exclude=1000002,1000003', [1_000_004, 1_000_001]],
        ['pages?parent=1000001', [1_000_002, 1_000_004]],
        ['pages?parent=0', [1_000_003, 1_000_001]],
        ['pages?parent_exclude=1000001', [1_000_003, 1_000_001]],
        ['pages?parent_exclude=1', [1_000_003, 1_000_002, 1_000_004, 1_000_001]],
        ['pages?exclude=1', [1_000_003, 1_000_002, 1_000_004, 1_000_001]],
        ['pages?exclude=1,1000002', [1_000_003, 1_000_004, 1_000_001]],
        ['posts?tags=1', [1]],
        ['search?search=tide', [1_000_003, 2, 1]],
      ] as const)
        assert.deepEqual(await ids(path), expected, path)
      const walked: unknown[] = []
      for (let next: string | undefined = 'pages?cursor=&per_page=1&_fields=id'; next !== undefined;) {
        const answer = await gateway.get(
          next.includes('://') ? next.replace(gateway.url, '') : `${v2}/${next}`,
        )
        walked.push(...list(answer.json).map((each) => at(each, 'id')))
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      assert.deepEqual(walked, [1_000_003, 1_000_002, 1_000_004, 1_000_001])
      const quay = await get('pages/1000002')
      assert.deepEqual([at(quay, 'title', 'rendered'), at(quay, 'parent')], ['Quay', 1_000_001])
      assert.match(String(at(quay, '_links', 'up', 0, 'href')), /pages\/1000001$/)
      for (const [path, status] of [
        ['pages/1', 404],
        ['posts/1000001', 404],
        ['pages/0', 404],
        ['posts/3', 200],
      ] as const)
        assert.equal((await gateway.get(`${v2}/${path}`)).status, status, path)
      const asked = await gateway.graphql(
        `{ page(id: 1000001) { title children(first: 5) { edges { node { id title } } } }
           node(id: "2") { id } pages(last: 2) { edges { node { id } } } }`,
      )
      assert.deepEqual(
        asked.json,
        {
          ...Object(asked.json),
          data: {
            page: {
              title: 'Harbour',
              children: { edges: at(asked.json, 'data', 'page', 'children', 'edges') },
            },
            node: { id: '2' },
            pages: { edges: [{ node: { id: '1000004' } }, { node: { id: '1000001' } }] },
          },
        },
        asked.text,
      )
      const children = list(at(asked.json, 'data', 'page', 'children', 'edges')).map((edge) =>
        at(edge, 'node', 'id'),
      )
      assert.deepEqual(new Set(children), new Set(['1000002', '1000004']))
      const [first] = list(await get('pages?_fields=id,place,twice&orderby=id&order=asc'))
      assert.deepEqual(first, { id: 1_000_001, place: 'Harbour', twice: 2 })
      assert.deepEqual(await get('posts/1?_fields=id,place,twice'), { id: 1 })
      const mixed = await gateway.graphql(
        '{ node(id: "1000002") { id ... on Page { place twice } ... on Post { slug } } search(text: "tide") { edges { node { id ... on Page { twice } } } } }',
      )
      assert.deepEqual(
        [at(mixed.json, 'data', 'node'), at(mixed.json, 'data', 'search', 'edges', 0, 'node')],
        [
          { id: '1000002', place: 'Quay', twice: 4 },
          { id: '1000003', twice: 6 },
        ],
        mixed.text,
      )
      // The item that changed goes, and the one with the same key stays
      await get('posts/2')
      await database.execute(`update guides set name = 'Old quay' where nr = 2`)
      await eventually(async () =>
        assert.equal(at(await get('pages/1000002'), 'title', 'rendered'), 'Old quay'),
      )
      assert.equal(at(await get('posts/2'), 'title', 'rendered'), 'Second tide')
      const refused = async (wrong: LayoutMapping, says: RegExp) =>
        await assert.rejects(startTestGateway(database, { layout: wrong }), says)
      const table = { table: 'news', columns: { ...page, id: { column: 'nr', plus: 5 } } } as const
      await refused(
        { extends: 'plain', tables: { posts: table } },
        /tables\.posts\.columns\.id: only id and parent_id of a part of posts can have plus/,
      )
      const [news, guides] = mapping.tables.posts.parts
      const wrongly = (fields: NonNullable<TableMapping['fields']>) => ({
        extends: 'plain' as const,
        tables: { posts: { parts: [news, { ...guides, fields }] } },
      })
      await refused(
        wrongly({ mood: { column: 'mood', type: 'string' } }),
        /parts\.1\.fields\.mood names mood, which guides does not have/,
      )
      await refused(
        wrongly({ title: { column: 'name', type: 'string' } }),
        /tables\.posts\.parts\.1\.fields\.title: posts have a field of that name/,
      )
      const worded = { ...guides, columns: { ...guides.columns, id: { column: 'name', plus: 5 } } }
      await refused(
        { extends: 'plain', tables: { posts: { parts: [news, worded] } } },
        /name.* but a number can be added only to whole numbers/,
      )
    })

    it('legacy-queries/8 of parts have terms, whatever ids of other parts these have', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      for (const statement of [
        'create table news (nr bigint unsigned not null primary key, headline varchar(50) not null, made datetime not null)',
        'create table guides (nr bigint unsigned not null primary key, headline varchar(50) not null, made datetime not null)',
        'create table labels (nr bigint unsigned not null primary key, word varchar(50) not null)',
        'create table labelled (post bigint unsigned not null, label bigint unsigned not null, primary key (post, label))',
        `insert into news values (1, 'First', '2024-01-01'), (2, 'Second', '2024-01-02')`,
        `insert into guides values (1, 'Harbour', '2024-01-01')`,
        `insert into labels values (1, 'sea')`,
        'insert into labelled values (1, 1), (1000002, 1)',
      ])
        await database.execute(statement)
      const part = {
        status: { constant: 'publish' },
        password: { constant: '' },
        created_at: 'made',
      } as const
      const titled = { ...part, title: 'headline', slug: 'headline' } as const
      const gateway = await startTestGateway(database, {
        layout: {
          extends: 'plain',
          tables: {
            posts: {
              parts: [
                {
                  table: 'news',
                  columns: { ...titled, id: { column: 'nr', plus: 1_000_000 }, type: { constant: 'post' } },
                },
                { table: 'guides', columns: { ...titled, id: 'nr', type: { constant: 'page' } } },
              ],
            },
            terms: { table: 'labels', columns: { id: 'nr', name: 'word', slug: 'word' } },
            term_taxonomy: {
              table: 'labels',
              columns: { id: 'nr', term_id: 'nr', taxonomy: { constant: 'post_tag' } },
            },
            term_relationships: {
              table: 'labelled',
              columns: { post_id: 'post', term_taxonomy_id: 'label' },
            },
          },
        },
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      for (const query of ['', '&per_page=1', '&orderby=title', '&search=second', '&cursor=']) {
        const { json, text } = await gateway.get(`${v2}/posts?tags=1${query}`)
        assert.deepEqual(
          list(json).map((each) => at(each, 'id')),
          [1_000_002],
          query + text,
        )
      }
      const asked = await gateway.graphql(
        '{ posts(first: 5, tag: "1") { edges { node { id } } } tags(first: 5) { edges { node { posts(first: 5) { edges { node { id } } } } } } }',
      )
      const found = { edges: [{ node: { id: '1000002' } }] }
      assert.deepEqual(at(asked.json, 'data', 'posts'), found, asked.text)
      assert.deepEqual(at(asked.json, 'data', 'tags', 'edges', 0, 'node', 'posts'), found, asked.text)
    })

    if (kind.flavour !== 'sqlite')
      it('legacy-queries/4 read people of another database, and notice when they change', async (test) => {
        const database = await kind.create({ seed: 'empty' })
        await create(database)
        const [row] = await database.execute('select database() as name')
        const other = `${String(row?.['name'])}_crm`
        const crm = `\`${other}\``
        await database.execute(`create database ${crm}`)
        await database.execute(
          `create table ${crm}.people (nr integer not null primary key, full_name varchar(100) not null)`,
        )
        await database.execute(`insert into ${crm}.people values (5, 'Ada')`)
        const users = {
          query: `select nr, full_name from ${crm}.people`,
          columns: { id: 'nr', name: 'full_name' },
          reads: [`${other}.people`],
        }
        const gateway = await startTestGateway(
          { url: database.adminUrl },
          { layout: { ...layout, tables: { ...layout.tables, users } }, feed: 'poll' },
        )
        test.after(async () => {
          await gateway.stop()
          await database.execute(`drop database ${crm}`)
          await database.drop()
        })
        const shows = (name: string) =>
          eventually(async () => assert.equal(at((await gateway.get(`${v2}/users/5`)).json, 'name'), name))
        await shows('Ada')
        await database.execute(`update ${crm}.people set full_name = 'Eva' where nr = 5`)
        await shows('Eva')
      })

    it('legacy-queries/3 are refused that are no SQL, are no words, or do not say what they read', async () => {
      const cases: readonly (readonly [TableMapping, RegExp])[] = [
        [
          { query: 'select nothing from articles' },
          /tables\.posts\.query is no SQL for this database: .*nothing/,
        ],
        [{ query: 'select 1; drop table articles' }, /tables\.posts\.query: an expression has no \?, ;/],
        [{ reads: [] }, /tables\.posts\.reads is missing\. It names the tables that the query reads/],
        [{ reads: ['artikel'] }, /tables\.posts\.reads names artikel, which the database does not have/],
        [{ table: 'articles' }, /tables\.posts: it is either a table or a query/],
        [
          { columns: { ...columns, title: 'headline' } },
          /tables\.posts\.columns\.title is headline, which lectern_posts does not have\. It has id, kind, /,
        ],
      ]
      const database = await kind.create({ seed: 'empty' })
      await create(database)
      for (const [wrong, says] of cases)
        await assert.rejects(startTestGateway(database, { layout: layoutOf({ ...posts, ...wrong }) }), says)
      // A number is no word, which MySQL would take every word for
      if (kind.flavour !== 'sqlite')
        await assert.rejects(
          startTestGateway(database, {
            layout: layoutOf({ ...posts, columns: { ...columns, status: 'live' } }),
          }),
          /posts\.status is compared with words, but lectern_posts\.live is number/,
        )
      await database.drop()
    })
  })
