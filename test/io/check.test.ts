// `lectern check`, as an owner runs it: on a stock database, on one that lacks things, and on the same made ready.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { styleText } from 'node:util'
import { exitCodeOf } from '../../src/check/finding.ts'
import { checkDatabase, type Checked } from '../../src/app/check.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { orderBy, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { readConfig } from '../../src/settings/config.ts'
import { translationFile } from '../support/translations.ts'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { at, list } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'
import { watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

interface Found {
  readonly code: number
  readonly text: string
  readonly findings: readonly Finding[]
}

interface Finding {
  readonly topic: string
  readonly level: string
  readonly says: string
  readonly explain: readonly string[]
  readonly paste: readonly string[]
}

/** Looked at in this process: the first test of each database looks as an owner does. */
async function check(
  url: string,
  settings: Readonly<Record<string, string>> = {},
  file: Readonly<Record<string, unknown>> = {},
): Promise<Found> {
  const read = readConfig({ file, environment: { DATABASE_URL: url, ...settings }, flags: {} })
  const addresses = parseAddresses(url)
  assert(read.kind === 'config' && addresses !== null)
  const topics: Checked[] = []
  for await (const checked of checkDatabase(read.config, addresses)) topics.push(checked)
  const code = exitCodeOf(topics.flatMap((checked) => checked.findings))
  return toFound(JSON.stringify({ code, topics }))
}

async function checkAsOwner(url: string): Promise<Found> {
  const started = startProcess(['check', '--json'], { DATABASE_URL: url })
  const code = await started.ended
  const found = toFound(started.output())
  assert.equal(found.code, code)
  return found
}

function toFound(text: string): Found {
  const findings = list(at(JSON.parse(text), 'topics')).flatMap((checked) =>
    list(at(checked, 'findings')).map((finding) => ({
      topic: String(at(checked, 'topic')),
      level: String(at(finding, 'level')),
      says: String(at(finding, 'says')),
      explain: list(at(finding, 'explain') ?? []).map(String),
      paste: list(at(finding, 'paste') ?? []).map(String),
    })),
  )
  return { code: Number(at(JSON.parse(text), 'code')), text, findings }
}

const of = ({ findings }: Found, topic: string) => findings.filter((finding) => finding.topic === topic)
const levels = (found: Found, topic: string) => new Set(of(found, topic).map(({ level }) => level))

for (const kind of testDatabases()) {
  describe(`lectern check on ${kind.name}`, () => {
    it('finds nothing to mend in a stock database, and says what could be better', async () => {
      const database = await kind.create()
      const found = await checkAsOwner(database.url)
      assert.equal(found.code, 0, found.text)
      for (const topic of [
        'Connection',
        'Tables',
        'Account',
        'Statuses',
        'Texts',
        'Times',
        'Indexes',
        'Clock',
        'Slow queries',
      ])
        assert.deepEqual(levels(found, topic), new Set(['good']), found.text)
      assert.match(of(found, 'Connection')[0]?.says ?? '', new RegExp(kind.name.split(' ')[0] ?? ''))
      const unserved = of(found, 'Not served')
        .map(({ says }) => says)
        .join('\n')
      assert.match(unserved, /types of content product \(7\)/)
      assert.match(unserved, /taxonomies genre \(5\)/)
      assert.match(unserved, /keys of meta price \(7\)/)
      assert.doesNotMatch(unserved, /_wp_|revision|nav_menu/)
      await database.drop()
    })

    it('names settings that a start refuses, each once', async () => {
      const database = await kind.create()
      const refused: readonly (readonly [settings: Readonly<Record<string, string>>, says: RegExp])[] = [
        [{ CLOSED: 'userz' }, /^closed: there is nothing called userz/],
        [{ GRAPHQL_DOCUMENTS: 'nope.json' }, /^graphqlDocuments: .*nope\.json/],
        [{ ADMIN_PORT: '9', ADMIN_HOST: '0.0.0.0' }, /^adminHost: .*adminToken/],
        [{ WEBHOOK_URLS: 'https://example.org/x' }, /^webhookUrls: .*webhookSecret/],
        [{ PACKS: 'nope' }, /^packs: there is no pack nope/],
      ]
      for (const [settings, says] of refused) {
        const { code, findings, text } = await check(database.url, settings)
        const problems = findings.filter(({ level }) => level === 'problem')
        assert.deepEqual([code, problems.length], [2, 1], text)
        assert.match(problems[0]?.says ?? '', says)
        assert.doesNotMatch(text, /could not be looked at/)
      }
      await database.drop()
    })

    it('warns where tables of a WordPress are missing, as for an account that may read some', async () => {
      const database = await kind.create()
      await database.execute('drop table wp_usermeta')
      const [, lacking] = of(await check(database.url), 'Tables')
      assert.equal(lacking?.level, 'warning')
      assert.match(lacking?.says ?? '', /may not read it: table wp_usermeta\. A WordPress has these tables/)
      await database.drop()
    })

    it('names the prefixes that are there, hours that are none, and ids that are not unique', async () => {
      const database = await kind.create()
      const lacking = await check(database.url, { TABLE_PREFIX: 'other_' })
      assert.match(
        of(lacking, 'Tables')[0]?.says ?? '',
        /The database has WordPress tables with the prefixes wp_\.$/,
      )
      assert.deepEqual(of(lacking, 'Tables')[0]?.paste, ['TABLE_PREFIX=wp_'])
      await database.execute(`update wp_options set option_value = ? where option_name = 'timezone_string'`, [
        'Mars/\u001b[31mRed',
      ])
      const said = of(await check(database.url), 'Times').map(({ says }) => says)
      assert.match(said.join(' '), /time zone, [^\p{Cc}]*Mars[^\p{Cc}]*: its offset/u)
      await database.execute(`update wp_options set option_value = '' where option_name = 'timezone_string'`)
      await database.execute(`update wp_options set option_value = '5,5' where option_name = 'gmt_offset'`)
      assert.match(
        of(await check(database.url), 'Times').at(-1)?.says ?? '',
        /5,5, which is no number of hours/,
      )
      assert.deepEqual(of(await check(database.url), 'Ids'), [])
      if (kind.flavour !== 'sqlite') {
        await database.execute(
          'alter table wp_comments modify comment_ID bigint unsigned not null, drop primary key',
        )
        await database.execute('update wp_comments set comment_ID = 0 order by comment_ID limit 2')
        assert.match(
          of(await check(database.url), 'Ids')[0]?.says ?? '',
          /^wp_comments has no key on comment_ID alone, and several rows with the id 0/,
        )
      }
      await database.drop()
    })

    it('says what a site of a network needs for its logins', async () => {
      const database = await kind.create()
      const said = async (settings: Readonly<Record<string, string>> = {}) =>
        of(await check(database.url, settings), 'Keys').flatMap(({ paste }) => paste)
      const wanted = ['LOGGED_IN_COOKIE=wordpress_logged_in_…', 'APPLICATION_PASSWORDS=any']
      assert(!(await said()).some((each) => wanted.includes(each)))
      await database.execute('create table wp_blogs (blog_id integer)')
      assert.deepEqual(
        (await said()).filter((each) => wanted.includes(each)),
        wanted,
      )
      const settings = { LOGGED_IN_COOKIE: 'wordpress_logged_in_1', APPLICATION_PASSWORDS: 'any' }
      assert(!(await said(settings)).some((each) => wanted.includes(each)))
      await database.drop()
    })

    it('says where the accounts of a site of a network are', async () => {
      const database = await kind.create()
      for (const table of ['posts', 'postmeta', 'options'])
        await database.execute(`create table wp_2_${table} as select * from wp_${table}`)
      const prefix = { TABLE_PREFIX: 'wp_2_' }
      const lacks = of(await check(database.url, prefix), 'Tables').find(({ level }) => level === 'warning')
      assert.match(
        lacks?.says ?? '',
        /accounts of a network of sites are in wp_users: map users and usermeta /,
      )
      const mapping = { users: { table: 'wp_users' }, usermeta: { table: 'wp_usermeta' } }
      assert.deepEqual(lacks?.paste, [
        "layout: { extends: 'wordpress', tables: { users: { table: 'wp_users' }, usermeta: { table: 'wp_usermeta' } } }",
      ])
      const mapped = await check(database.url, prefix, { layout: { extends: 'wordpress', tables: mapping } })
      assert(of(mapped, 'Tables').every(({ level, says }) => level !== 'warning' && !/wp_users/.test(says)))
      await database.drop()
    })

    it('says whose theme.json the classes of blocks follow', async () => {
      const database = await kind.create()
      const said = async (settings: Readonly<Record<string, string>> = {}) =>
        of(await check(database.url, settings), 'Theme').map(({ level, says }) => [level, says])
      assert.deepEqual(await said(), [
        ['good', 'Classes of rendered blocks follow the theme.json of Twenty Twenty-Five.'],
      ])
      await database.execute("update wp_options set option_value = 'ours' where option_name = 'stylesheet'")
      const content = mkdtempSync(join(tmpdir(), 'lectern-content-'))
      const theme = join(content, 'themes', 'ours')
      mkdirSync(theme, { recursive: true })
      assert.match(
        (await said({ WP_CONTENT_DIR: content }))[0]?.[1] ?? '',
        /^The theme is not read: there is no/,
      )
      writeFileSync(join(theme, 'style.css'), '')
      const none = [['good', 'Classes of rendered blocks are those of a theme without a theme.json.']]
      assert.deepEqual(await said({ WP_CONTENT_DIR: content }), none)
      assert.deepEqual(await said({ THEME_JSON: 'none' }), none)
      writeFileSync(join(theme, 'theme.json'), '{"title":"Ours","settings":{}}')
      assert.deepEqual(await said({ WP_CONTENT_DIR: content }), [
        ['good', `Classes of rendered blocks follow the theme.json of Ours: ${join(theme, 'theme.json')}.`],
      ])
      rmSync(content, { recursive: true })
      const [[level, says] = []] = await said()
      assert.equal(level, 'advice')
      assert.match(says ?? '', /^The theme is ours, but/)
      assert.deepEqual(await said({ THEME_JSON: 'none/theme.json' }), [
        ['problem', 'themeJson: none/theme.json cannot be read: there is no such file'],
      ])
      await database.drop()
    })

    it('says which language counts, and where its translations are missing', async () => {
      const database = await kind.create()
      const content = mkdtempSync(join(tmpdir(), 'lectern-content-'))
      const file = join(content, 'languages', 'de_DE.mo')
      const said = async (settings: Readonly<Record<string, string>> = { WP_CONTENT_DIR: content }) =>
        of(await check(database.url, settings), 'Language').map(({ level, says }) => [level, says])
      const english = 'The site is in de_DE, but words, quotes and dates are written in English'
      assert.deepEqual(await said(), [])
      await database.execute("delete from wp_options where option_name = 'WPLANG'")
      await database.execute("insert into wp_options (option_name, option_value) values ('WPLANG', 'de_DE')")
      assert.deepEqual(await said({}), [['warning', `${english}, since its wp-content is unknown.`]])
      assert.deepEqual(await said(), [['warning', `${english}: ${file} is not there.`]])
      mkdirSync(join(content, 'languages'))
      writeFileSync(file, 'no translations')
      assert.deepEqual(await said(), [['warning', `${english}: ${file} is no file of translations.`]])
      writeFileSync(file, translationFile({ Search: 'Suche' }))
      assert.deepEqual(await said(), [['good', `The site is in de_DE, as ${file} translates it.`]])
      rmSync(content, { recursive: true })
      await database.drop()
    })

    it('counts blocks and shortcodes that nothing renders', async () => {
      const database = await kind.create()
      const said = async (settings: Readonly<Record<string, string>> = {}) =>
        of(await check(database.url, settings), 'Not rendered')
          .map(({ says }) => says)
          .join('\n')
      const texts = [
        '<!-- wp:shop/cart {"a":1} /--><!-- wp:paragraph --><p>[sic]</p><!-- /wp:paragraph --><!-- wp:query /-->',
        '<!-- wp:shop/cart --><p></p><!-- /wp:shop/cart --><!-- wp:rss /-->[form id="4"][gallery ids="1"]<!-- wp:template-part /-->',
      ]
      const [one, other] = texts
      const published = "(select min(ID) from (select ID from wp_posts where post_status = 'publish') as p)"
      await database.execute(`update wp_posts set post_content = ? where ID = ${published}`, [
        `${one}${other}`,
      ])
      const found = await said()
      assert.match(found, /blocks core\/rss \(1\), core\/template-part \(1\), shop\/cart \(1\)/)
      assert.equal(await said({ THEME_JSON: 'none' }), found)
      assert.match(found, /shortcodes form \(1\)/)
      assert.doesNotMatch(found, /sic|gallery|core\/query|paragraph/)
      await database.drop()
    })

    it('says whether WordPress behind it knows its address', async () => {
      const database = await kind.create()
      const topic = 'Public address'
      assert.deepEqual(of(await check(database.url), topic), [])
      const said = async (settings: Readonly<Record<string, string>>) => {
        const found = of(await check(database.url, { ORIGIN_URL: 'http://127.0.0.1:1', ...settings }), topic)
        return [found.map(({ level }) => level), found.flatMap(({ paste }) => paste)]
      }
      assert.deepEqual(await said({}), [['warning'], ['PUBLIC_URL=http://127.0.0.1:8081']])
      assert.deepEqual(await said({ PUBLIC_URL: 'http://127.0.0.1:8081/' }), [['good'], []])
      const publicUrl = { PUBLIC_URL: 'https://example.org' }
      assert.deepEqual(await said(publicUrl), [
        ['warning', 'warning'],
        [
          "define('WP_HOME', 'https://example.org');",
          "define('WP_SITEURL', 'https://example.org');",
          'TRUSTED_PROXIES=127.0.0.1',
        ],
      ])
      const whole = { ...publicUrl, WP_HOME: 'https://example.org', TRUSTED_PROXIES: '127.0.0.1' }
      assert.deepEqual(await said(whole), [['good'], []])
      await database.drop()
    })

    it('finds nothing that could be better in one that is made ready', async () => {
      const database = await kind.create()
      const settings = {
        LOGGED_IN_KEY: 'secret a',
        LOGGED_IN_SALT: 'secret b',
        NONCE_KEY: 'secret c',
        NONCE_SALT: 'secret d',
        EXTENSIONS: 'config/extensions/myplugin.ts',
        FEED: kind.server ? 'poll' : 'auto',
      }
      const found = await check(database.url, settings)
      assert.equal(found.code, 0, found.text)
      assert.deepEqual(levels(found, 'Keys'), new Set(['good']), found.text)
      assert.deepEqual(levels(found, 'Changes'), new Set(['good']), found.text)
      assert.doesNotMatch(found.text, /secret /)
      const { NONCE_SALT: _salt, ...others } = settings
      const lacking = of(await check(database.url, others), 'Keys').find(({ level }) => level === 'warning')
      assert.match(lacking?.says ?? '', /: NONCE_SALT is neither set nor in the options table\./)
      await database.drop()
    })

    it('gives the statement that makes an index that lacks, and is content once it was run', async () => {
      const database = await withoutMetaIndex(kind)
      const found = await check(database.url)
      assert.equal(found.code, 1)
      const lacking = of(found, 'Indexes').find(({ level }) => level === 'warning')
      assert.match(
        lacking?.says ?? '',
        /^wp_postmeta has no index on \(post_id\), .*; it has (about )?[\d,]+ rows(?:, so that the index takes about .* MB)?\.$/,
      )
      const [statement = ''] = lacking?.paste ?? []
      assert.match(statement, /^create index /)
      await database.execute(statement)
      const again = await check(database.url)
      assert.equal(again.code, 0, again.text)
      await database.drop()
    })

    it('says how a large table is read, and is content once what it gives was pasted', async () => {
      const database = await kind.create({ seed: 'empty' })
      await database.execute(...manyPosts(kind))
      if (kind.server) await database.execute('analyze table wp_posts')
      const found = await check(database.url)
      const lacking = of(found, 'Indexes').filter(({ level }) => level === 'advice')
      assert.equal(lacking.length, 2, found.text)
      for (const { says, explain } of lacking) {
        assert.match(
          says,
          /^wp_posts has no index on \(post_type, .*; it has (about )?[\d,]+ rows, so that the index takes about .* MB\.$/,
        )
        assert.match(explain.join('\n'), kind.server ? /, then sorted$/m : /^sorted for its/m)
      }
      const [clock] = of(found, 'Clock')
      assert.deepEqual(
        clock?.paste
          .filter((line) => !line.startsWith('set '))
          .map((line) => line.replace(/ algorithm.*/, ';')),
        [
          'GRAPHQL_CLOCK=local',
          kind.server
            ? 'create index `lectern_post_type_post_status_post_date_gmt` on `wp_posts` (`post_type`, `post_status`, `post_date_gmt`);'
            : 'create index "lectern_post_type_post_status_post_date_gmt" on "wp_posts" ("post_type", "post_status", "post_date_gmt");',
        ],
      )
      const before = await examinedByChange(database)
      const slow = of(found, 'Slow queries').flatMap(({ paste }) => paste)
      const statements = [...lacking.flatMap(({ paste }) => paste), ...slow].filter((line) =>
        line.endsWith(';'),
      )
      assert.equal(
        statements.filter((line) => /^(create index|alter table)/.test(line)).length,
        kind.server ? 3 : 2,
      )
      // As an administrator's session is, by the server's own mode
      if (kind.server)
        await database.execute(
          `set session sql_mode = default; ${statements.join(' ')} analyze table wp_posts`,
        )
      else for (const statement of statements) await database.execute(statement)
      const ready = await check(database.url, { SEARCH: 'fulltext' })
      for (const topic of ['Indexes', 'Slow queries'])
        assert.deepEqual(levels(ready, topic), new Set(['good']), ready.text)
      const made = of(ready, 'Indexes').find(({ says }) => says.includes('post_modified'))
      assert.match(made?.explain.join('\n') ?? '', /lectern_post_type_post_status_post_modified/)
      assert.doesNotMatch(made?.explain.join('\n') ?? '', /sorted/)
      const after = await examinedByChange(database)
      if (kind.server)
        assert(before > 30_000 && after < 100, `${before} rows examined before, ${after} after`)
      await database.drop()
    })

    it('is in colour for people, where they have any, and ends with a summary', async (test) => {
      if (kind.server !== null) return test.skip('what is printed is the same of every database')
      const database = await kind.create({ seed: 'empty' })
      const shown = async (environment: Readonly<Record<string, string>>) => {
        const started = startProcess(['check'], { DATABASE_URL: database.url, ...environment })
        assert.equal(await started.ended, 0)
        return started.output()
      }
      assert(
        (await shown({ FORCE_COLOR: '1' })).includes(
          `\n  ${styleText('green', '✓', { validateStream: false })} The database `,
        ),
      )
      const plain = await shown({ NO_COLOR: '1' })
      assert(!plain.includes('\u001B'))
      assert.match(plain, /\n\nAccount\n {2}✓ /)
      assert.doesNotMatch(plain, /\n\n\S.*\n\n/, 'a topic without a finding')
      assert.match(plain, /\n\d+ that could be better\.\n$/)
      await database.drop()
    })

    it('ends without a word when nobody reads what it prints', async (test) => {
      if (kind.server !== null) return test.skip('what is printed is the same of every database')
      const database = await kind.create()
      const started = startProcess(['check'], { DATABASE_URL: database.url })
      started.child.stdout?.destroy()
      assert.equal(await started.ended, 2)
      assert.equal(started.output(), '')
      await database.drop()
    })

    it('has exit code 2 and a sentence where there is nothing to serve', async () => {
      const database = await kind.create({ seed: 'empty', prefix: 'other_' })
      const found = await check(database.url)
      assert.equal(found.code, 2)
      assert.match(
        of(found, 'Tables')[0]?.says ?? '',
        /^There is no table wp_posts, .* tables with the prefixes other_\./,
      )
      assert.equal((await check(database.url, { TABLE_PREFIX: 'other_' })).code, 0)
      await database.drop()
    })

    it('refuses statuses that are numbers, as the gateway does', async () => {
      const database = await kind.create({ seed: 'empty' })
      await replacePosts(database, 'integer')
      const sentence = /posts\.status is compared with words, but wp_posts\.post_status is int.*: .* view/i
      const found = await check(database.url)
      assert.equal(found.code, 2)
      const [tables] = of(found, 'Tables')
      assert.equal(tables?.level, 'problem')
      assert.match(tables?.says ?? '', sentence)
      const served = startProcess(['serve'], { DATABASE_URL: database.url, PORT: '0' })
      assert.equal(await served.ended, 1)
      assert.match(served.output(), sentence)
      await database.drop()
    })

    it('refuses the SQL and the names of a layout, and extensions, that a start refuses', async () => {
      const database = await kind.create()
      const posts = (mapping: object) => ({ layout: { tables: { posts: mapping } } })
      const cases = [
        [
          posts({ columns: { content: { sql: 'posts.nothing' } } }),
          /^layout: tables\.posts\.columns\.content is no SQL for this database: .*nothing/,
        ],
        [
          posts({ fields: { area: { sql: 'posts.nothing', type: 'number' } } }),
          /^layout: tables\.posts\.fields\.area is no SQL for this database: .*nothing/,
        ],
        [
          posts({ fields: { title: { sql: "'x'", type: 'string' } } }),
          /^layout: tables\.posts\.fields\.title: posts have a field of that name\./,
        ],
        [{ extensions: ['nowhere.ts'] }, /^extension nowhere\.ts: /],
      ] as const
      for (const [file, says] of cases) {
        const { code, findings } = await check(database.url, {}, file)
        assert.equal(code, 2)
        const problems = findings.filter(({ level }) => level === 'problem')
        assert.equal(problems.length, 1, JSON.stringify(problems))
        assert.match(problems[0]?.says ?? '', says)
      }
      const fields = { area: { sql: 'posts.menu_order * 2', type: 'integer' } }
      const found = await check(database.url, {}, posts({ fields }))
      assert.deepEqual(of(found, 'Definitions'), [])
      assert.equal(found.code, 0)
      await database.drop()
    })

    it('warns of types and taxonomies of a layout that nothing serves', async () => {
      const database = await kind.create()
      const tables = {
        posts: { columns: { type: { column: 'post_type', values: { post: 'article', page: 'page' } } } },
        term_taxonomy: { columns: { taxonomy: { constant: 'section' } } },
      }
      const found = await check(database.url, {}, { layout: { tables } })
      assert.deepEqual(
        of(found, 'Not served').flatMap(({ level, says }) => (level === 'warning' ? says.split(',')[0] : [])),
        ['The layout has the types of content article', 'The layout has the taxonomies section'],
      )
      await database.drop()
    })

    it('warns of posts that have no status that is known', async () => {
      const database = await kind.create({ seed: 'empty' })
      await replacePosts(database, 'varchar(20)')
      assert.deepEqual(of(await check(database.url), 'Statuses'), [])
      const add = (id: number, status: string) =>
        database.execute(`insert into wp_posts values (${id}, '2024-01-01', 'x', '${status}', 'post', '')`)
      await add(1, 'live')
      await add(2, 'archived')
      const [warned] = of(await check(database.url), 'Statuses')
      assert.equal(warned?.level, 'warning')
      assert.match(warned?.says ?? '', /posts\.status is ("live", "archived"|"archived", "live")\./)
      await add(3, 'publish')
      assert.deepEqual(levels(await check(database.url), 'Statuses'), new Set(['good']))
      await database.drop()
    })
  })

  if (kind.server !== null)
    describe(`lectern check of accounts on ${kind.name}`, () => {
      it('warns of one that may write, with the statements for one that may not', async () => {
        const database = await kind.create()
        const found = await check(database.adminUrl)
        assert.equal(found.code, 1)
        const [account] = of(found, 'Account')
        assert.equal(account?.level, 'warning')
        assert.match(
          account?.paste.join('\n') ?? '',
          /^create user .*\ngrant select on `lectern-\w+`\.\* to /,
        )
        assert.doesNotMatch(found.text, /IDENTIFIED BY PASSWORD/)
        await database.drop()
      })

      it('says which grants let changes be told row by row, and is content once they are there', async () => {
        const database = await kind.create()
        const [told, better] = of(await check(database.url), 'Changes')
        assert.deepEqual([told?.level, better?.level], ['good', 'advice'])
        const [grant = ''] = better?.paste ?? []
        assert.match(grant, /^grant replication slave, replication client on \*\.\* to 'lectern-\w+'@'%';$/)
        await database.execute(grant)
        const found = of(await check(database.url), 'Changes')
        assert.match(
          found.at(-1)?.says ?? '',
          /^The change feed reads the binary log|, but (the server|binlog_)/,
        )
        await database.drop()
      })

      it('says why it is not let in, without the password', async () => {
        const database = await kind.create()
        const url = new URL(database.url)
        url.password = 'not-the-password'
        const found = await check(url.href)
        assert.equal(found.code, 2)
        assert.match(found.text, /Access denied/)
        assert.doesNotMatch(found.text, /not-the-password/)
        await database.drop()
      })

      it('sees texts that are labelled as what they are not', async () => {
        const database = await kind.create({ charset: 'latin1' })
        const found = await check(database.url)
        assert.deepEqual(
          of(found, 'Texts').map(({ level, paste }) => [level, paste]),
          [['warning', ['DATABASE_CHARSET=latin1']]],
        )
        assert.equal((await check(database.url, { DATABASE_CHARSET: 'latin1' })).code, 0)
        await database.drop()
      })

      it('tells latin1 from UTF-8 that is labelled so, by the bytes', async () => {
        const database = await kind.create({ seed: 'empty' })
        await database.execute('alter table wp_posts convert to character set latin1')
        const texts = async (settings = {}) => {
          const found = of(await check(database.url, settings), 'Texts').find(({ says }) =>
            says.includes('latin1 ('),
          )
          return [
            found?.level,
            found?.paste,
            found?.says
              .replace(/^.*?\), /, '')
              .replace(/^.*?\) /, '')
              .split(':')[0],
          ]
        }
        const add = (id: number, hex: string) =>
          database.execute(
            `insert into wp_posts (ID, post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered)
             values (${id}, x'${hex}', '', '', '', '', '')`,
          )
        assert.deepEqual((await texts())[0], 'advice')
        await add(1, '636166e9')
        assert.deepEqual(await texts(), ['good', [], 'and hold latin1'])
        assert.equal((await texts({ DATABASE_CHARSET: 'latin1' }))[0], 'warning')
        await add(2, '636166c3a9')
        assert.deepEqual(await texts(), ['warning', [], 'and hold latin1 in some rows and UTF-8 in others'])
        await database.execute('delete from wp_posts where ID = 1')
        assert.deepEqual(await texts(), ['warning', ['DATABASE_CHARSET=latin1'], 'but hold UTF-8'])
        await database.drop()
      })
    })
}

