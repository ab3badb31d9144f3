// Bearer tokens that carry their own proof (JWT), by a secret and by fetched keys: who they let in, what is refused and
// how, what keys that are slow or away cost.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asUser, basic, cookieOf, demoKeys, nonceOf } from '../support/demo-credentials.ts'
import {
  at,
  onEveryDatabase,
  onOneDatabase,
  startTestGateway,
  type Answer,
  type TestGateway,
} from '../support/gateway.ts'
import type { ConfigFile } from '../../src/settings/config.ts'
import { oneDatabase, type TestDatabase } from '../support/databases.ts'
import { until } from '../support/process.ts'
import { json, redirect, silent, startRemoteServer } from '../support/remote-server.ts'
import {
  audience,
  bearer,
  issuer,
  jwtSecret,
  keyPair,
  nowS,
  secretKey,
  tokenBy,
  tokenOf,
  unsignedToken,
} from '../support/tokens.ts'

const root = '/cms-json/cms/v2'
const me = `${root}/users/me`
const drafts = `/graphql?query=${encodeURIComponent('{ posts(status: DRAFT) { totalCount } }')}`

const invalid =
  'Bearer realm="cms", error="invalid_token", error_description="The bearer token is not valid."'
const expired = invalid.replace('is not valid', 'has expired')

/** Refused as a wrong token is: everywhere, with the same words. */
async function assertRefused(gateway: TestGateway, token: string, what: string, challenge = invalid) {
  const code = challenge === expired ? 'expired_token' : 'invalid_token'
  for (const path of [`${root}/posts`, me, `${root}/nothing`]) {
    const answer = await gateway.get(path, bearer(token))
    assert.deepEqual([answer.status, at(answer.json, 'code')], [401, code], what)
    assert.equal(answer.headers.get('www-authenticate'), challenge, what)
    assert.equal(answer.headers.get('cache-control'), 'private, no-store', what)
  }
  const graph = await gateway.get(drafts, bearer(token))
  assert.deepEqual(
    [graph.status, at(graph.json, 'errors', 0, 'extensions', 'code')],
    [401, code.toUpperCase()],
    what,
  )
  assert.equal(graph.headers.get('www-authenticate'), challenge, what)
  assert.equal((await gateway.get('/', bearer(token))).status, 401, what)
}

const idOf = ({ status, json: body }: Answer) => [status, at(body, 'id')]

/** Why one database is enough. */
const same = 'users are read as in the first part, which is on every database'

