// Ids of legacy tables are ids of single rows: a mapping of a column that is only a part of a key is refused at the start and by
// `lectern check`, unless `where` holds the other parts; of tables without a key both warn.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDatabase } from '../../src/app/check.ts'
import type { LayoutMapping, TableMapping } from '../../src/database/layout-mapping.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import {
  testDatabases,
  type Flavour,
  type TestDatabase,
  type TestDatabaseKind,
} from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { articlesWith, createArticles } from '../support/legacy.ts'

interface Case {
  readonly title: string
  /** What follows the columns of the table, and what is executed after it. */
  readonly keys?: readonly string[]
  readonly after?: readonly string[]
  readonly id?: string
  readonly where?: TableMapping['where']
  readonly answers: 'served' | 'warned' | RegExp
}

/** Of the columns `nr`, `tenant`, `lang`, `default_langcode` and `note`, which may be NULL. */
const cases: readonly Case[] = [
  { title: 'a key of the id alone', keys: ['primary key (nr)'], answers: 'served' },
  { title: 'a unique index of the id alone', keys: ['unique (nr)'], answers: 'served' },
  {
    title: 'a unique index of the id beside a greater key',
    keys: ['primary key (nr, tenant)', 'unique (nr)'],
    answers: 'served',
  },
  {
    title: 'a greater key',
    keys: ['primary key (tenant, nr)'],
    answers:
      /tables\.posts\.columns\.id is articles\.nr, .* but \(tenant, nr\): .* Fix tenant by tables\.posts\.where/,
  },
  { title: 'a greater unique index', keys: ['unique (nr, lang)'], answers: /Fix lang by/ },
  {
    title: 'a greater key whose column has another case',
    keys: ['primary key (NR, tenant)'],
    id: 'Nr',
    answers: /is articles\.Nr, /,
  },
  {
    title: 'a greater key whose other column is held',
    keys: ['primary key (tenant, nr)'],
    where: { Tenant: 3 },
    answers: 'served',
  },
  {
    title: 'a greater key of which one column is held',
    keys: ['primary key (tenant, lang, nr)'],
    where: { tenant: 3 },
    answers: /Fix tenant, lang by/,
  },
  {
    title: 'a greater key whose other columns are all held',
    keys: ['primary key (tenant, lang, nr)'],
    where: { tenant: 3, lang: 'de' },
    answers: 'served',
  },
  {
    title: 'a greater key with several values of the other column',
    keys: ['primary key (tenant, nr)'],
    where: { tenant: [3, 4] },
    answers: /Fix tenant by/,
  },
  {
    title: 'a greater key with all but one value of the other column',
    keys: ['primary key (tenant, nr)'],
    where: { tenant: { not: 3 } },
    answers: /Fix tenant by/,
  },
  {
    title: 'a greater unique index in which NULL may be twice',
    keys: ['unique (nr, note)'],
    where: { note: null },
    answers: /Fix note by/,
  },
  {
    title: 'a row for each language, of which where takes one',
    keys: ['primary key (nr, lang)'],
    where: { default_langcode: 1 },
    answers: 'served',
  },
  {
    title: 'a row for each language, of which where takes the others',
    keys: ['primary key (nr, lang)'],
    where: { default_langcode: 0 },
    answers: /Fix lang by/,
  },
  {
    title: 'a row for each tenant and language, of which where takes one language',
    keys: ['primary key (tenant, nr, lang)'],
    where: { default_langcode: 1 },
    answers: /Fix tenant, lang by/,
  },
  {
    title: 'a row for each language of one tenant, of which where takes one',
    keys: ['primary key (tenant, nr, lang)'],
    where: { default_langcode: 1, tenant: 3 },
    answers: 'served',
  },
  { title: 'a key that may be NULL', keys: ['unique (note)'], id: 'note', answers: 'warned' },
  {
    title: 'a key that is not NULL where a row is there',
    keys: ['unique (note, tenant)'],
    id: 'note',
    where: { tenant: 3, note: { not: null } },
    answers: 'served',
  },
  { title: 'no key and no index', answers: 'served' },
  { title: 'no key of the id', keys: ['primary key (lang)'], answers: 'warned' },
  {
    title: 'an index that is not unique',
    after: ['create index by_nr on articles (nr)'],
    answers: 'warned',
  },
]

