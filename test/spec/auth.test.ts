// Authentication: cookies with nonces, application passwords, what each role may see; what is refused, limited and kept to
// oneself. Users, tokens and passwords are those of the demo data.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  asUser,
  basic,
  cookieOf,
  demoKeys,
  demoUsers,
  nonceOf,
  type DemoLogin,
} from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
const me = `${root}/users/me`

onEveryDatabase(
  'credentials',
  (on) => {
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      on().gateway.get(path, headers)
    const ids = async (query: string, login: DemoLogin) => {
      const { headers, json } = await get(`${root}/posts?${query}&_fields=id`, asUser(login))
      return [list(json).map((item) => at(item, 'id')), headers.get('x-cms-total')]
    }

    it('auth/1 by cookie and nonce are the user, and get a fresh nonce', async () => {
      for (const headers of [{ 'x-cms-nonce': nonceOf('admin') }, { 'x-cms-nonce': nonceOf('admin', 1) }]) {
        const answer = await get(me, { cookie: cookieOf('admin'), ...headers })
        assert.deepEqual([answer.status, at(answer.json, 'id')], [200, 1])
        assert.equal(answer.headers.get('x-cms-nonce'), nonceOf('admin'))
        assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      }
      const session = { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }
      const unnamed = await get(`${me}?_jsonp=a-b`, session)
      assert.deepEqual([unnamed.status, unnamed.headers.get('x-cms-nonce')], [400, null])
      const byArgument = await get(`${me}?_wpnonce=${nonceOf('arthur')}`, { cookie: cookieOf('arthur') })
      assert.deepEqual([byArgument.status, at(byArgument.json, 'id')], [200, 3])
    })

    it('auth/2 by cookie alone are nobody, on REST and GraphQL', async () => {
      const answer = await get(me, { cookie: cookieOf('admin') })
      assert.deepEqual([answer.status, at(answer.json, 'code')], [401, 'rest_not_logged_in'])
      assert.equal((await get(`${root}/posts`, { cookie: cookieOf('admin') })).status, 200)
      const drafts = `/graphql?query=${encodeURIComponent('{ posts(status: DRAFT) { totalCount } }')}`
      assert.equal(
        at((await get(drafts, { cookie: cookieOf('admin') })).json, 'errors', 0, 'extensions', 'code'),
        'FORBIDDEN',
      )
      const asked = await get(drafts, { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') })
      assert.equal(at(asked.json, 'data', 'posts', 'totalCount'), 2)
    })

    it('auth/3 that are forged, expired, replayed or swapped are refused on every route', async () => {
      const tampered = cookieOf('admin').replace(/.{4}$/, 'beef')
      const cases: readonly (readonly [what: string, cookie: string, nonce: string])[] = [
        ['a wrong nonce', cookieOf('admin'), '0123456789'],
        ['a nonce of yesterday', cookieOf('admin'), nonceOf('admin', 2)],
        ["another user's nonce", cookieOf('admin'), nonceOf('arthur')],
        ['a tampered cookie', tampered, nonceOf('admin')],
        ['an expired cookie', cookieOf('admin', { expiresAt: 1_600_000_000 }), nonceOf('admin')],
        [
          'a session that is not there',
          cookieOf('admin', { token: demoUsers.arthur.token }),
          nonceOf('admin'),
        ],
        ["another user's name", cookieOf('arthur', { as: 'admin' }), nonceOf('admin')],
        ['no cookie', '', nonceOf('admin')],
      ]
      for (const [what, cookie, nonce] of cases) {
        for (const path of [me, `${root}/posts`]) {
          const answer = await get(path, { cookie, 'x-cms-nonce': nonce })
          assert.deepEqual(
            [answer.status, answer.json],
            [
              403,
              { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', data: { status: 403 } },
            ],
            what,
          )
        }
      }
    })

    it('auth/4 by cookie are not taken from other origins', async () => {
      const from = (origin: string) =>
        get(me, { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin'), origin })
      assert.equal((await from(on().gateway.url)).status, 200)
      assert.equal((await from('https://elsewhere.test')).status, 403)
    })

    it('auth/5 by nonce in a form are the user, whatever address and header say; JSON is no form', async () => {
      const post = async (type: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
        const { status, headers: got } = await on().gateway.send('POST', me, {
          headers: { cookie: cookieOf('admin'), 'content-type': type, ...headers },
          body,
        })
        return [status, got.get('x-cms-nonce')]
      }
      const form = 'application/x-www-form-urlencoded'
      const nonce = nonceOf('admin')
      const known = [404, nonce]
      assert.deepEqual(await post(form, `a=1&_wpnonce=${nonce}`, { 'x-cms-nonce': 'stale' }), known)
      assert.deepEqual(await post(`${form}; charset=UTF-8`, `%5fwpnonce=${nonce}`), known)
      assert.deepEqual(await post(form, '_wpnonce=stale', { 'x-cms-nonce': nonce }), [403, null])
      assert.deepEqual(await post(form, 'a=1', { 'x-cms-nonce': nonce }), known)
      assert.deepEqual(await post('application/json', `{"_wpnonce":"${nonce}"}`), [404, null])
      assert.equal((await post(form, 'a'.repeat(300_000)))[0], 413)
    })

    it('auth/6 by a nonce in a form without a cookie are refused, as by one in the address or the header', async () => {
      const form = 'application/x-www-form-urlencoded'
      const post = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
        const answer = await on().gateway.send('POST', me, {
          headers: { 'content-type': form, ...headers },
          body,
        })
        return [answer.status, at(answer.json, 'code')]
      }
      const refused = [403, 'rest_cookie_invalid_nonce']
      assert.deepEqual(await post('a=1&_wpnonce=0123456789'), refused)
      assert.deepEqual(await post(`_wpnonce=${nonceOf('admin')}`), refused)
      assert.deepEqual(await post('_wpnonce=stale', { 'x-cms-nonce': nonceOf('admin') }), refused)
      const nobody = [404, 'rest_no_route']
      assert.deepEqual(await post('a=1'), nobody)
      assert.deepEqual(await post('a=1', { 'content-type': 'text/plain' }), nobody)
      // Whoever brings no nonce is asked for other credentials
      const { applicationPassword } = demoUsers.edith
      const known = await on().gateway.send('POST', `${me}?_method=GET`, {
        headers: { 'content-type': form, ...basic('edith', applicationPassword) },
        body: 'a=1',
      })
      assert.deepEqual([known.status, at(known.json, 'id')], [200, 2])
    })

    it('auth/7 by application password are the user: by login in any case, by e-mail, with spaces', async () => {
      const { applicationPassword } = demoUsers.edith
      const spaced = applicationPassword.replace(/(.{4})(?=.)/g, '$1 ')
      for (const [name, password] of [
        ['edith', applicationPassword],
        ['EDITH', applicationPassword],
        ['edith@example.test', applicationPassword],
        ['edith', spaced],
      ] as const) {
        const answer = await get(me, basic(name, password))
        assert.deepEqual(
          [answer.status, at(answer.json, 'id'), answer.headers.get('x-cms-nonce')],
          [200, 2, null],
          name,
        )
        assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      }
    })

    it('auth/8 by application password that are wrong are nobody; the cookie goes before them', async () => {
      for (const headers of [
        basic('edith', 'wrongwrongwrongwrongwron'),
        basic('admin', 'admin-pass'),
        basic('nobody', 'x'),
        { authorization: 'Basic %%%' },
        { authorization: 'Bearer abc' },
      ]) {
        assert.equal((await get(`${root}/posts`, headers)).status, 200)
        assert.equal((await get(me, headers)).status, 401)
      }
      assert.equal((await get(me, { ...asUser('admin'), cookie: cookieOf('arthur') })).status, 401)
    })

    it('auth/9 decide what is seen: drafts, private posts, and totals that count what is withheld', async () => {
      assert.deepEqual(await ids('status=draft', 'edith'), [[207, 206], '2'])
      assert.deepEqual(await ids('status=draft', 'arthur'), [[206], '2'])
      assert.deepEqual(await ids('status=draft', 'connie'), [[207], '2'])
      assert.deepEqual(await ids('status=private', 'edith'), [[209], '1'])
      assert.deepEqual(await ids('context=edit&per_page=2', 'arthur'), [[], '32'])
      assert.equal((await ids('status=any&per_page=100', 'admin'))[1], '37')
      const refused = await get(`${root}/posts?status=draft`, asUser('sam'))
      assert.deepEqual(
        [refused.status, at(refused.json, 'data', 'details', 'status')],
        [400, { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 403 } }],
      )
      const statusOf = async (path: string, login: DemoLogin) =>
        (await get(`${root}/${path}`, asUser(login))).status
      assert.deepEqual(
        await Promise.all([
          statusOf('posts/206', 'arthur'),
          statusOf('posts/206', 'connie'),
          statusOf('posts/209', 'arthur'),
          statusOf('posts/209', 'edith'),
          statusOf('posts/211', 'admin'),
        ]),
        [200, 403, 403, 200, 200],
      )
      assert.deepEqual(
        await Promise.all([
          statusOf('posts/204?context=edit', 'arthur'),
          statusOf('posts?context=edit', 'sam'),
          statusOf('categories?context=edit', 'arthur'),
          statusOf('categories?context=edit', 'edith'),
        ]),
        [403, 403, 403, 200],
      )
    })

    it('auth/10 show in editing what is stored, and of users what only editors may know', async () => {
      const draft = (await get(`${root}/posts/206?context=edit`, asUser('admin'))).json
      assert.deepEqual(at(draft, 'content'), {
        raw: 'Not yet.',
        rendered: '<p>Not yet.</p>\n',
        protected: false,
        block_version: 0,
      })
      assert.deepEqual(
        [at(draft, 'permalink_template'), at(draft, 'generated_slug')],
        ['http://127.0.0.1:8081/2024/01/16/%postname%/', 'draft-of-a-plan'],
      )
      for (const [title, slug] of [
        ['Feed', 'feed-2'],
        ['embed', 'embed-2'],
        ['Feeds', 'feeds'],
        ['!', '206'],
      ] as const) {
        await on().database.execute('update wp_posts set post_title = ? where ID = 206', [title])
        const path = `${root}/posts/206?context=edit&_fields=generated_slug&x=${slug}`
        assert.deepEqual((await get(path, asUser('admin'))).json, { generated_slug: slug })
      }
      await on().database.execute("update wp_posts set post_title = 'Draft of a plan' where ID = 206")
      assert.equal(
        at((await get(`${root}/posts/212?context=edit`, asUser('admin'))).json, 'content', 'protected'),
        true,
      )
      const edith = (await get(`${me}?context=edit`, asUser('edith'))).json
      assert.deepEqual(
        [
          at(edith, 'username'),
          at(edith, 'email'),
          at(edith, 'roles'),
          at(edith, 'capabilities', 'edit_others_posts'),
        ],
        ['edith', 'edith@example.test', ['editor'], true],
      )
      assert.deepEqual((await get(`${root}/users?context=edit`, asUser('edith'))).status, 403)
      assert.equal((await get(`${root}/users?context=edit`, asUser('admin'))).headers.get('x-cms-total'), '8')
      assert.equal((await get(`${root}/users`, asUser('sam'))).headers.get('x-cms-total'), '4')
      assert.deepEqual(
        [
          (await get(`${root}/users/5`, asUser('sam'))).status,
          (await get(`${root}/users/6`, asUser('sam'))).status,
        ],
        [200, 403],
      )
      assert.equal(at((await get(`${root}/posts/201?context=edit`)).json, 'code'), 'rest_forbidden_context')
    })

    it('auth/11 give answers that nobody else gets', async () => {
      const path = `${root}/posts?include=206&status=any`
      assert.equal((await get(path, asUser('admin'))).headers.get('x-cms-total'), '1')
      assert.equal((await get(path)).status, 400)
      const post = `${root}/posts/209`
      assert.equal((await get(post, asUser('admin'))).status, 200)
      const stranger = await get(post)
      assert.deepEqual([stranger.status, stranger.headers.get('etag')], [401, null])
    })

    it('auth/12 are in no key of the cache, however their names are written', async () => {
      const asked = async (query: string) => {
        await get(`${root}/posts?per_page=1&${query}`)
        await get(`${root}/posts?per_page=1&${query}`)
        return on()
          .gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : []))
          .at(-1)
      }
      assert.equal(await asked('page=1'), 'hit')
      for (const query of [
        'password=a',
        'pass%77ord=a',
        '%70assword%5B%5D=a',
        'password',
        '%5Fwpnonce=a',
        'access_token=a',
      ])
        assert.equal(await asked(query), 'none', query)
    })

    it('auth/13 appear in no link', async () => {
      const { headers } = await get(
        `${root}/posts?per_page=1&_wpnonce=${nonceOf('arthur')}&password=secret&access_token=secret`,
        { cookie: cookieOf('arthur') },
      )
      assert.doesNotMatch(headers.get('link') ?? '', /nonce|password|token|secret/)
    })
  },
  demoKeys,
)

onEveryDatabase(
  'rows of an account',
  (on) => {
    const statusOf = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await on().gateway.get(path, headers)).status

    it('auth/14 count from the next request: a role, a password, a session', async () => {
      const { gateway, database } = on()
      const editing = `${root}/posts/206?context=edit`
      const set = (value: string, user: number, key: string) =>
        database.execute('update wp_usermeta set meta_value = ? where user_id = ? and meta_key = ?', [
          value,
          user,
          key,
        ])
      assert.equal(await statusOf(editing, asUser('edith')), 200)
      await set('a:1:{s:10:"subscriber";b:1;}', 2, 'wp_capabilities')
      assert.equal(await statusOf(editing, asUser('edith')), 403)
      await set('a:1:{s:13:"administrator";b:1;}', 2, 'wp_capabilities')
      assert.equal(await statusOf(`${root}/users?context=edit`, asUser('edith')), 200)

      await set('a:0:{}', 2, '_application_passwords')
      assert.equal(await statusOf(me, asUser('edith')), 401)
      assert.equal(await statusOf(`${root}/posts`, asUser('edith')), 200)

      const session = { cookie: cookieOf('arthur'), 'x-cms-nonce': nonceOf('arthur') }
      assert.equal(await statusOf(me, session), 200)
      await set('a:0:{}', 3, 'session_tokens')
      assert.equal(await statusOf(me, session), 403)

      const admin = { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }
      assert.equal(await statusOf(me, admin), 200)
      await database.execute(`update wp_users set user_pass = 'another-password' where ID = 1`)
      assert.equal(await statusOf(me, admin), 403)
      assert.equal((await gateway.get(`${root}/posts`)).status, 200)
    })
  },
  demoKeys,
)