onEveryDatabase(
  'tokens signed with a secret',
  (on) => {
    const get = (path: string, headers: Readonly<Record<string, string>>) => on().gateway.get(path, headers)

    it('jwt/1 let their user in, on REST and GraphQL, with what the user may see', async () => {
      const token = bearer(await tokenOf())
      const answer = await get(me, token)
      assert.deepEqual(idOf(answer), [200, 2])
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      assert.equal((await get(`${root}/posts/206?context=edit`, token)).status, 200)
      assert.equal(at((await get(drafts, token)).json, 'data', 'posts', 'totalCount'), 2)
      assert.equal((await get(`${root}/users?context=edit`, token)).status, 403)
      assert.deepEqual(idOf(await get(me, { authorization: `bearer  ${await tokenOf()} ` })), [200, 2])
    })

    it('jwt/2 name their user by username, then sub', async () => {
      const named = await tokenOf({ claims: { username: 'arthur', sub: 'edith' } })
      assert.deepEqual(idOf(await get(me, bearer(named))), [200, 3])
      const other = await tokenOf({ claims: { username: 'nobody', sub: 'edith' } })
      await assertRefused(on().gateway, other, 'another name besides')
    })

    it('jwt/3 are refused where anything about them is wrong', async () => {
      const stranger = await keyPair('stranger')
      const cases: readonly (readonly [what: string, token: string])[] = [
        ['another issuer', await tokenOf({ claims: { iss: 'https://elsewhere.test' } })],
        ['no issuer', await tokenOf({ claims: { iss: undefined } })],
        ['another audience', await tokenOf({ claims: { aud: 'https://elsewhere.test' } })],
        ['no audience', await tokenOf({ claims: { aud: undefined } })],
        ['alg none', unsignedToken()],
        ['another secret', await tokenOf({ key: secretKey(`${jwtSecret}.`) })],
        ['another algorithm with the secret', await tokenOf({ header: { alg: 'HS512' } })],
        ['a key of its own', await tokenBy(stranger)],
        ['unknown user', await tokenOf({ claims: { sub: 'nobody' } })],
        ['a user in another spelling', await tokenOf({ claims: { sub: 'EDITH' } })],
        ['a user with an accent', await tokenOf({ claims: { sub: 'édith' } })],
        ['a user with a space', await tokenOf({ claims: { sub: 'edith ' } })],
        ['an e-mail address', await tokenOf({ claims: { sub: 'edith@example.test' } })],
        ['a user that is no text', await tokenOf({ claims: { username: 2 } })],
        ['a user without a name', await tokenOf({ claims: { username: '' } })],
        ['no user', await tokenOf({ claims: { sub: undefined } })],
        ['no expiry', await tokenOf({ claims: { exp: undefined } })],
        ['got by a client for itself', await tokenOf({ claims: { client_id: 'edith' } })],
        ['got by one of several', await tokenOf({ claims: { client_id: ['app', 'edith'] } })],
        ['got by an authorized party for itself', await tokenOf({ claims: { azp: 'edith' } })],
        ['bound to a key', await tokenOf({ claims: { cnf: { jkt: 'x' } } })],
        ['an expiry that is no number', await tokenOf({ claims: { exp: 'never' } })],
        ['not yet', await tokenOf({ claims: { nbf: nowS() + 600 } })],
        ['a changed claim', (await tokenOf()).replace(/\.[^.]+\./, `.${claimsOfAdmin}.`)],
        ['garbage', 'garbage'],
        ['garbage in three parts', 'a.b.c'],
        ['nothing', ''],
        ['two tokens', 'a b'],
      ]
      for (const [what, token] of cases) await assertRefused(on().gateway, token, what)
    })

    it('jwt/4 say that they have expired', async () => {
      await assertRefused(
        on().gateway,
        await tokenOf({ claims: { exp: nowS() - 1 } }),
        'an end that has come',
        expired,
      )
      const forged = await tokenOf({ key: secretKey('another secret'), claims: { exp: nowS() - 1 } })
      await assertRefused(on().gateway, forged, 'forged and expired')
    })

    it('jwt/5 are never an administrator', async () => {
      const answer = await get(`${root}/posts`, bearer(await tokenOf({ claims: { sub: 'admin' } })))
      assert.deepEqual([answer.status, at(answer.json, 'code')], [401, 'invalid_token'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /Administrators are not let in by tokens/)
    })

    it('jwt/6 go before cookies, which go before Basic; what is neither is asked for a token', async () => {
      const token = bearer(await tokenOf())
      const cookie = { cookie: cookieOf('arthur') }
      assert.deepEqual(idOf(await get(me, { ...token, ...cookie })), [200, 2])
      assert.deepEqual(
        idOf(await get(me, { ...token, ...cookie, 'x-cms-nonce': nonceOf('arthur') })),
        [200, 2],
      )
      assert.deepEqual(idOf(await get(me, asUser('arthur'))), [200, 3])
      const nobody = await get(me, basic('edith', 'wrong'))
      assert.deepEqual([nobody.status, nobody.headers.get('www-authenticate')], [401, 'Bearer realm="cms"'])
      assert.equal((await get(`${root}/posts`, {})).headers.get('www-authenticate'), null)
    })

    it('jwt/7 count by the account as it is now: a role, an end of the account', async () => {
      const token = bearer(await tokenOf({ claims: { sub: 'connie' } }))
      const editing = `${root}/posts/206?context=edit`
      assert.equal((await get(editing, token)).status, 403)
      await on().database.execute(
        `update wp_usermeta set meta_value = 'a:1:{s:6:"editor";b:1;}' where user_id = 4 and meta_key = 'wp_capabilities'`,
      )
      assert.equal((await get(editing, token)).status, 200)
      await on().database.execute(`update wp_users set user_login = 'gone' where ID = 4`)
      assert.equal((await get(`${root}/posts`, token)).status, 401)
    })

    it('jwt/8 are a way to log in that OpenAPI names', async () => {
      const { json: document } = await get('/cms-json/openapi.json', {})
      assert.equal(at(document, 'components', 'securitySchemes', 'bearer', 'scheme'), 'bearer')
    })

    it('jwt/9 are in no answer of the cache, and in no key', async () => {
      const path = `${root}/posts?per_page=1&page=2`
      assert.equal((await get(path, bearer(await tokenOf()))).headers.get('etag'), null)
      const uses = on().gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : []))
      assert.equal(uses.at(-1), 'none')
    })
  },
  { ...demoKeys, jwtSecret, jwtIssuer: issuer, jwtAudience: audience },
)

