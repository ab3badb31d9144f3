// Mutations in WPGraphQL's schema: WordPress answers them where it stands behind the gateway; else they are refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { demoKeys } from '../support/demo-credentials.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOrigin, type TestOrigin } from '../support/origin.ts'
import { jwtSecret } from '../support/tokens.ts'

const [kind] = testDatabases()
const json = { 'content-type': 'application/json' }

async function before(
  run: (gateway: TestGateway, origin: TestOrigin) => Promise<void>,
  settings: ConfigFile = {},
): Promise<void> {
  const database = await kind?.create()
  assert(database)
  const origin = await startOrigin()
  const gateway = await startTestGateway(database, {
    brand: 'wp',
    originUrl: origin.url,
    graphqlView: 'wpgraphql',
    ...settings,
  })
  await run(gateway, origin)
  await gateway.stop()
  await origin.stop()
  await database.drop()
}

const change = 'mutation { createComment(input: { commentOn: 1, content: "Hi" }) { success } }'
const read = '{ posts(first: 1) { nodes { id } } }'
const post = (gateway: TestGateway, body: unknown, headers = {}) =>
  gateway.send('POST', '/graphql', { headers: { ...json, ...headers }, body: JSON.stringify(body) })

describe("WPGraphQL's mutations before WordPress", () => {
  it('wpgraphql-origin/1 are answered by it, with the body and the credentials that the client sent', () =>
    before(async (gateway, origin) => {
      const body = { query: change, variables: { some: 'ü' } }
      const { status, headers, text } = await post(gateway, body, { authorization: 'Basic abc' })
      assert.deepEqual([status, headers.get('x-origin'), text], [200, 'yes', 'Hello.'])
      const [asked] = origin.asked
      assert.deepEqual(
        [asked?.method, asked?.target, asked?.body, asked?.header('authorization')],
        ['POST', '/graphql', JSON.stringify(body), 'Basic abc'],
      )
    }))

  it('wpgraphql-origin/2 take the batch along that they are in, and one by its name alone', () =>
    before(async (gateway, origin) => {
      assert.equal((await post(gateway, [{ query: read }, { query: change }])).text, 'Hello.')
      const query = `query Reading ${read} ${change.replace('mutation', 'mutation Writing')}`
      assert.equal((await post(gateway, { query, operationName: 'Writing' })).text, 'Hello.')
      assert.equal(origin.asked.length, 2)
      const { json: answer } = await post(gateway, { query, operationName: 'Reading' })
      assert.equal(at(answer, 'errors'), undefined)
      assert.equal(origin.asked.length, 2)
    }))

  it('wpgraphql-origin/3 are told from queries, from what is no document, and from batches that are too long', () =>
    before(async (gateway, origin) => {
      const search = '{ posts(where: { search: "mutation" }) { nodes { id } } }'
      assert.equal(at((await post(gateway, { query: search })).json, 'errors'), undefined)
      assert.equal((await post(gateway, { query: 'mutation {' })).status, 500)
      const { status } = await post(
        gateway,
        Array.from({ length: 200 }, () => ({ query: change })),
      )
      assert.equal(status, 400)
      const address = `/graphql?${new URLSearchParams({ query: change }).toString()}`
      assert.match((await gateway.get(address)).text, /only queries/)
      assert.equal((await post(gateway, '{'.repeat(2_000_000))).status, 413)
      assert.equal(origin.asked.length, 0)
    }))

  it('wpgraphql-origin/4 are refused where something is closed, which WordPress would show', () =>
    before(
      async (gateway, origin) => {
        const { json: answer } = await post(gateway, { query: change })
        assert.match(String(at(answer, 'errors', 0, 'message')), /createComment would change the site/)
        assert.equal(origin.asked.length, 0)
      },
      { closed: ['users'] },
    ))

  it('wpgraphql-origin/5 leave logins to the gateway that issues tokens, and to WordPress else', async () => {
    const logIn = { query: 'mutation { login(input: { username: "edith", password: "no" }) { authToken } }' }
    await before(
      async (gateway, origin) => {
        assert.deepEqual(at((await post(gateway, logIn)).json, 'errors', 0, 'path'), ['login'])
        assert.equal(origin.asked.length, 0)
      },
      { ...demoKeys, jwtSecret, tokenRoute: 'on', passwordAnswerMs: 10 },
    )
    await before(async (gateway, origin) => {
      assert.equal((await post(gateway, logIn)).text, 'Hello.')
      assert.equal(origin.asked.length, 1)
    })
  })

  it('wpgraphql-origin/6 are answered with 502 while WordPress is away, and queries as ever', () =>
    before(async (gateway, origin) => {
      await origin.stop()
      assert.equal((await post(gateway, { query: change })).status, 502)
      assert.equal((await post(gateway, { query: read })).status, 200)
    }))
})
