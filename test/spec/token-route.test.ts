// Bearer tokens for passwords: who gets one, in every format of stored hash; what they let in to and what ends them; what
// guessing comes to.
import assert from 'node:assert/strict'
import { hash as digest } from 'node:crypto'
import { it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { asUser, demoKeys, demoUsers } from '../support/demo-credentials.ts'
import { at, onOneDatabase, type On } from '../support/gateway.ts'
import { audience, bearer, issuer, jwtSecret, tokenOf } from '../support/tokens.ts'

const root = '/cms-json/cms/v2'
const me = `${root}/users/me`
const route = '/cms-json/jwt-auth/v1/token'
const settings: ConfigFile = {
  ...demoKeys,
  jwtSecret,
  jwtIssuer: issuer,
  jwtAudience: audience,
  tokenRoute: 'on',
  passwordAnswerMs: 10,
}

const asking = (on: () => On) => (username: string, password: string) =>
  on().gateway.send('POST', route, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

/** Why one database is enough. */
const same = 'users are read as for every way to log in: login-methods.test.ts has them on every database'

onOneDatabase(
  'the token route',
  same,
  (on) => {
    const ask = asking(on)
    const validate = (headers: Readonly<Record<string, string>>) =>
      on().gateway.send('POST', `${route}/validate`, { headers })
    const setHash = (id: number, hash: string) =>
      on().database.execute('update wp_users set user_pass = ? where ID = ?', [hash, id])

    it('token-route/1 gives a token for a password, which lets its user in', async () => {
      const answer = await ask('edith', 'edith-pass')
      const { token, ...rest } = Object.fromEntries(Object.entries(answer.json ?? {}))
      assert.equal(answer.status, 200)
      assert.deepEqual(rest, {
        user_email: 'edith@example.test',
        user_nicename: 'edith',
        user_display_name: "Edith O'Hara",
      })
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      const headers = bearer(String(token))
      const drafts = await on().gateway.get(`${root}/posts?status=draft`, headers)
      assert.equal(drafts.headers.get('x-cms-total'), '2')
      const valid = await validate(headers)
      assert.deepEqual(
        [valid.status, valid.json],
        [200, { code: 'jwt_auth_valid_token', data: { status: 200 } }],
      )
    })

    it('token-route/2 takes forms, and names in any case and as e-mail addresses', async () => {
      const form = await on().gateway.send('POST', route, {
        body: new URLSearchParams({ username: 'EDITH@example.test', password: 'edith-pass' }),
      })
      assert.equal(form.status, 200)
      assert.equal((await ask('Edith', 'edith-pass')).status, 200)
    })

    it('token-route/3 checks every format of stored hash', async () => {
      for (const hash of [
        '$wp$2y$10$abcdefghijklmnopqrstuusSNXYmZUFCJ2/GmNGsE6ElCU35pJi2m',
        '$P$BabcdefghgWL6p7gwZr0oQGkYf1jn50',
        '$2y$10$abcdefghijklmnopqrstuuQXgUb.assP4uOLKjI/ZRGx0J7XTtNga',
        '88e771422f6d715e74b4b5d78f0985db',
      ]) {
        await setHash(3, hash)
        const answer = await ask('arthur', 'old-style-pass')
        assert.equal(answer.status, 200, hash)
        const { json } = await on().gateway.get(me, bearer(String(at(answer.json, 'token'))))
        assert.equal(at(json, 'id'), 3)
      }
      // Wrong passwords for the other formats are refused in unit/auth/password-hash.test.ts
      assert.equal((await ask('arthur', 'old-style-pass.')).status, 401)
    })

    it('token-route/4 answers a wrong password, an unknown user and an administrator alike', async () => {
      const answers = await Promise.all([
        ask('edith', 'wrong'),
        ask('nobody', 'wrong'),
        ask('nobody@example.test', 'wrong'),
        ask('édith', 'edith-pass'),
        ask('edith ', 'edith-pass'),
        ask('', ''),
        ask('edith', demoUsers.edith.applicationPassword),
        ask('admin', 'admin-pass'),
        ask('edith', 'a'.repeat(5000)),
      ])
      for (const { status, headers, text } of answers) {
        assert.deepEqual(
          [status, text],
          [
            401,
            '{"code":"incorrect_login","message":"The user name or the password is wrong.","data":{"status":401}}',
          ],
        )
        assert.equal(headers.get('www-authenticate'), 'Bearer realm="cms"')
      }
    })

    it('token-route/5 asks for both, and is posted to', async () => {
      const lacking = await on().gateway.send('POST', route)
      assert.deepEqual(
        [lacking.status, at(lacking.json, 'code'), at(lacking.json, 'data', 'params')],
        [400, 'rest_missing_callback_param', ['username', 'password']],
      )
      assert.equal((await on().gateway.get(`${route}?username=edith&password=edith-pass`)).status, 404)
      const index = await on().gateway.get('/cms-json/')
      assert(JSON.stringify(at(index.json, 'namespaces')).includes('jwt-auth/v1'))
    })

    it('token-route/6 validates no token that is not right, and nothing that is none', async () => {
      for (const headers of [{}, bearer('garbage'), asUser('edith')]) {
        const refused = await validate(headers)
        assert.deepEqual([refused.status, at(refused.json, 'code')], [401, 'invalid_token'])
      }
      assert.equal((await validate(bearer(await tokenOf()))).status, 200)
    })

    it('token-route/7 gives tokens that end when the password is changed', async () => {
      const token = bearer(String(at((await ask('connie', 'connie-pass')).json, 'token')))
      assert.equal((await on().gateway.get(me, token)).status, 200)
      await setHash(4, '$P$BabcdefghgWL6p7gwZr0oQGkYf1jn50')
      const refused = await on().gateway.get(`${root}/posts`, token)
      assert.deepEqual([refused.status, at(refused.json, 'code')], [401, 'invalid_token'])
      const again = bearer(String(at((await ask('connie', 'old-style-pass')).json, 'token')))
      assert.equal((await on().gateway.get(me, again)).status, 200)
    })
  },
  settings,
)

onOneDatabase(
  'guesses at passwords',
  same,
  (on) => {
    const ask = asking(on)

    it('token-route/8 are stopped after too many different ones, whoever they are of', async () => {
      // Each guess would take a tenth of a second; the formats are looked at above
      await on().database.execute('update wp_users set user_pass = ? where ID = 2', [
        digest('md5', 'edith-pass'),
      ])
      for (const name of ['edith', 'nobody']) {
        for (let nth = 1; nth <= 3; nth += 1) assert.equal((await ask(name, `wrong${nth}`)).status, 401)
        // It would be one too many if it counted
        assert.equal((await ask(name, 'wrong1')).status, 401)
        const limited = await ask(name, 'wrong4')
        assert.deepEqual([limited.status, at(limited.json, 'code')], [429, 'too_many_wrong_credentials'])
        assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/)
        // A guess may be right: nothing is looked at any more
        assert.equal((await ask(name, `${name}-pass`)).status, 429)
      }
      assert.equal((await ask('arthur', 'arthur-pass')).status, 200)
      assert.equal((await on().gateway.get(me, asUser('edith'))).status, 200)
    })
  },
  { ...settings, wrongPerAccountMax: 3 },
)

onOneDatabase(
  'tokens for passwords, where administrators are allowed,',
  same,
  (on) => {
    it('token-route/9 are given to them too', async () => {
      const answer = await asking(on)('admin', 'admin-pass')
      const token = bearer(String(at(answer.json, 'token')))
      assert.equal((await on().gateway.get(`${root}/users?context=edit`, token)).status, 200)
    })
  },
  // The gateway's own tokens name their user in their own way
  { ...settings, tokenAdministrators: 'allowed', tokenLoginClaims: ['email'] },
)

onOneDatabase(
  'where tokens are not given out',
  same,
  (on) => {
    it('token-route/10 there is no such route', async () => {
      const answer = await asking(on)('edith', 'edith-pass')
      assert.deepEqual([answer.status, at(answer.json, 'code')], [404, 'rest_no_route'])
      const index = await on().gateway.get('/cms-json/')
      assert(!JSON.stringify(at(index.json, 'namespaces')).includes('jwt-auth'))
    })
  },
  { ...settings, tokenRoute: 'off' },
)