const claimsOfAdmin = Buffer.from(
  JSON.stringify({ iss: issuer, aud: audience, sub: 'admin', exp: 4_070_908_800 }),
).toString('base64url')

onOneDatabase(
  'tokens of administrators, where they are allowed',
  same,
  (on) => {
    it('jwt/10 let them in, by the claim that the owner names', async () => {
      const token = await tokenOf({ claims: { sub: 'edith', preferred_username: 'admin' } })
      const answer = await on().gateway.get(`${root}/users?context=edit`, bearer(token))
      assert.equal(answer.status, 200)
    })
  },
  {
    jwtSecret,
    jwtIssuer: issuer,
    jwtAudience: audience,
    tokenAdministrators: 'allowed',
    tokenLoginClaims: ['preferred_username'],
  },
)

onOneDatabase('where no tokens are configured', same, (on) => {
  it('jwt/11 bearer tokens are ignored', async () => {
    const token = bearer(await tokenOf())
    assert.equal((await on().gateway.get(`${root}/posts`, token)).status, 200)
    const refused = await on().gateway.get(me, token)
    assert.deepEqual([refused.status, at(refused.json, 'code')], [401, 'rest_not_logged_in'])
    assert.equal(refused.headers.get('www-authenticate'), null)
  })
})

onOneDatabase(
  'wrong tokens',
  same,
  (on) => {
    it('jwt/12 are limited where they are different and were never right; right ones never', async () => {
      const wrong = async (token: string) => (await on().gateway.get(`${root}/posts`, bearer(token))).status
      for (let nth = 1; nth <= 3; nth += 1) assert.equal(await wrong(`wrong${nth}`), 401)
      for (let again = 0; again < 5; again += 1) assert.equal(await wrong('wrong1'), 401)
      const limited = await on().gateway.get(`${root}/posts`, bearer('wrong4'))
      assert.equal(limited.status, 429)
      assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(await wrong(await tokenOf()), 200)
      assert.equal(await wrong(await tokenOf({ claims: { exp: nowS() - 1 } })), 401)
      assert.equal((await on().gateway.get(`${root}/posts`)).status, 200)
    })
  },
  { jwtSecret, jwtIssuer: issuer, jwtAudience: audience, wrongPerAddressMax: 3 },
)

