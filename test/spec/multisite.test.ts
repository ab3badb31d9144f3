// A site of a network: the accounts of other sites in the same table are not there, and nobody edits those of others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { jwtSecret } from '../support/tokens.ts'

const v2 = '/cms-json/cms/v2'
const network = ['create table wp_blogs (blog_id integer)']
/** An author of published posts. */
const arthur = 3

for (const kind of testDatabases())
  describe(`a site of a network on ${kind.name}`, () => {
    it('multisite/1 has its members alone, and follows who becomes one', async (test) => {
      const database = await kind.create()
      for (const statement of network) await database.execute(statement)
      const gateway = await startTestGateway(database, { applicationPasswords: 'any', feed: 'auto' })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const get = async (path: string, user?: 'admin') => {
        const { status, json } = await gateway.get(v2 + path, user === undefined ? {} : asUser(user))
        return { status, json }
      }
      const status = async (path: string, user?: 'admin') => (await get(path, user)).status
      const listed = async (user?: 'admin') =>
        list((await get('/users?per_page=100', user)).json).map((each) => at(each, 'id'))
      const byId = async () => {
        const { json } = await gateway.graphql(`{ user(id: "user:${arthur}") { id } }`)
        return at(json, 'data', 'user')
      }
      assert.ok((await listed()).includes(arthur))
      assert.equal(await status(`/users/${arthur}`), 200)
      assert.notEqual(await byId(), null)

      const where = `user_id = ${arthur} and meta_key = 'wp_capabilities'`
      await database.execute(`update wp_usermeta set meta_key = 'wp_2_capabilities' where ${where}`)
      await eventually(async () => assert.ok(!(await listed()).includes(arthur)))
      await eventually(async () => assert.equal(await status(`/users/${arthur}`), 404))
      await eventually(async () => assert.equal(await byId(), null))
      assert.ok(!(await listed('admin')).includes(arthur))
      assert.equal(await status(`/users/${arthur}?context=edit`, 'admin'), 404)
      await database.execute(
        `update wp_usermeta set meta_key = 'wp_capabilities' where user_id = ${arthur} and meta_key = 'wp_2_capabilities'`,
      )
      await eventually(async () => assert.ok((await listed()).includes(arthur)))
      await eventually(async () => assert.equal(await status(`/users/${arthur}`), 200))
    })

    it('multisite/2 shows nobody the accounts of others as those who edit see them', async (test) => {
      const database = await kind.create()
      const alone = await startTestGateway(database, { applicationPasswords: 'any', cacheBytesMax: 0 })
      const of = async (path: string) => (await alone.get(v2 + path, asUser('admin'))).status
      assert.deepEqual(
        [await of('/users/2?context=edit'), await of('/users/2/application-passwords')],
        [200, 200],
      )
      await alone.stop()
      for (const statement of network) await database.execute(statement)
      const gateway = await startTestGateway(database, { applicationPasswords: 'any', cacheBytesMax: 0 })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const status = async (path: string) => (await gateway.get(v2 + path, asUser('admin'))).status
      assert.equal(await status('/users/2?context=edit'), 403)
      assert.equal(await status('/users/2/application-passwords'), 403)
      assert.equal(await status('/users/me?context=edit'), 200)
      assert.equal(await status('/users/1/application-passwords'), 200)
    })

    it('multisite/3 has its uploads in a folder of its own', async (test) => {
      const database = await kind.create({ prefix: 'wp_2_' })
      for (const name of ['users', 'usermeta'])
        await database.execute(`alter table wp_2_${name} rename to wp_${name}`)
      const gateway = await startTestGateway(database, {
        cacheBytesMax: 0,
        tablePrefix: 'wp_2_',
        layout: {
          extends: 'wordpress',
          tables: { users: { table: 'wp_users' }, usermeta: { table: 'wp_usermeta' } },
        },
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const { json, text } = await gateway.get(`${v2}/media?per_page=1&_fields=source_url`)
      assert.match(String(at(json, 0, 'source_url')), /\/wp-content\/uploads\/sites\/2\//, text)
      assert.ok(list((await gateway.get(`${v2}/users`)).json).length > 0)
    })

    it('multisite/4 lets nobody in whom the network has marked as spam', async (test) => {
      const database = await kind.create()
      for (const statement of [...network, 'alter table wp_users add spam integer not null default 0'])
        await database.execute(statement)
      const gateway = await startTestGateway(database, {
        applicationPasswords: 'any',
        jwtSecret,
        tokenRoute: 'on',
        passwordAnswerMs: 10,
        cacheBytesMax: 0,
      })
      test.after(async () => {
        await gateway.stop()
        await database.drop()
      })
      const asked = async (headers: Readonly<Record<string, string>>) =>
        (await gateway.get(`${v2}/users/me`, headers)).status
      const token = async () => {
        const { status, json } = await gateway.send('POST', '/cms-json/jwt-auth/v1/token', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'arthur', password: 'arthur-pass' }),
        })
        return { status, authorization: `Bearer ${String(at(json, 'token'))}` }
      }
      const { status, authorization } = await token()
      assert.deepEqual(
        [status, await asked(asUser('arthur')), await asked({ authorization })],
        [200, 200, 200],
      )
      await database.execute(`update wp_users set spam = 1 where ID = ${arthur}`)
      assert.deepEqual(
        [(await token()).status, await asked(asUser('arthur')), await asked({ authorization })],
        [401, 401, 401],
      )
      assert.equal(await asked(asUser('edith')), 200)
    })
  })