/** Keys that only some databases have, and how servers number rows. */
const some: readonly (Case & { readonly table: string; readonly on: readonly Flavour[] })[] = [
  {
    on: ['mariadb'],
    title: 'a key with the time at which the version of a row ends',
    table: `nr integer not null primary key, begins timestamp(6) generated always as row start,
      ends timestamp(6) generated always as row end, period for system_time (begins, ends)) with system versioning`,
    answers: 'served',
  },
  {
    on: ['mariadb'],
    title: 'a greater key with the time at which the version of a row ends',
    table: `nr integer not null, begins timestamp(6) generated always as row start,
      ends timestamp(6) generated always as row end, period for system_time (begins, ends), primary key (nr, tenant)) with system versioning`,
    answers: /but \(nr, tenant\): .* Fix tenant by/,
  },
  {
    on: ['sqlite', 'mysql'],
    title: 'a greater key with an expression',
    table: 'nr integer not null)',
    after: ['create unique index by_both on articles (nr, (upper(lang)))'],
    answers: /but \(nr, an expression\): two rows may have one id\. Map a column/,
  },
  {
    on: ['sqlite'],
    title: 'a unique index of some rows',
    table: 'nr integer not null)',
    after: ['create unique index by_nr on articles (nr) where tenant = 3'],
    answers: 'warned',
  },
  {
    on: ['mariadb', 'mysql'],
    title: 'numbers that the server counts, in a table that is partitioned by another column',
    table: `nr integer not null auto_increment, primary key (nr, tenant)) partition by hash (tenant) partitions 2`,
    answers: 'served',
  },
  {
    on: ['mariadb', 'mysql'],
    title: 'numbers that MyISAM counts for each value of another column',
    table: `nr integer not null auto_increment, primary key (tenant, nr)) engine = MyISAM`,
    answers: /Fix tenant by/,
  },
]

const columns = `headline varchar(100) not null, state varchar(20) not null, kind varchar(20) not null, written datetime not null,
  name varchar(100) not null, tenant integer not null, lang varchar(5) not null, default_langcode smallint not null, note integer`

const said = (answers: Case['answers']) =>
  answers instanceof RegExp ? answers : /^articles(?: has no key on nr|\.note may be NULL)/

async function holds(database: TestDatabase, { id = 'nr', where = {}, answers }: Case): Promise<void> {
  const layout = { tables: { posts: { ...articlesWith({ id }), where } } }
  const found = await checked(database, layout)
  assert.deepEqual(
    found.filter(({ says }) => said(answers).test(says)).map(({ level }) => level),
    answers === 'served' ? [] : [answers === 'warned' ? 'warning' : 'problem'],
    JSON.stringify(found),
  )
  if (answers instanceof RegExp) return assert.rejects(startTestGateway(database, { layout }), answers)
  const gateway = await startTestGateway(database, { layout })
  const warnings = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
  await gateway.stop()
  assert.equal(
    warnings.filter((message) => said('warned').test(message)).length,
    answers === 'warned' ? 1 : 0,
  )
}

async function checked(database: TestDatabase, layout: LayoutMapping) {
  const read = readConfig({ file: { layout }, environment: {}, flags: {} })
  const addresses = parseAddresses(database.url)
  assert(addresses !== null && read.kind === 'config')
  const topics = await Array.fromAsync(checkDatabase(read.config, addresses))
  return topics
    .filter(({ topic }) => ['Tables', 'Ids'].includes(topic))
    .flatMap(({ findings }) => findings.filter(({ level }) => level === 'warning' || level === 'problem'))
}

async function withTable(kind: TestDatabaseKind, declared: string, after: readonly string[] = []) {
  const database = await kind.create()
  await database.execute(`create table articles (${columns}, ${declared}`)
  for (const statement of after) await database.execute(statement)
  return database
}