for (const kind of oneDatabase(same))
  describe(`tokens signed with keys that are fetched, on ${kind.name}`, () => {
    const start = async (database: TestDatabase, jwksUrl: string, settings = {}) =>
      startTestGateway(database, {
        jwtJwksUrl: jwksUrl,
        jwtIssuer: issuer,
        jwtAudience: audience,
        jwksCooldownMs: 0,
        authorizationRetryMs: 0,
        ...settings,
      })

    it('jwt/13 let their user in, by RSA and by curves; keys are fetched once', async () => {
      const database = await kind.create()
      const keys = await Promise.all([keyPair('one'), keyPair('two', 'ES256'), keyPair('other', 'ES384')])
      const server = await startRemoteServer(json({ keys: keys.map(({ jwk }) => jwk) }))
      const gateway = await start(database, server.url)
      assert.equal((await gateway.get(`${root}/posts`)).status, 200)
      assert.equal(server.asked(), 0)
      const [rsa, curve, other] = keys
      const answers = await Promise.all(
        [rsa, curve, rsa, curve].map(async (pair) => gateway.get(me, bearer(await tokenBy(pair)))),
      )
      assert.deepEqual(
        answers.map(idOf),
        answers.map(() => [200, 2]),
      )
      assert.equal(server.asked(), 1)
      await assertRefused(gateway, await tokenBy(other), 'an algorithm that is not set')
      await gateway.stop()
      await database.drop()
    })

    it('jwt/14 are refused where the signature is not of a key that is known, or by another algorithm', async () => {
      const database = await kind.create()
      const [known, stranger] = await Promise.all([keyPair('known'), keyPair('stranger')])
      const server = await startRemoteServer(json({ keys: [known.jwk] }))
      const gateway = await start(database, server.url)
      const cases: readonly (readonly [what: string, token: string])[] = [
        ['unknown kid', await tokenBy(stranger)],
        ['a known kid, of another key', await tokenBy({ ...stranger, kid: 'known' })],
        ['alg none', unsignedToken()],
        // Key confusion: the public key, as text, taken for the secret
        [
          'the public key as a secret',
          await tokenOf({ key: secretKey(known.pem), header: { kid: 'known' } }),
        ],
        [
          'the modulus as a secret',
          await tokenOf({ key: Buffer.from(known.jwk.n ?? '', 'base64url'), header: { kid: 'known' } }),
        ],
        [
          'a key that the token brings',
          await tokenBy(stranger, { header: { jwk: JSON.stringify(stranger.jwk), jku: server.url } }),
        ],
        ['another issuer', await tokenBy(known, { claims: { iss: 'https://elsewhere.test' } })],
        ['another audience', await tokenBy(known, { claims: { aud: 'https://elsewhere.test' } })],
        ['unknown user', await tokenBy(known, { claims: { sub: 'nobody' } })],
        ['no expiry', await tokenBy(known, { claims: { exp: undefined } })],
      ]
      for (const [what, token] of cases) await assertRefused(gateway, token, what)
      const old = await tokenBy(known, { claims: { exp: nowS() - 1 } })
      await assertRefused(gateway, old, 'expired', expired)
      await gateway.stop()
      await database.drop()
    })

    it('jwt/15 are refused where their key cannot be used', async () => {
      const database = await kind.create()
      const pair = await keyPair('short')
      const unusable = [
        { ...pair.jwk, n: 'AQAB' },
        { ...pair.jwk, n: pair.jwk.n?.slice(0, 100) },
        { ...pair.jwk, n: '*' },
        { ...pair.jwk, e: undefined },
        { ...pair.jwk, kty: 'EC' },
        { ...pair.jwk, kty: 'oct', k: 'c2VjcmV0' },
        { kid: 'short' },
      ]
      const server = await startRemoteServer(json({ keys: [] }))
      const gateway = await start(database, server.url, { wrongPerAddressMax: 1000 })
      for (const jwk of unusable) {
        server.answerWith(json({ keys: [jwk] }))
        await assertRefused(gateway, await tokenBy(pair), JSON.stringify(jwk))
      }
      await gateway.stop()
      await database.drop()
    })

    it('jwt/16 follow the keys as they change, but ask no more often than the cooldown says', async () => {
      const database = await kind.create()
      const [first, second] = await Promise.all([keyPair('first'), keyPair('second')])
      const server = await startRemoteServer(json({ keys: [first.jwk] }))
      const statusOf = async (gateway: TestGateway, token: string) =>
        (await gateway.get(me, bearer(token))).status
      const gateway = await start(database, server.url)
      assert.equal(await statusOf(gateway, await tokenBy(first)), 200)
      server.answerWith(json({ keys: [second.jwk] }))
      assert.equal(await statusOf(gateway, await tokenBy(second)), 200)
      assert.equal(await statusOf(gateway, await tokenBy(first)), 401)
      await gateway.stop()

      const cool = await start(database, server.url, { jwksCooldownMs: 60_000 })
      const before = server.asked()
      assert.equal(await statusOf(cool, await tokenBy(second)), 200)
      for (let nth = 0; nth < 5; nth += 1) assert.equal(await statusOf(cool, await tokenBy(first)), 401)
      assert.equal(server.asked(), before + 1)
      await cool.stop()
      await database.drop()
    })

    it('jwt/17 cost nobody else anything while keys are slow, away, redirected, too large or none', async () => {
      const database = await kind.create()
      const pair = await keyPair('one')
      const elsewhere = await startRemoteServer(json({ keys: [pair.jwk] }))
      const server = await startRemoteServer(silent)
      const gateway = await start(database, server.url, { authorizationTimeoutMs: 3000 })
      const token = bearer(await tokenBy(pair))
      const waiting = gateway.get(me, token)
      await until(() => server.asked() > 0)
      // Meanwhile others are answered
      assert.equal((await gateway.get(`${root}/posts`)).status, 200)
      assert.equal((await gateway.get(me, asUser('edith'))).status, 200)
      assert.equal((await gateway.get(me, bearer('garbage'))).status, 401)
      assert.equal((await waiting).status, 503)
      for (const answer of [
        redirect(elsewhere.url),
        json({ keys: [pair.jwk], padding: 'a'.repeat(300_000) }),
        json({ keys: [pair.jwk] }, 500),
        json({ keys: 'none' }),
        json({ keys: [null] }),
        json('garbage'),
      ]) {
        server.answerWith(answer)
        const refused = await gateway.get(`${root}/posts`, token)
        assert.deepEqual([refused.status, at(refused.json, 'code')], [503, 'authorization_unavailable'])
        assert.equal(refused.headers.get('www-authenticate'), null)
      }
      assert.equal(elsewhere.asked(), 0)
      server.answerWith(json({ keys: [pair.jwk] }))
      assert.deepEqual(idOf(await gateway.get(me, token)), [200, 2])
      await server.stop()
      assert.deepEqual(idOf(await gateway.get(me, token)), [200, 2], 'keys that are known')
      const warnings = gateway.observed.filter(({ kind: each }) => each === 'warning')
      assert.equal(warnings.length, 1)
      assert.equal(gateway.observed.filter(({ kind: each }) => each === 'error').length, 0)
      await gateway.stop()
      await database.drop()
    })

    it('jwt/18 leave a server alone for a while after it failed', async () => {
      const database = await kind.create()
      const pair = await keyPair('one')
      const server = await startRemoteServer(json({}, 500))
      const gateway = await start(database, server.url, { authorizationRetryMs: 60_000 })
      for (let nth = 0; nth < 5; nth += 1) {
        const refused = await gateway.get(me, bearer(await tokenBy(pair, { claims: { jti: `${nth}` } })))
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '60'])
      }
      assert.equal(server.asked(), 1)
      await gateway.stop()
      await database.drop()
    })
  })