for (const applicationPasswords of ['auto', 'any'] as const)
  onEveryDatabase(
    `application passwords (${applicationPasswords}) of a site that has made none`,
    (on) => {
      it('auth/15 are taken only where the site is not asked', async () => {
        await on().database.execute(
          `delete from wp_options where option_name = 'using_application_passwords'`,
        )
        const { status } = await on().gateway.get(me, asUser('edith'))
        assert.equal(status, applicationPasswords === 'any' ? 200 : 401)
      })
    },
    { applicationPasswords },
  )

onEveryDatabase(
  'a login cookie of another name',
  (on) => {
    it('auth/16 is taken under that name alone', async () => {
      const headers = { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }
      const renamed = cookieOf('admin').replace(/^[^=]+/, 'network_login')
      assert.equal((await on().gateway.get(me, { ...headers, cookie: renamed })).status, 200)
      assert.equal((await on().gateway.get(me, headers)).status, 403)
    })
  },
  { ...demoKeys, loggedInCookie: 'network_login' },
)

onEveryDatabase(
  'wrong credentials',
  (on) => {
    const wrong = (nth: number, path = me) => on().gateway.get(path, basic('edith', `wrong${nth}`))

    it('auth/17 are limited where they are different, and would be refused; others never', async () => {
      for (let nth = 1; nth <= 3; nth += 1) assert.equal((await wrong(nth)).status, 401)
      for (let again = 0; again < 5; again += 1) assert.equal((await wrong(1)).status, 401)
      const named = async (name: string) => (await on().gateway.get(me, basic(name, 'wrong4'))).status
      assert.equal(await named(' EDITH '), 429)
      // That both names are of one account is not told
      for (const name of ['edith@example.test', 'nobody@example.test']) assert.equal(await named(name), 401)
      const limited = await wrong(4)
      assert.equal(limited.status, 429)
      assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal((await wrong(5, `${root}/posts`)).status, 200)
      assert.equal((await on().gateway.get(me, asUser('edith'))).status, 200)
      assert.equal((await on().gateway.get(me, basic('arthur', 'wrong'))).status, 401)
    })
  },
  { ...demoKeys, wrongPerAccountMax: 3 },
)