for (const kind of testDatabases())
  describe(`keys of legacy tables on ${kind.name}`, () => {
    for (const each of cases)
      it(`legacy-keys/1 ids of ${each.title} are ${typeof each.answers === 'string' ? each.answers : 'refused'}`, async () => {
        const declared = ['nr integer not null', ...(each.keys ?? [])].join(', ')
        const database = await withTable(kind, `${declared})`, each.after)
        await holds(database, each)
        await database.drop()
      })

    for (const each of some)
      if (each.on.includes(kind.flavour))
        it(`legacy-keys/2 ids of ${each.title} are ${typeof each.answers === 'string' ? each.answers : 'refused'}`, async () => {
          const database = await withTable(kind, each.table, each.after)
          await holds(database, each)
          await database.drop()
        })

    it('legacy-keys/3 ids of a view are served, and check says which are twice', async () => {
      const database = await withTable(kind, 'nr integer not null, primary key (nr, tenant))')
      await database.execute('create view shown as select * from articles')
      const layout = { tables: { posts: { ...articlesWith({}), table: 'shown' } } }
      const insert = (tenant: number) =>
        database.execute(
          `insert into articles values ('x', 'publish', 'post', '2024-01-01 00:00:00', 'x', ${tenant}, 'de', 1, 1, 7)`,
        )
      await insert(1)
      assert.deepEqual(await checked(database, layout), [])
      const gateway = await startTestGateway(database, { layout })
      assert.deepEqual(
        list((await gateway.get('/cms-json/cms/v2/posts')).json).map((post) => at(post, 'id')),
        [7],
      )
      await gateway.stop()
      await insert(2)
      const [twice, ...others] = await checked(database, layout)
      assert.deepEqual(others, [])
      assert.match(twice?.says ?? '', /^shown has no key on nr alone, and several rows with the id 7, /)
      await database.drop()
    })

    it('legacy-keys/4 ids of people, terms, taxonomies, comments and parts are refused, and those of metadata and options are not', async () => {
      const database = await withTable(kind, 'nr integer not null, primary key (nr, tenant))')
      await createArticles({
        execute: (statement) => database.execute(statement.replace('articles', 'leaflets')),
      })
      const of = (logicals: Readonly<Record<string, string>>) => ({ table: 'articles', columns: logicals })
      const text = { name: 'headline', slug: 'name' }
      const part = (table: string, type: string) => ({
        ...articlesWith({ type: { constant: type } }),
        table,
      })
      const meta = { key: 'headline', value: 'name' }
      const mappings: readonly (readonly [path: string | null, tables: LayoutMapping['tables']])[] = [
        ['users', { users: of({ id: 'nr', ...text }) }],
        ['terms', { terms: of({ id: 'nr', ...text }) }],
        ['term_taxonomy', { term_taxonomy: of({ id: 'nr', term_id: 'nr', taxonomy: 'kind' }) }],
        [
          'comments',
          {
            comments: of({
              id: 'nr',
              post_id: 'nr',
              created_at: 'written',
              content: 'name',
              status: 'state',
            }),
          },
        ],
        ['posts\\.parts\\.1', { posts: { parts: [part('leaflets', 'page'), part('articles', 'post')] } }],
        [null, { postmeta: of({ id: 'nr', post_id: 'nr', ...meta }) }],
        [null, { usermeta: of({ id: 'nr', user_id: 'nr', ...meta }) }],
        [null, { options: of({ id: 'nr', name: 'headline', value: 'name' }) }],
      ]
      for (const [path, tables = {}] of mappings) {
        const layout: LayoutMapping = { tables }
        const answers =
          path === null ? 'served' : new RegExp(`tables\\.${path}\\.columns\\.id is articles\\.nr, `)
        const found = await checked(database, layout)
        assert.equal(
          found.filter(({ says }) => says.includes('articles.nr, which is in no key')).length,
          path === null ? 0 : 1,
        )
        if (answers instanceof RegExp) await assert.rejects(startTestGateway(database, { layout }), answers)
        else await (await startTestGateway(database, { layout })).stop()
      }
      await database.drop()
    })
  })
