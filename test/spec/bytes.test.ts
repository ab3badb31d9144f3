// Columns of bytes where WordPress has texts, as a mended character set leaves them: what is served, and to whom, is the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'

const addresses = [
  '/cms-json/cms/v2/posts?per_page=100',
  '/cms-json/cms/v2/posts/212',
  '/cms-json/cms/v2/posts/212?password=harbour',
  '/cms-json/cms/v2/posts?slug=the-ferry-timetable',
  '/cms-json/cms/v2/categories',

  '/cms-json/cms/v2/settings',
  '/cms-json/',
]

/** SQLite compares no bytes with a text: there, columns that only show or protect something can have them. */
const shown: Columns = {
  wp_posts: ['post_title', 'post_content', 'post_excerpt'],
  wp_options: ['option_value'],
}
const compared: Columns = {
  ...shown,
  wp_posts: [...shown.wp_posts, 'post_password', 'post_name', 'post_status', 'post_type'],
  wp_terms: ['slug'],
  wp_postmeta: ['meta_value'],
}

type Columns = Readonly<Record<string, readonly string[]>> & { readonly wp_posts: readonly string[] }

for (const kind of testDatabases())
  describe(`texts in columns of bytes on ${kind.name}`, () => {
    it('bytes/1 are served as texts, and protect what they protect', async () => {
      const database = await kind.create()
      const before = await answersOf(database)
      const isSqlite = kind.flavour === 'sqlite'
      for (const [table, names] of Object.entries(isSqlite ? shown : compared))
        for (const name of names)
          await database.execute(
            isSqlite
              ? `update ${table} set ${name} = cast(${name} as blob)`
              : `alter table ${table} modify ${name} ${/content|value/.test(name) ? 'longblob' : 'varbinary(255)'}`,
          )
      if (isSqlite)
        await database.execute(
          "update wp_posts set post_password = cast(post_password as blob) where post_password <> ''",
        )
      assert.deepEqual(await answersOf(database), before)
      await database.drop()
    })
  })

async function answersOf(database: TestDatabase): Promise<readonly unknown[]> {
  const gateway = await startTestGateway(database, { cacheBytesMax: 0, publicUrl: 'http://site.test' })
  const answers = []
  for (const address of addresses) {
    const { status, json } = await gateway.get(address)
    answers.push([address, status, json])
  }
  await gateway.stop()
  return answers
}
