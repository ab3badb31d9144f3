// A database that changes while it is served: what went away costs the requests that need it, and nothing else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { parseAddress } from '../../src/database/address.ts'
import { openMysql } from '../../src/database/mysql/engine.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { createDoor, until } from '../support/process.ts'

for (const kind of testDatabases()) {
  describe(`columns and views of ${kind.name} that change`, () => {
    it('are gone without once they are gone', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(database, { cacheBytesMax: 0 })
      const status = async () => (await gateway.get('/cms-json/cms/v2/users/1')).status
      assert.equal(await status(), 200)
      await database.execute('alter table wp_users rename column user_url to address')
      assert.equal(await status(), 503)
      await until(async () => (await status()) === 200)
      assert.equal(at((await gateway.get('/cms-json/cms/v2/users/1')).json, 'url'), '')
      assert.deepEqual(
        gateway.observed.filter(({ kind: what }) => what === 'error'),
        [],
      )
      await gateway.stop()
      await database.drop()
    })

    it('are waited for while a view leads nowhere', async () => {
      const database = await kind.create()
      await database.execute('alter table wp_comments rename to remarks')
      await database.execute('create view wp_comments as select * from remarks')
      const gateway = await startTestGateway(database, { cacheBytesMax: 0 })
      const status = async () => (await gateway.get('/cms-json/cms/v2/comments')).status
      assert.equal(await status(), 200)
      // Or SQLite would rename it in the view as well
      if (kind.flavour === 'sqlite') await database.execute('pragma legacy_alter_table = on')
      await database.execute('alter table remarks rename to away')
      assert.equal(await status(), 503)
      assert.equal((await gateway.get('/cms-json/cms/v2/posts')).status, 200)
      await database.execute('alter table away rename to remarks')
      await until(async () => (await status()) === 200)
      assert.deepEqual(
        gateway.observed.filter(({ kind: what }) => what === 'error'),
        [],
      )
      await gateway.stop()
      await database.drop()
    })
  })
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`changes of ${kind.name}`, () => {
    it('of tables and indexes are found by whoever needs them, and are gone without', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(database, { cacheBytesMax: 0 })
      await database.execute('alter table wp_posts drop index type_status_date')
      await database.execute('drop table wp_usermeta')
      const first = await gateway.get('/cms-json/cms/v2/users/1')
      assert.equal(first.status, 503)
      assert.equal((await gateway.get('/cms-json/cms/v2/posts')).status, 200)
      await until(async () => (await gateway.get('/cms-json/cms/v2/users/1')).status === 200)
      assert.equal(
        at((await gateway.graphql('{ posts(first: 3) { edges { cursor } } }')).json, 'errors'),
        undefined,
      )
      await gateway.stop()
      await database.drop()
    })

    it('of the network into silence end what waits for an answer, also where nothing else does', async (test) => {
      const database = await kind.create()
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      test.after(door.shut)
      await door.open()
      const through = new URL(database.url)
      through.port = String(door.port)
      const address = parseAddress(through.href)
      assert(address?.kind === 'mysql')
      const limits = { connectionsMax: 1, queriesWaitingMax: 10, queryTimeoutMs: 3000 }
      const engine = openMysql(address, limits, 'read')
      const ask = () => sql`select 1`.execute(engine.kysely)
      await until(() =>
        ask().then(
          () => true,
          () => false,
        ),
      )
      door.silence()
      // One has the connection and hears nothing; the other waits for it, and is given another
      const [silent, waiting] = await Promise.allSettled([ask(), ask()])
      assert.deepEqual([silent.status, waiting.status], ['rejected', 'fulfilled'])
      await engine.close()
      await database.drop()
    })

    it('of the network into silence are survived, and do not keep the gateway from stopping', async (test) => {
      const database = await kind.create()
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      test.after(door.shut)
      await door.open()
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = await startTestGateway(
        { url: through.href },
        { cacheBytesMax: 0, queryTimeoutMs: 2000, connectionsMax: 2 },
      )
      const status = async () => (await gateway.get('/cms-json/cms/v2/posts')).status
      await until(async () => (await status()) === 200)
      door.silence()
      assert.deepEqual(await Promise.all([status(), status(), status()]), [503, 503, 503])
      await door.shut()
      await door.open()
      await until(async () => (await status()) === 200)
      door.silence()
      assert.equal(await status(), 503)
      await gateway.stop()
      await database.drop()
    })
  })
}
