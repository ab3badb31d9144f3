// The contract of every way to log in: the same cases for each, on every database. What is special to one has a file of its own.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { gatewayClient, resources, startAuthorizationServer } from '../support/authorization-server.ts'
import { asUser, basic, cookieOf, demoKeys, nonceOf } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, type TestGateway } from '../support/gateway.ts'
import { audience, bearer, issuer, jwtSecret, secretKey, tokenOf } from '../support/tokens.ts'

type Headers = Readonly<Record<string, string>>

interface LoginMethod {
  readonly name: string
  readonly settings: ConfigFile
  /** Of edith, an editor, whose id is 2. */
  readonly right: (gateway: TestGateway) => Promise<Headers>
  readonly wrong: () => Promise<Headers>
  /** The status of a public list for the wrong one: some ways take it for no credential at all. */
  readonly wrongStatus: number
}

const root = '/cms-json/cms/v2'
const me = `${root}/users/me`
const draft = `${root}/posts/206?context=edit`
const drafts = `/graphql?query=${encodeURIComponent('{ posts(status: DRAFT) { totalCount } }')}`
const signed = { jwtSecret, jwtIssuer: issuer, jwtAudience: audience }

const server = await startAuthorizationServer()
after(server.stop)

const methods: readonly LoginMethod[] = [
  {
    name: 'a cookie with its nonce',
    settings: demoKeys,
    right: async () => ({ cookie: cookieOf('edith'), 'x-cms-nonce': nonceOf('edith') }),
    wrong: async () => ({ cookie: cookieOf('edith'), 'x-cms-nonce': nonceOf('arthur') }),
    wrongStatus: 403,
  },
  {
    name: 'an application password',
    settings: demoKeys,
    right: async () => asUser('edith'),
    wrong: async () => basic('edith', 'wrongwrongwrongwrongwron'),
    wrongStatus: 200,
  },
  {
    name: 'a signed token',
    settings: signed,
    right: async () => bearer(await tokenOf()),
    wrong: async () => bearer(await tokenOf({ key: secretKey('another secret that nothing knows') })),
    wrongStatus: 401,
  },
  {
    name: 'a token for a password',
    settings: { ...demoKeys, ...signed, tokenRoute: 'on', passwordAnswerMs: 10 },
    right: async (gateway) => {
      const answer = await gateway.send('POST', '/cms-json/jwt-auth/v1/token', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'edith', password: 'edith-pass' }),
      })
      return bearer(String(at(answer.json, 'token')))
    },
    wrong: async () => bearer('no.token.atall'),
    wrongStatus: 401,
  },
  {
    name: 'an access token of an authorization server',
    settings: {
      publicUrl: 'https://gateway.example.org',
      oauthIssuer: server.issuer,
      oauthIntrospectionUrl: server.introspectionUrl,
      oauthClientId: gatewayClient.id,
      oauthClientSecret: gatewayClient.secret,
      oauthAudience: [resources.opaque, resources.signed],
    },
    right: async () => bearer((await server.tokensOf('edith', resources.opaque)).access),
    wrong: async () => bearer('a-token-that-was-never-given'),
    wrongStatus: 401,
  },
]

for (const { name, settings, right, wrong, wrongStatus } of methods)
  onEveryDatabase(
    `logging in by ${name}`,
    (on) => {
      const get = (path: string, headers: Headers = {}) => on().gateway.get(path, headers)

      it('login-methods/1 is the user on REST and GraphQL, in answers that nothing keeps', async () => {
        const headers = await right(on().gateway)
        const user = await get(me, headers)
        assert.deepEqual([user.status, at(user.json, 'id')], [200, 2])
        assert.equal(user.headers.get('cache-control'), 'private, no-store')
        assert.equal((await get(draft, headers)).status, 200)
        const graph = await get(drafts, headers)
        assert.equal(at(graph.json, 'data', 'posts', 'totalCount'), 2)
        assert.equal(graph.headers.get('cache-control'), 'private, no-store')
      })

      it('login-methods/2 leaves nothing for the next client, with the same address and without', async () => {
        const path = `${root}/posts/206`
        assert.equal((await get(path, await right(on().gateway))).status, 200)
        assert.equal((await get(path)).status, 401)
        assert.equal((await get(me)).status, 401)
        assert.equal((await get(path, await wrong())).status, wrongStatus === 200 ? 401 : wrongStatus)
      })

      it('login-methods/3 is refused where the credential is wrong, which is said without repeating it', async () => {
        const headers = await wrong()
        for (const path of [me, drafts, `${root}/posts`]) {
          const answer = await get(path, headers)
          assert.notEqual(at(answer.json, 'id'), 2, path)
          assert.equal(at(answer.json, 'data', 'posts', 'totalCount'), undefined, path)
          for (const value of Object.values(headers)) assert(!answer.text.includes(value), path)
        }
        assert.equal((await get(`${root}/posts`, headers)).status, wrongStatus)
        assert.equal((await get(me, headers)).status, wrongStatus === 200 ? 401 : wrongStatus)
      })

      it('login-methods/4 counts by the account as it is now', async () => {
        const headers = await right(on().gateway)
        assert.equal((await get(draft, headers)).status, 200)
        await on().database.execute(
          `update wp_usermeta set meta_value = 'a:0:{}' where user_id = 2 and meta_key = 'wp_capabilities'`,
        )
        await eventually(async () => assert.equal((await get(draft, headers)).status, 403))
      })
    },
    settings,
  )
