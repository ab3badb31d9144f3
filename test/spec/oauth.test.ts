// The gateway as an OAuth 2.0 resource server, beside a whole authorization server: opaque tokens that it is asked about,
// tokens that carry their own proof; what is refused and how; what a server that is slow or away costs.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { gatewayClient, resources, startAuthorizationServer } from '../support/authorization-server.ts'
import { oneDatabase } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, onOneDatabase, startTestGateway, type Answer, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { json, redirect, silent, startRemoteServer, type RemoteAnswer } from '../support/remote-server.ts'
import { bearer, jwtSecret, nowS, tokenOf } from '../support/tokens.ts'

const root = '/cms-json/cms/v2'
const me = `${root}/users/me`
const drafts = `/graphql?query=${encodeURIComponent('{ posts(status: DRAFT) { totalCount } }')}`
const publicUrl = 'https://gateway.example.org'
const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`
const invalid = `Bearer realm="cms", ${metadata}, error="invalid_token", error_description="The bearer token is not valid."`

const server = await startAuthorizationServer()
after(server.stop)
const asked: ConfigFile = {
  publicUrl,
  oauthIssuer: server.issuer,
  oauthIntrospectionUrl: server.introspectionUrl,
  oauthClientId: gatewayClient.id,
  oauthClientSecret: gatewayClient.secret,
  oauthAudience: [resources.opaque, resources.signed],
}
const signed: ConfigFile = {
  publicUrl,
  oauthIssuer: server.issuer,
  oauthJwksUrl: server.jwksUrl,
  oauthAudience: [resources.signed],
}

const idOf = ({ status, json: body }: Answer) => [status, at(body, 'id')]

async function assertRefused(gateway: TestGateway, token: string, what: string) {
  for (const path of [`${root}/posts`, me]) {
    const answer = await gateway.get(path, bearer(token))
    assert.deepEqual([answer.status, at(answer.json, 'code')], [401, 'invalid_token'], what)
    assert.equal(answer.headers.get('www-authenticate'), invalid, what)
  }
  assert.equal((await gateway.get(drafts, bearer(token))).status, 401, what)
}

/** Why one database is enough. */
const same = 'users are read as for every way to log in: login-methods.test.ts has them on every database'

onOneDatabase(
  'access tokens that the authorization server is asked about',
  same,
  (on) => {
    it('oauth/1 let their user in, on REST and GraphQL; it is asked once for each', async () => {
      const { access } = await server.tokensOf('edith', resources.opaque)
      const before = server.introspections()
      const answers = await Promise.all([1, 2, 3, 4].map(() => on().gateway.get(me, bearer(access))))
      assert.deepEqual(
        answers.map(idOf),
        answers.map(() => [200, 2]),
      )
      const graph = await on().gateway.get(drafts, bearer(access))
      assert.equal(at(graph.json, 'data', 'posts', 'totalCount'), 2)
      assert.equal(server.introspections(), before + 1)
      const other = await server.tokensOf('arthur', resources.opaque)
      assert.deepEqual(idOf(await on().gateway.get(me, bearer(other.access))), [200, 3])
    })

    it('oauth/2 are taken where they do not say whom they are for', async () => {
      const { access } = await server.tokensOf('edith')
      assert.deepEqual(idOf(await on().gateway.get(me, bearer(access))), [200, 2])
    })

    it('oauth/3 are refused where they are not right, for others, of clients or of other use', async () => {
      const revoked = (await server.tokensOf('edith', resources.opaque)).access
      await server.revoke(revoked)
      const cases: readonly (readonly [what: string, token: string])[] = [
        ['revoked', revoked],
        ['for another resource', (await server.tokensOf('edith', resources.other)).access],
        ['unknown user', (await server.tokensOf('nobody', resources.opaque)).access],
        ['a client of its own', await server.clientToken('app', resources.opaque)],
        ['a client that is called as a user is', await server.clientToken('edith', resources.opaque)],
        ['garbage', 'garbage'],
        ['a token of nobody here', await tokenOf()],
        ['nothing', ''],
      ]
      for (const [what, token] of cases) await assertRefused(on().gateway, token, what)
      const { status } = await on().gateway.get(
        me,
        bearer((await server.tokensOf('admin', resources.opaque)).access),
      )
      assert.equal(status, 401)
    })

    it('oauth/4 are what is asked for, and where to get them is said to whoever looks', async () => {
      const nobody = await on().gateway.get(me)
      assert.deepEqual(
        [nobody.status, nobody.headers.get('www-authenticate')],
        [401, `Bearer realm="cms", ${metadata}`],
      )
      const document = await on().gateway.get('/.well-known/oauth-protected-resource')
      assert.equal(document.status, 200)
      assert.deepEqual(document.json, {
        resource: publicUrl,
        authorization_servers: [server.issuer],
        bearer_methods_supported: ['header'],
      })
      assert.equal((await on().gateway.send('POST', '/.well-known/oauth-protected-resource')).status, 404)
    })
  },
  asked,
)

onOneDatabase(
  'access tokens whose end counts at once',
  same,
  (on) => {
    it('oauth/5 end when they are revoked; tokens to get others with are refused', async () => {
      const { access, refresh } = await server.tokensOf('edith', resources.opaque)
      assert.equal((await on().gateway.get(me, bearer(access))).status, 200)
      await server.revoke(access)
      await assertRefused(on().gateway, access, 'revoked')
      await assertRefused(on().gateway, refresh, 'a refresh token')
      await assertRefused(on().gateway, (await server.tokensOf('edith')).access, 'for nobody')
    })
  },
  { ...asked, introspectionLifeMs: 0, oauthAudienceCheck: 'required' },
)

onOneDatabase(
  'access tokens that carry their own proof',
  same,
  (on) => {
    it('oauth/6 let their user in without the server being asked', async () => {
      const before = server.introspections()
      const { access } = await server.tokensOf('edith', resources.signed)
      assert.deepEqual(idOf(await on().gateway.get(me, bearer(access))), [200, 2])
      assert.equal(server.introspections(), before)
    })

    it('oauth/7 are refused where they are not right', async () => {
      const { access } = await server.tokensOf('edith', resources.signed)
      const cases: readonly (readonly [what: string, token: string])[] = [
        ['a changed signature', `${access.slice(0, -4)}AAAA`],
        ['a client that is called as a user is', await server.clientToken('edith', resources.signed)],
        ['unknown user', (await server.tokensOf('nobody', resources.signed)).access],
        ['opaque', (await server.tokensOf('edith', resources.opaque)).access],
        ['of another kind', await tokenOf({ claims: { iss: server.issuer, aud: resources.signed } })],
        [
          'signed with a secret',
          await tokenOf({
            header: { typ: 'at+jwt' },
            claims: { iss: server.issuer, aud: resources.signed },
          }),
        ],
      ]
      for (const [what, token] of cases) await assertRefused(on().gateway, token, what)
    })
  },
  signed,
)

onOneDatabase(
  'tokens of both kinds beside those of a secret, with scopes',
  same,
  (on) => {
    const statusOf = async (token: string, path: string) =>
      (await on().gateway.get(path, bearer(token))).status

    it('oauth/8 are told apart', async () => {
      const own = await tokenOf({ claims: { iss: publicUrl, aud: publicUrl } })
      assert.equal(await statusOf(own, `${root}/posts/206?context=edit`), 200)
      for (const resource of [resources.opaque, resources.signed])
        assert.equal(await statusOf((await server.tokensOf('edith', resource)).access, me), 200)
    })

    it('oauth/9 may do what their scopes allow, and their user may', async () => {
      const editing = `${root}/posts/206?context=edit`
      for (const resource of [resources.opaque, resources.signed]) {
        const reading = (await server.tokensOf('edith', resource, 'openid posts')).access
        const drafting = (await server.tokensOf('edith', resource, 'openid posts drafts')).access
        assert.deepEqual([await statusOf(reading, me), await statusOf(reading, editing)], [200, 403])
        assert.equal(await statusOf(drafting, editing), 200)
        const author = (await server.tokensOf('connie', resource, 'openid posts drafts')).access
        assert.equal(await statusOf(author, editing), 403)
        const nothing = (await server.tokensOf('edith', resource, 'openid')).access
        const refused = await on().gateway.get(`${root}/posts`, bearer(nothing))
        assert.deepEqual([refused.status, at(refused.json, 'code')], [403, 'insufficient_scope'])
        assert.match(refused.headers.get('www-authenticate') ?? '', /error="insufficient_scope"/)
      }
      const document = await on().gateway.get('/.well-known/oauth-protected-resource')
      assert.deepEqual(at(document.json, 'scopes_supported'), ['posts', 'drafts'])
    })

    it('oauth/14 preview what they may read and edit, and no more than that', async () => {
      const { gateway, database } = on()
      const previewBy = async (headers: Readonly<Record<string, string>>, post: number) =>
        gateway.send('POST', '/cms-json/lectern/v1/preview-tokens', {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ post }),
        })
      const editing = (await server.tokensOf('edith', resources.signed, 'openid drafts')).access
      const own = `${root}/posts/209?context=edit`
      assert.equal((await gateway.get(own, asUser('edith'))).status, 200)
      assert.equal(await statusOf(editing, own), 403)
      assert.equal((await previewBy(bearer(editing), 209)).status, 403)
      const both = (await server.tokensOf('edith', resources.signed, 'openid posts drafts')).access
      const narrowed = at((await previewBy(bearer(both), 206)).json, 'token')
      const whole = at((await previewBy(asUser('edith'), 206)).json, 'token')
      const shown = async (token: unknown) =>
        (await gateway.get(`${root}/posts/206`, { authorization: `Preview ${String(token)}` })).status
      assert.deepEqual([await shown(narrowed), await shown(whole)], [200, 200])
      // Private content of others needs a right of its own
      await database.execute(`update wp_posts set post_status = 'private' where ID = 206`)
      assert.deepEqual([await shown(narrowed), await shown(whole)], [401, 200])
    })
  },
  {
    ...asked,
    jwtSecret,
    oauthJwksUrl: server.jwksUrl,
    previewSecret: 'a secret that front ends share, of 32 letters',
    oauthScopes: ['posts=read', 'drafts=edit_posts edit_others_posts edit_published_posts'],
  },
)

for (const kind of oneDatabase(same))
  describe(`an authorization server that does not answer as it should, on ${kind.name}`, () => {
    const start = async (first: RemoteAnswer, settings: ConfigFile = {}) => {
      const database = await kind.create()
      const remote = await startRemoteServer(first)
      const gateway = await startTestGateway(database, {
        ...asked,
        oauthIntrospectionUrl: remote.url,
        introspectionLifeMs: 60_000,
        ...settings,
      })
      const stop = async () => {
        await gateway.stop()
        await remote.stop()
        await database.drop()
      }
      return { remote, gateway, stop }
    }

    it('oauth/10 costs nobody else anything, however it fails', async () => {
      const { remote, gateway, stop } = await start(silent, { authorizationTimeoutMs: 3000 })
      const waiting = gateway.get(me, bearer('slow'))
      await until(() => remote.asked() > 0)
      assert.equal((await gateway.get(`${root}/posts`)).status, 200)
      assert.equal((await gateway.get(me, asUser('edith'))).status, 200)
      assert.equal((await waiting).status, 503)
      const good = { active: true, username: 'edith', exp: nowS() + 600 }
      const elsewhere = await startRemoteServer(json(good))
      for (const answer of [
        redirect(elsewhere.url),
        json({ ...good, padding: 'a'.repeat(300_000) }),
        json(good, 401),
        json(good, 500),
        json([]),
        json('active'),
        (_: unknown, response: { readonly end: (text: string) => void }) => response.end('{"active":'),
      ]) {
        remote.answerWith(answer)
        const refused = await gateway.get(`${root}/posts`, bearer('any'))
        assert.deepEqual([refused.status, at(refused.json, 'code')], [503, 'authorization_unavailable'])
        assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      }
      assert.equal(elsewhere.asked(), 0)
      remote.answerWith(json(good))
      assert.deepEqual(idOf(await gateway.get(me, bearer('any'))), [200, 2])
      await remote.stop()
      assert.deepEqual(idOf(await gateway.get(me, bearer('any'))), [200, 2], 'what is remembered')
      assert.equal((await gateway.get(me, bearer('other'))).status, 503)
      const said = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
      assert.equal(said.length, 2)
      assert.equal(gateway.observed.filter(({ kind: each }) => each === 'error').length, 0)
      await stop()
    })

    it('oauth/11 is asked no more at once than it may be', async () => {
      const { remote, gateway, stop } = await start(silent, { introspectionsMax: 2 })
      const waiting = ['one', 'two'].map((token) => gateway.get(me, bearer(token)))
      await until(() => remote.asked() === 2)
      assert.equal((await gateway.get(me, bearer('three'))).status, 503)
      const again = gateway.get(me, bearer('one'))
      assert.equal(remote.asked(), 2)
      await remote.stop()
      for (const answer of [...waiting, again]) assert.equal((await answer).status, 503)
      assert.equal(remote.asked(), 2)
      await stop()
    })

    it('oauth/13 is not asked for clients that sent too many wrong tokens', async () => {
      const inactive = json({ active: false })
      const { remote, gateway, stop } = await start(inactive, { wrongPerAddressMax: 3 })
      for (let n = 0; n < 10; n += 1)
        assert.equal((await gateway.get(me, bearer(`wrong${n}`))).status, n < 3 ? 401 : 429)
      assert.equal(remote.asked(), 4)
      remote.answerWith(json({ active: true, username: 'edith', exp: nowS() + 600 }))
      assert.equal((await gateway.get(me, bearer('right'))).status, 429)
      assert.equal(remote.asked(), 4)
      await stop()
    })

    it('oauth/12 is believed only what it says of this gateway’s tokens', async () => {
      const good = { active: true, username: 'edith' }
      const { remote, gateway, stop } = await start(json(good), { introspectionLifeMs: 0 })
      assert.deepEqual(idOf(await gateway.get(me, bearer('good'))), [200, 2])
      for (const [what, claims] of [
        ['not active', { ...good, active: false }],
        ['active in a word', { ...good, active: 'true' }],
        ['another issuer', { ...good, iss: 'https://elsewhere.test' }],
        ['another audience', { ...good, aud: ['https://elsewhere.test'] }],
        ['no audience at all', { ...good, aud: [] }],
        ['bound to a key', { ...good, cnf: { jkt: 'x' } }],
        ['another type', { ...good, token_type: 'DPoP' }],
        ['another use', { ...good, token_use: 'refresh_token' }],
        ['not yet', { ...good, nbf: nowS() + 600 }],
        ['of a client with this name', { ...good, client_id: 'edith' }],
        ['of a client that is somebody else', { ...good, sub: 'app', azp: 'app' }],
      ] as const) {
        remote.answerWith(json(claims))
        await assertRefused(gateway, what.replaceAll(' ', '-'), what)
      }
      remote.answerWith(json({ ...good, exp: nowS() - 1 }))
      const old = await gateway.get(me, bearer('old'))
      assert.deepEqual([old.status, at(old.json, 'code')], [401, 'expired_token'])
      assert.match(old.headers.get('www-authenticate') ?? '', /error="invalid_token".*has expired/)
      await stop()
    })
  })