it('lectern check without a database, or with what is none, has exit code 2', async () => {
  for (const url of ['', 'nonsense', 'sqlite:/nowhere/at/all.sqlite']) {
    const started = startProcess(['check'], { DATABASE_URL: url })
    assert.equal(await started.ended, 2, url)
    assert.doesNotMatch(started.output(), /^\s+at /m)
  }
})

/** So many that lists of them need every index: 60 000 posts, so that a server that guesses does not take them for few. */
function manyPosts({ server }: TestDatabaseKind): readonly [sql: string] {
  const moment = server
    ? `'2010-01-01 00:00:00' + interval n minute`
    : `datetime('2010-01-01', n || ' minutes')`
  const digits = (names: readonly string[]) =>
    names.map(
      (name) =>
        `(select 0 as d union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) ${name}`,
    )
  return [
    `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title,
       post_content, post_excerpt, to_ping, pinged, post_content_filtered)
     select n, case when n % 100 = 0 then 2 else 1 end, ${moment}, ${moment}, ${moment}, ${moment}, 'A post', '', '', '', '', ''
     from (select 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d as n
       from ${digits(['a', 'b', 'c', 'e', 'f']).join(', ')}
       where a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d < 60000) numbers`,
  ]
}

/** How many rows the server looks at for a list by the time of the last change. */
async function examinedByChange({ url }: TestDatabase): Promise<number> {
  const watched = await watch(url)
  const plan = planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'title'],
    filters: [],
    order: orderBy('modified_at', true),
    page: { kind: 'offset', offset: 0, limit: 20 },
  })
  try {
    await watched.read((reading) => reading.list(plan))
    return (await watched.read((reading) => reading.list(plan))).examined
  } finally {
    await watched.close()
  }
}

/** A table of posts that has only what it has to have. */
async function replacePosts(database: TestDatabase, statusType: string): Promise<void> {
  await database.execute('drop table wp_posts')
  await database.execute(
    `create table wp_posts (ID integer not null primary key, post_date datetime not null, post_title varchar(20) not null,
       post_status ${statusType} not null, post_type varchar(20) not null, post_password varchar(20) not null)`,
  )
}

/** Some thousand rows of meta, and no index that leads from an item to its own. */
async function withoutMetaIndex(kind: TestDatabaseKind): Promise<TestDatabase> {
  const database = await kind.create()
  await database.execute(
    `insert into wp_postmeta (post_id, meta_key, meta_value) select 201, '_filler', '' from wp_posts a, wp_posts b`,
  )
  if (kind.server === null) {
    const indexes = await database.execute(
      `select m.name as name from sqlite_master m, pragma_index_info(m.name) c where m.tbl_name = 'wp_postmeta' and m.type = 'index' and c.name = 'post_id'`,
    )
    for (const { name } of indexes) await database.execute(`drop index "${String(name)}"`)
  } else {
    await database.execute('drop index post_id on wp_postmeta')
    await database.execute('analyze table wp_postmeta')
  }
  return database
}
