// `lectern init` over databases of several systems: what it proposes is served as it is written, and what it cannot know is said.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { initialConfig, type Answer, type Initial } from '../../src/app/init.ts'
import { parseAddress } from '../../src/database/address.ts'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { blog, drupal, ghost, phpbb } from '../support/foreign-schemas.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'

async function proposed(
  { url }: TestDatabase,
  posts?: string,
  answer: Answer = async (_, fallback) => fallback,
): Promise<Initial> {
  const read = readConfig({ file: {}, environment: {}, flags: {} })
  const address = parseAddress(url)
  assert(read.kind === 'config' && address !== null)
  return initialConfig(read.config, address, {
    databaseUrl: 'mysql://reader@127.0.0.1/legacy',
    answer,
    ...(posts === undefined ? {} : { posts }),
  })
}

async function layoutIn(text: string): Promise<Pick<ConfigFile, 'layout'>> {
  const module = text.replace(/^import .*$/m, '').replace(/satisfies ConfigFile\s*$/, '')
  const { default: made }: { readonly default: ConfigFile } = await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )
  assert(made.layout !== undefined)
  return { layout: made.layout }
}

for (const kind of testDatabases()) {
  describe(`a first config file on ${kind.name}`, () => {
    const serving = async (test: TestContext, statements: readonly string[], posts?: string) => {
      const database = await kind.create({ seed: 'empty' })
      for (const { table } of await tablesOf(database)) await database.execute(`drop table ${table}`)
      for (const statement of statements) await database.execute(statement)
      const initial = await proposed(database, posts)
      const gateway = await startTestGateway(database, await layoutIn(initial.text))
      const get = async (path: string) => (await gateway.get(`${v2}/${path}`)).json
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      return { ...initial, get }
    }
    const fields = (json: unknown, ...names: readonly string[]) =>
      list(json).map((each) => names.map((name) => at(each, ...name.split('.'))))

    it('legacy-init/1 of WordPress is its address, and its prefix where that is another', async () => {
      for (const [prefix, lines] of [
        ['wp_', 5],
        ['blog_', 6],
      ] as const) {
        const database = await kind.create({ seed: 'empty', prefix })
        const { text } = await proposed(database)
        assert.equal(text.trim().split('\n').length, lines, text)
        assert.match(text, /databaseUrl: 'mysql:\/\/reader@127\.0\.0\.1\/legacy',/)
        if (prefix !== 'wp_') assert.match(text, /tablePrefix: 'blog_',/)
        await database.drop()
      }
    })

    it('legacy-init/2 of a blog in German serves what is published, with people, terms, comments and attributes', async (test) => {
      const { get, notes } = await serving(test, blog)
      assert.deepEqual(fields(await get('posts'), 'id', 'title.rendered', 'date', 'author', 'categories'), [
        [1, 'Eine Fähre', '2024-02-01T10:00:00', 1, [1]],
      ])
      assert.deepEqual(fields(await get('users'), 'name'), [['Änne']])
      assert.deepEqual(fields(await get('categories'), 'name', 'slug'), [['Neues', 'neues']])
      assert.deepEqual(fields(await get('comments'), 'id', 'author_name'), [[1, 'Ben']])
      assert(
        notes.some((note) => /artikel\.status has values without a meaning.*gesperrt/.test(note)),
        notes.join('\n'),
      )
      assert(
        notes.some((note) => note.startsWith('postmeta: artikel_meta')),
        notes.join('\n'),
      )
    })

    it("legacy-init/3 of Drupal's tables serves a post once, in its own language, with its terms", async (test) => {
      const { get, notes } = await serving(test, drupal)
      const posts = await get('posts?_fields=id,title,date,author,tags,categories')
      assert.deepEqual(fields(posts, 'id', 'title.rendered', 'date', 'author'), [
        [4, 'Second', '2023-11-14T22:20:00', 1],
        [1, 'First', '2023-11-14T22:13:20', 1],
      ])
      assert.deepEqual(fields(await get('pages'), 'title.rendered'), [['About']])
      assert.equal(at(await get('posts/1'), 'content', 'rendered'), '<p>A first text.</p>\n')
      assert.deepEqual(fields(await get('users'), 'name'), [['admin']])
      assert.deepEqual(fields(await get('categories'), 'id', 'name'), [[7, 'Ferries']])
      assert.deepEqual(fields(await get('posts?categories=7'), 'id'), [[4], [1]])
      assert(
        notes.some((note) => /status is taken for 1 publish and 0 draft/.test(note)),
        notes.join('\n'),
      )
    })

    it("legacy-init/4 of phpBB's topics serves those that are visible, with their forums", async (test) => {
      const { get } = await serving(test, phpbb, 'phpbb_topics')
      assert.deepEqual(fields(await get('posts'), 'id', 'title.rendered', 'date', 'author', 'categories'), [
        [13, 'Hello', '2023-11-14T22:18:20', 53, [3]],
        [10, 'Which rope?', '2023-11-14T22:13:20', 53, [2]],
      ])
      assert.deepEqual(fields(await get('users'), 'name'), [['Ada']])
      assert.equal(at(await get('posts/10'), 'content', 'rendered'), '<p>Thick or thin?</p>\n')
      assert.deepEqual(fields(await get('categories?orderby=id'), 'name'), [['Sailing'], ['Other']])
    })

    it("legacy-init/7 of Ghost's posts serves those for everybody, by their keys of letters", async (test) => {
      const { get, text } = await serving(test, ghost)
      const posts = await get('posts?_fields=id,title,date,author,tags')
      assert.deepEqual(fields(posts, 'id', 'title.rendered', 'date', 'author', 'tags'), [
        [
          '64f0000000000000000000a1',
          'Welcome',
          '2024-02-01T10:00:00',
          '5951f5fca366002ebd5dbef7',
          ['64f0000000000000000000b1'],
        ],
      ])
      assert.match(text, /visibility: "public", \/\/ rows for members only/)
      assert.equal(at(await get('posts/64f0000000000000000000a1'), 'content', 'rendered'), '<p>Hello.</p>\n')
      assert.deepEqual(fields(await get('pages'), 'title.rendered'), [['About']])
      assert.deepEqual(fields(await get('users'), 'name', 'slug'), [['Ada', 'ada']])
      assert.deepEqual(fields(await get('tags'), 'name'), [['Ferries']])
      assert.deepEqual(fields(await get('posts?tags=64f0000000000000000000b1'), 'title.rendered'), [
        ['Welcome'],
      ])
      assert.deepEqual(fields(await get('comments'), 'id', 'post'), [
        ['64f0000000000000000000e1', '64f0000000000000000000a1'],
      ])
    })

    it('legacy-init/6 has what is answered: another time zone, other meanings of states', async () => {
      const database = await kind.create({ seed: 'empty' })
      for (const { table } of await tablesOf(database)) await database.execute(`drop table ${table}`)
      for (const statement of phpbb) await database.execute(statement)
      const answers = async (question: string, fallback: string) => {
        if (question === 'What phpbb_topics.topic_visibility means') return '1=publish, 0=pending, 2=trash'
        return question === 'The time zone of the site, and of dates that are not in UTC'
          ? 'Europe/Berlin'
          : fallback
      }
      const { text } = await proposed(database, 'phpbb_topics', answers)
      assert.match(text, /values: \{ 0: 'pending', 1: 'publish', 2: 'trash' \}/)
      assert.match(text, /timezone_string: 'Europe\/Berlin'/)
      await database.drop()
    })

    it('legacy-init/8 has timestamps as times in UTC, whatever the zone of the site', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      for (const { table } of await tablesOf(database)) await database.execute(`drop table ${table}`)
      await database.execute(
        `create table articles (id integer not null primary key, title varchar(100) not null, body varchar(2000) not null,
           created_at timestamp null)`,
      )
      await database.execute(
        "insert into articles values (1, 'Alpha', 'A ferry sails.', '2024-07-01 22:30:00')",
      )
      const { text } = await proposed(database, 'articles', async (question, fallback) =>
        question.startsWith('The time zone of the site') ? 'Europe/Berlin' : fallback,
      )
      const gateway = await startTestGateway(database, await layoutIn(text))
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json } = await gateway.get(`${v2}/posts/1?_fields=date,date_gmt`)
      assert.deepEqual(json, { date: '2024-07-02T00:30:00', date_gmt: '2024-07-01T22:30:00' })
    })

    it('legacy-init/9 knows names however their words are set apart, forms of texts, and the only date that is left', async (test) => {
      const { text, get } = await serving(test, [
        `create table replies (id integer not null primary key, entryNo integer not null, body text not null,
           approved varchar(3) not null, made datetime not null)`,
        `insert into replies values (1, 1, 'Nice', 'yes', '2024-01-07 10:00:00'), (2, 1, 'Buy', 'no', '2024-01-07 10:00:00')`,
        `create table LogEntry (entryNo integer not null primary key, \`Head-Line\` varchar(100) not null,
           body_md text not null, visible varchar(10) not null, whenSailed datetime null, changed datetime not null)`,
        `insert into LogEntry values (1, 'First', 'We sailed.', 'yes', '2024-01-05 10:00:00', '2024-01-06 10:00:00'),
           (2, 'Later', 'Not yet.', 'no', null, '2024-01-06 10:00:00')`,
      ])
      assert.match(text, /\/\/ - logentry\.whensailed is taken for when a row was published/i)
      assert.deepEqual(
        fields(await get('posts'), 'id', 'title.rendered', 'content.rendered', 'date', 'modified'),
        [[1, 'First', '<p>We sailed.</p>\n', '2024-01-05T10:00:00', '2024-01-06T10:00:00']],
      )
      assert.deepEqual(fields(await get('comments'), 'id', 'post'), [[1, 1]])
    })

    it('legacy-init/10 says by words what is shown and what is hidden, and shows nothing else', async (test) => {
      for (const [column, shown, hidden] of [
        ['visible', 'Y', 'N'],
        ['active', 'true', 'false'],
        ['hidden', 'no', 'yes'],
        ['draft', 'F', 'T'],
      ] as const) {
        const { get } = await serving(test, [
          `create table news (id integer not null primary key, title varchar(100) not null, body text not null,
             ${column} varchar(10) not null, posted datetime not null)`,
          `insert into news values (1, 'A', 'a', '${shown}', '2024-01-05 10:00:00'),
             (2, 'B', 'b', '${hidden}', '2024-01-06 10:00:00'), (3, 'C', 'c', 'members', '2024-01-07 10:00:00')`,
        ])
        assert.deepEqual(fields(await get('posts'), 'id'), [[1]], column)
      }
    })

    it('legacy-init/11 legacy-init leaves out tables that only have the names of those that are served', async (test) => {
      const { text, get } = await serving(test, [
        `create table posts (id integer not null primary key, title varchar(100) not null, body text not null, slug varchar(100) not null,
           author_id integer not null, status varchar(10) not null, created_at datetime not null)`,
        `insert into posts values (1, 'A', 'a', 'a', 1, 'published', '2024-01-05 10:00:00')`,
        // The same people for several tenants, and remarks of machines
        `create table users (id integer not null, tenant integer not null, name varchar(100) not null, primary key (id, tenant))`,
        `insert into users values (1, 1, 'Ours'), (1, 2, 'Theirs')`,
        `create table comments (id integer not null primary key, post_id integer not null, line integer not null)`,
        `insert into comments values (1, 1, 7)`,
      ])
      assert.match(text, /^ {6}users: null,\n {6}comments: null,$/m)
      assert.deepEqual(fields(await get('posts'), 'id', 'author'), [[1, 1]])
      assert.equal(at(await get('users/1'), 'code'), 'rest_no_route')
      assert.equal(at(await get('comments'), 'code'), 'rest_no_route')
    })

    it('legacy-init/12 reads texts of tables whose names are words of SQL, and knows pages by the whole word', async (test) => {
      const { text, get } = await serving(
        test,
        [
          `create table articles (id int not null primary key, title varchar(100) not null, created_at datetime not null,
             type varchar(20) not null, first_group_id int not null)`,
          'create table `group` (`key` int not null primary key, body varchar(200) not null)',
          "insert into `group` values (7, 'A text.')",
          ...['article', 'article', 'article', 'pageview', 'pageview', 'static_page'].map(
            (type, nth) =>
              `insert into articles values (${nth + 1}, 'Title', '2024-02-01 10:00:00', '${type}', 7)`,
          ),
        ],
        'articles',
      )
      assert.match(text, /from `group` t/)
      const [post] = fields(await get('posts?include=1'), 'id', 'content.rendered')
      assert.deepEqual([post?.[0], /A text\./.test(String(post?.[1]))], [1, true])
      assert.deepEqual(fields(await get('pages'), 'id'), [[6]])
    })

    it('legacy-init/5 is refused where nothing is like posts, and where the table named is not there', async () => {
      const database = await kind.create({ seed: 'empty' })
      for (const { table } of await tablesOf(database)) await database.execute(`drop table ${table}`)
      await database.execute(
        'create table prices (sku varchar(20) not null primary key, amount int not null)',
      )
      await assert.rejects(
        proposed(database),
        /^Error: No table has a key of one column, a title .* and a date .* prices; --posts/,
      )
      await assert.rejects(
        proposed(database, 'news'),
        /^Error: There is no table news\. The tables are prices\./,
      )
      await assert.rejects(proposed(database, 'prices'), /^Error: prices has no column of dates/)
      await database.drop()
    })
  })
}

async function tablesOf(database: TestDatabase): Promise<readonly { readonly table: string }[]> {
  const rows = await database.execute(
    database.flavour === 'sqlite'
      ? `select name as "table" from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : 'select table_name as `table` from information_schema.tables where table_schema = database()',
  )
  return rows.map((row) => ({ table: String(row['table']) }))
}
