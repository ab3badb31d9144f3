// A server with the settings of others than we have: names in any case, and hosts that limit what a statement reads and gives.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { onServer } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { list, startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

/** A data folder of MySQL keeps the case of names that it was made with. */
const program = serverPrograms().find(({ flavour }) => flavour === 'mariadb')
const posts = '/cms-json/cms/v2/posts'

describe(
  'a server with odd settings',
  { skip: program === undefined ? 'there is no MariaDB' : false },
  () => {
    it('that ignores the case of names is followed by the names that its log has', async (test) => {
      assert(program)
      const server = await startProcess(program, ['--lower-case-table-names=1'])
      test.after(server.stop)
      const database = await onServer({ flavour: 'mariadb', name: 'MariaDB', ...server }).create()
      const url = new URL(database.adminUrl)
      url.pathname = url.pathname.toUpperCase()
      const gateway = await startTestGateway({ url: url.href }, { feed: 'binlog', tablePrefix: 'WP_' })
      test.after(gateway.stop)
      for (const title of ['one', 'two']) {
        await eventually(async () =>
          assert.match((await gateway.get(`${posts}/203`)).headers.get('cache-status') ?? '', /hit/),
        )
        await database.execute('update wp_posts set post_title = ? where ID = 203', [title])
        await eventually(async () =>
          assert.match((await gateway.get(`${posts}/203`)).text, new RegExp(`"${title}"`)),
        )
      }
    })

    it('that limits what a statement reads and gives does not cut lists short', async (test) => {
      assert(program)
      const server = await startProcess(program)
      test.after(server.stop)
      const database = await onServer({ flavour: 'mariadb', name: 'MariaDB', ...server }).create()
      for (const setting of ['max_join_size = 30', 'sql_big_selects = 0', 'sql_select_limit = 7'])
        await database.execute(`set global ${setting}`)
      const gateway = await startTestGateway(database, { cacheBytesMax: 0 })
      test.after(gateway.stop)
      const { json, text } = await gateway.get(`${posts}?per_page=100&_embed=1`)
      assert.ok(list(json).length > 20, text)
    })

    it('that quotes no names is followed through views', async (test) => {
      assert(program)
      const server = await startProcess(program)
      test.after(server.stop)
      const database = await onServer({ flavour: 'mariadb', name: 'MariaDB', ...server }).create()
      await database.execute('rename table wp_posts to kept_posts')
      const another = await createConnection({ uri: database.adminUrl })
      await another.query('set session sql_quote_show_create = 0')
      await another.query('create view wp_posts as select * from kept_posts')
      await another.end()
      for (const feed of ['binlog', 'poll'] as const) {
        const gateway = await startTestGateway({ url: database.adminUrl }, { feed })
        test.after(gateway.stop)
        await eventually(async () =>
          assert.match((await gateway.get(`${posts}/203`)).headers.get('cache-status') ?? '', /hit/),
        )
        await database.execute('update kept_posts set post_title = ? where ID = 203', [feed])
        await eventually(async () =>
          assert.match((await gateway.get(`${posts}/203`)).text, new RegExp(`"${feed}"`)),
        )
      }
    })
  },
)