describe('settings of tokens', () => {
  it('jwt/19 have to say whose tokens are taken, and by what they are signed', async () => {
    const start = (settings: ConfigFile) => startTestGateway({ url: 'sqlite:/none' }, settings)
    const jwtJwksUrl = 'https://issuer.example.org/jwks'
    const remote = { jwtJwksUrl, jwtIssuer: issuer, jwtAudience: audience }
    const oauth = { oauthJwksUrl: jwtJwksUrl, oauthIssuer: issuer }
    const introspected = { oauthIntrospectionUrl: jwtJwksUrl, oauthClientId: 'gateway' }
    const cases: readonly (readonly [ConfigFile, string])[] = [
      [{ jwtJwksUrl }, 'jwtJwksUrl: jwtIssuer has to be set beside it'],
      [{ jwtJwksUrl, jwtIssuer: issuer }, 'jwtJwksUrl: jwtAudience has to be set beside it'],
      [{ ...remote, jwtSecret }, 'jwtJwksUrl: tokens are signed with its keys or with jwtSecret, not both'],
      [{ oauthJwksUrl: jwtJwksUrl }, 'oauthJwksUrl: oauthIssuer has to be set beside it'],
      [introspected, 'oauthIntrospectionUrl: oauthClientSecret has to be set beside it'],
      [{ ...remote, ...oauth }, 'oauthIssuer: it is jwtIssuer too, so its tokens could not be told apart'],
      [{ tokenRoute: 'on' }, 'tokenRoute: jwtSecret has to be set beside it'],
    ]
    for (const [settings, message] of cases) await assert.rejects(start(settings), { message })
  })
})