onOneDatabase(
  'wrong credentials of many names',
  'what is counted is memory of the gateway',
  (on) => {
    const from = (address: string, name: string, password: string) => {
      const headers = { ...basic(name, password), 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }
      return on().gateway.get(me, headers)
    }

    it('auth/20 crowd out no others, however long the names are', async () => {
      for (let nth = 1; nth <= 3; nth += 1) await from('192.0.2.1', 'edith', `wrong${nth}`)
      const name = (nth: number) => `${'q'.repeat(1000)}${nth}`
      for (let nth = 0; nth < 60; nth += 1) await from('192.0.2.2', name(nth), 'wrong')
      assert.equal((await from('192.0.2.2', name(0), 'wrong')).status, 429)
      assert.equal((await from('192.0.2.1', 'edith', 'wrong4')).status, 429)
    })
  },
  {
    ...demoKeys,
    wrongPerAccountMax: 3,
    wrongPerAddressMax: 10,
    credentialsKeptMax: 20,
    trustedProxies: ['127.0.0.0/8', '::1'],
  },
)

onEveryDatabase(
  'wrong credentials, where they are refused,',
  (on) => {
    it('auth/18 are refused on public routes too', async () => {
      const { status, json } = await on().gateway.get(`${root}/posts`, basic('edith', 'wrong'))
      assert.deepEqual([status, at(json, 'code')], [401, 'incorrect_password'])
      assert.equal((await on().gateway.get(`${root}/posts`, asUser('edith'))).status, 200)
    })
  },
  { wrongCredentials: 'strict' },
)

onEveryDatabase(
  'application passwords through a proxy',
  (on) => {
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await on().gateway.get(me, { ...asUser('edith'), ...headers })).status

    it('auth/19 are taken over https, as a trusted proxy says, and from this machine itself', async () => {
      assert.equal(await status({}), 200)
      assert.equal(await status({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' }), 401)
      for (const name of ['x-real-ip', 'via', 'forwarded'])
        assert.equal(await status({ [name]: '192.0.2.1' }), 401, name)
      assert.equal(await status({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }), 200)
    })
  },
  { trustedProxies: ['127.0.0.0/8', '::1'] },
)
