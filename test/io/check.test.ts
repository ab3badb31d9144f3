// `lectern check`, as an owner runs it: on a stock database, on one that lacks things, and on the same made ready.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { styleText } from 'node:util'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { at, list } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'

interface Found {
  readonly code: number | null
  readonly text: string
  readonly findings: readonly Finding[]
}

interface Finding {
  readonly topic: string
  readonly level: string
  readonly says: string
  readonly paste: readonly string[]
}

async function check(url: string, settings: Readonly<Record<string, string>> = {}): Promise<Found> {
  const started = startProcess(['check', '--json'], { DATABASE_URL: url, ...settings })
  const code = await started.ended
  const text = started.output()
  const findings = list(at(JSON.parse(text), 'topics')).flatMap((checked) =>
    list(at(checked, 'findings')).map((finding) => ({
      topic: String(at(checked, 'topic')),
      level: String(at(finding, 'level')),
      says: String(at(finding, 'says')),
      paste: list(at(finding, 'paste') ?? []).map(String),
    })),
  )
  assert.equal(at(JSON.parse(text), 'code'), code)
  return { code, text, findings }
}

const of = ({ findings }: Found, topic: string) => findings.filter((finding) => finding.topic === topic)
const levels = (found: Found, topic: string) => new Set(of(found, topic).map(({ level }) => level))

for (const kind of testDatabases()) {
  describe(`lectern check on ${kind.name}`, () => {
    it('finds nothing to mend in a stock database, and says what could be better', async () => {
      const database = await kind.create()
      const found = await check(database.url)
      assert.equal(found.code, 0, found.text)
      for (const topic of ['Connection', 'Tables', 'Account', 'Texts', 'Times', 'Indexes', 'Slow queries'])
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

    it('finds nothing that could be better in one that is made ready', async () => {
      const database = await kind.create()
      const keys = Object.fromEntries(
        ['LOGGED_IN_KEY', 'LOGGED_IN_SALT', 'NONCE_KEY', 'NONCE_SALT'].map((name) => [
          name,
          `secret ${name}`,
        ]),
      )
      const settings = {
        ...keys,
        EXTENSIONS: 'config/extensions/myplugin.ts',
        FEED: kind.server ? 'poll' : 'auto',
      }
      const found = await check(database.url, settings)
      assert.equal(found.code, 0, found.text)
      assert.deepEqual(levels(found, 'Keys'), new Set(['good']), found.text)
      assert.deepEqual(levels(found, 'Changes'), new Set(['good']), found.text)
      assert.doesNotMatch(found.text, /secret /)
      await database.drop()
    })

    it('gives the statement that makes an index that lacks, and is content once it was run', async () => {
      const database = await withoutMetaIndex(kind)
      const found = await check(database.url)
      assert.equal(found.code, 1)
      const lacking = of(found, 'Indexes').find(({ level }) => level === 'warning')
      assert.match(
        lacking?.says ?? '',
        /^wp_postmeta has no index on \(post_id\), .*; it has \d,\d{3} rows\.$/,
      )
      const [statement = ''] = lacking?.paste ?? []
      assert.match(statement, /^create index /)
      await database.execute(statement)
      const again = await check(database.url)
      assert.equal(again.code, 0, again.text)
      await database.drop()
    })

    it('is in colour for people, where they have any, and ends with a summary', async () => {
      const database = await kind.create()
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
      assert.match(plain, /\n\d+ that could be better\.\n$/)
      await database.drop()
    })

    it('has exit code 2 and a sentence where there is nothing to serve', async () => {
      const database = await kind.create({ seed: 'empty', prefix: 'other_' })
      const found = await check(database.url)
      assert.equal(found.code, 2)
      assert.match(
        of(found, 'Tables')[0]?.says ?? '',
        /^There is no table wp_posts, .* prefix of the tables wp_,/,
      )
      assert.equal((await check(database.url, { TABLE_PREFIX: 'other_' })).code, 0)
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
        assert.match(account?.paste.join('\n') ?? '', /^create user .*\ngrant select on `lectern\w+`\.\* to /)
        assert.doesNotMatch(found.text, /IDENTIFIED BY PASSWORD/)
        await database.drop()
      })

      it('says which grants let changes be told row by row, and is content once they are there', async () => {
        const database = await kind.create()
        const [told, better] = of(await check(database.url), 'Changes')
        assert.deepEqual([told?.level, better?.level], ['good', 'advice'])
        const [grant = ''] = better?.paste ?? []
        assert.match(grant, /^grant replication slave, replication client on \*\.\* to 'lectern\w+'@'%';$/)
        await database.execute(grant)
        const found = of(await check(database.url), 'Changes')
        assert.match(found.at(-1)?.says ?? '', /^Changes are told row by row|, but (the server|binlog_)/)
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
    })
}

it('lectern check without a database, or with what is none, has exit code 2', async () => {
  for (const url of ['', 'nonsense', 'sqlite:/nowhere/at/all.sqlite']) {
    const started = startProcess(['check'], { DATABASE_URL: url })
    assert.equal(await started.ended, 2, url)
    assert.doesNotMatch(started.output(), /^\s+at /m)
  }
})

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
