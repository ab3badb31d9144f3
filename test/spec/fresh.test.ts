// No answer stays stale: while rows of every kind are written at random and answers are read over many connections, what
// is kept goes; once the writes are known to the feed, every kept answer is what would be answered anew.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { feedOf, racingSettings, requestsOf, staysRight } from '../support/racing.ts'
import { whileSynced } from '../support/synced.ts'
import { sessionsIn } from '../support/sessions.ts'

const base = '/cms-json/cms/v2'

/** From a commit to the drop by the binary log, at p99 of a quiet machine. */
const droppedMs = 250

/** Whether servers sync their logs at each commit, which is then longer in the log than it can be read. */
const syncs = process.env['FRESH_SYNC'] === '1'

onEveryDatabase(
  'answers that are kept',
  (on) => {
    it('fresh/1 are those that would be given anew, whatever is written while they are read', async (test) => {
      const { database, gateway } = on()
      await staysRight(database, gateway, (message) => test.diagnostic(message))
      // The account may do nothing but read
      assert.equal(feedOf(gateway), database.flavour === 'sqlite' ? 'data-version' : 'poll')
    })

    it('fresh/2 go row by row where the log of the server can be read', async (test) => {
      const { database } = on()
      if (database.flavour === 'sqlite') return test.skip('SQLite has no such log')
      const gateway = await startTestGateway({ url: database.adminUrl }, racingSettings)
      await eventually(async () => assert.equal(feedOf(gateway), 'binlog'))
      const run = () => staysRight(database, gateway, (message) => test.diagnostic(message))
      await (syncs ? whileSynced(database.adminUrl, run) : run())
      // A title of one post is no business of another's
      const [one, other] = [`${base}/posts/228?_fields=id,title`, `${base}/posts/229?_fields=id,title`]
      await gateway.get(one)
      await gateway.get(other)
      await database.execute(`update wp_posts set post_title = 'Exactly' where ID = 228`)
      await eventually(async () => assert.match((await gateway.get(one)).text, /Exactly/), droppedMs)
      await gateway.get(other)
      assert.equal(requestsOf(gateway).at(-1), 'hit')
      // What nothing was made of drops nothing
      await database.execute(
        `insert into wp_options (option_name, option_value) values ('_transient_x', '1')`,
      )
      await database.execute(`update wp_posts set post_title = 'Exactly so' where ID = 228`)
      await eventually(async () => assert.match((await gateway.get(one)).text, /Exactly so/), droppedMs)
      await gateway.get(other)
      assert.equal(requestsOf(gateway).at(-1), 'hit')
      // Nor does what becomes of another site's tables, which have the same names
      const { host, pathname } = new URL(database.adminUrl)
      const kind = testDatabases().find(({ server }) => server !== null && new URL(server.url).host === host)
      const beside = await kind?.create()
      await beside?.execute('truncate table wp_posts')
      await beside?.drop()
      await database.execute(`update wp_posts set post_title = 'Beside it' where ID = 228`)
      await eventually(async () => assert.match((await gateway.get(one)).text, /Beside it/), droppedMs)
      await gateway.get(other)
      assert.equal(requestsOf(gateway).at(-1), 'hit')
      // Where its connection is lost it goes on where it was, and drops no more for that
      const sessions = await sessionsIn(database)
      const dumps = sessions.filter(({ command }) => command.startsWith('Binlog Dump'))
      assert(dumps.length > 0)
      for (const { id } of dumps) await database.execute(`kill ${id}`)
      await database.execute(`update wp_posts set post_title = 'Meanwhile' where ID = 228`)
      await eventually(async () => assert.match((await gateway.get(one)).text, /Meanwhile/))
      await gateway.get(other)
      assert.equal(requestsOf(gateway).at(-1), 'hit')
      // A statement that is no row: everything, also in the session of another site
      const gaps = () =>
        gateway.observed.filter((seen) => seen.kind === 'dropped' && seen.cause.startsWith('gap')).length
      const elsewhere = await kind?.create()
      for (const session of [database, elsewhere]) {
        await eventually(async () => {
          await gateway.get(other)
          assert.equal(requestsOf(gateway).at(-1), 'hit')
        })
        const before = gaps()
        await session?.execute(
          `alter table \`${pathname.slice(1)}\`.wp_posts comment = 'changed by ${session === elsewhere}'`,
        )
        await eventually(async () => assert.equal(gaps(), before + 1))
      }
      await elsewhere?.drop()
      await gateway.stop()
    })

    it('fresh/3 show nothing that was there for a moment between two looks', async (test) => {
      const { database } = on()
      if (database.flavour === 'sqlite') return test.skip('SQLite counts commits')
      const settings = { ...racingSettings, feed: 'poll', feedPollMs: 500, adminPort: 0 } as const
      const gateway = await startTestGateway(database, settings)
      await eventually(async () => assert.equal(feedOf(gateway), 'poll'))
      const [path, option] = [
        '/cms-json/?_fields=name',
        'update wp_options set option_value = ? where option_name = ?',
      ]
      const name = async () => (await gateway.get(path)).text
      await database.execute(option, ['lasting', 'blogname'])
      await eventually(async () => assert.match(await name(), /lasting/))
      const before = await name()
      // From the second time on the digest is the same as before
      for (let times = 0; times < 3; times += 1) {
        await fetch(`${gateway.adminUrl}/purge`, { method: 'POST', body: JSON.stringify({ all: true }) })
        await database.execute(option, ['passing', 'blogname'])
        await name()
        await database.execute(option, ['lasting', 'blogname'])
        await eventually(async () => assert.equal(await name(), before))
      }
      await gateway.stop()
    })

    it('fresh/4 show what comes below a term, and what of it begins to match', async () => {
      const { database } = on()
      const gateway = await startTestGateway({ url: database.adminUrl ?? database.url }, racingSettings)
      const all = `${base}/categories?parent=1&_fields=id,name`
      const found = `${all}&search=harvest`
      for (const path of [all, found])
        await eventually(async () => {
          await gateway.get(path)
          assert.equal(requestsOf(gateway).at(-1), 'hit')
        })
      await database.execute(`insert into wp_terms (term_id, name, slug) values (9001, 'Below', 'below')`)
      await database.execute(
        `insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count) values (9001, 'category', '', 1, 3)`,
      )
      await eventually(async () => assert.match((await gateway.get(all)).text, /9001/))
      await database.execute(`update wp_terms set name = 'Harvest' where term_id = 9001`)
      await eventually(async () => assert.match((await gateway.get(found)).text, /9001/))
      await gateway.stop()
    })

    it('fresh/5 show what the database computes of meta, also in lists that are read as one', async () => {
      const { database } = on()
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { ...racingSettings, extensions: ['config/extensions/myplugin.ts'] },
      )
      const query = '{ users { edges { node { products(first: 9) { edges { node { priceWithTax } } } } } } }'
      const path = `/graphql?query=${encodeURIComponent(query)}`
      await eventually(async () => {
        await gateway.get(path)
        assert.equal(requestsOf(gateway).at(-1), 'hit')
      })
      await database.execute(
        `update wp_postmeta set meta_value = '70' where post_id = 402 and meta_key = 'price'`,
      )
      await eventually(async () => assert.match((await gateway.get(path)).text, /"priceWithTax":77\b/))
      await gateway.stop()
    })

    it('fresh/6 stay where a look at the catalogue finds options written that none of them shows', async (test) => {
      const { database } = on()
      if (database.flavour === 'sqlite') return test.skip('SQLite counts commits')
      const settings = { ...racingSettings, feed: 'poll', feedPollMs: 200 } as const
      const gateway = await startTestGateway(database, settings)
      await eventually(async () => assert.equal(feedOf(gateway), 'poll'))
      const [types, post] = ['/cms-json/cms/v2/types?_fields=post.name', `${base}/posts/229?_fields=title`]
      let titles = 0
      /** Settles once the feed has published all earlier changes, as it publishes tables one after the other. */
      const published = async () => {
        for (let times = 0; times < 2; times += 1) {
          const title = `Title ${(titles += 1)}`
          await database.execute('update wp_posts set post_title = ? where ID = 229', [title])
          await eventually(async () => assert.match((await gateway.get(post)).text, new RegExp(title)))
        }
      }
      const write = (value: string) =>
        database.execute(`update wp_options set option_value = ? where option_name = '_transient_y'`, [value])
      await database.execute(
        `insert into wp_options (option_name, option_value) values ('_transient_y', '0')`,
      )
      // Only a later digest can be compared with one from before
      await published()
      await write('1')
      await published()
      await gateway.get(types)
      await write('2')
      await published()
      await gateway.get(types)
      assert.equal(requestsOf(gateway).at(-1), 'hit')
      await gateway.stop()
    })
  },
  racingSettings,
)
