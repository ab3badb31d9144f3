// Editors on the site's own pages, which read by REST with cookie and nonce what may be done, are answered by WordPress; all
// other reads stay with the gateway.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOrigin, type TestOrigin } from '../support/origin.ts'
import { jwtSecret } from '../support/tokens.ts'

const [kind] = testDatabases()
const v2 = '/wp-json/wp/v2'
const form = 'application/x-www-form-urlencoded'
const session = { cookie: 'a=1; wordpress_logged_in_0123=edith%7C1%7Cx%7Cy', 'x-wp-nonce': '0123456789' }

async function pair(
  settings: ConfigFile,
  run: (
    passed: (method: string, path: string, headers?: Readonly<Record<string, string>>) => Promise<boolean>,
    gateway: TestGateway,
    origin: TestOrigin,
  ) => Promise<void>,
): Promise<void> {
  const [database, origin] = await Promise.all([kind?.create(), startOrigin()])
  assert(database)
  const gateway = await startTestGateway(database, { brand: 'wp', originUrl: origin.url, ...settings })
  const passed = async (method: string, path: string, headers: Readonly<Record<string, string>> = session) =>
    (await gateway.send(method, path, { headers })).headers.get('x-origin') === 'yes'
  await run(passed, gateway, origin)
  await gateway.stop()
  await origin.stop()
  await database.drop()
}

const reads = [
  ['GET', `${v2}/posts/201`],
  ['GET', `${v2}/posts?context=edit`],
  ['GET', `${v2}/media/101?context=view&_locale=user`],
  ['HEAD', `${v2}/posts`],
  ['OPTIONS', `${v2}/posts`],
  ['OPTIONS', `${v2}/categories?_locale=user`],
  ['GET', `${v2}/users/me`],
  ['GET', `${v2}/types?context=view`],
  ['GET', '/wp-json/'],
  ['GET', v2],
  ['GET', '/?rest_route=/wp/v2/posts/201&context=edit'],
  ['GET', '/index.php/wp-json/wp/v2/posts/201'],
  ['POST', `${v2}/posts?_method=GET`],
] as const

describe('reads with cookie and nonce', () => {
  it('origin-sessions/1 are passed on with both, as they are', () =>
    pair({}, async (passed, _, origin) => {
      for (const [method, path] of reads) {
        assert.equal(await passed(method, path), true, `${method} ${path}`)
        const asked = origin.asked.at(-1)
        assert.deepEqual(
          [asked?.method, asked?.target, asked?.header('cookie'), asked?.header('x-wp-nonce')],
          [method, path, session.cookie, session['x-wp-nonce']],
        )
      }
      const { cookie } = session
      assert.equal(await passed('GET', `${v2}/posts?_wpnonce=0123456789`, { cookie }), true)
    }))

  it('origin-sessions/2 are answered here without one of them, or from pages of another origin', () =>
    pair({}, async (passed, gateway, origin) => {
      const { cookie, 'x-wp-nonce': nonce } = session
      for (const headers of [
        {},
        { cookie },
        { 'x-wp-nonce': nonce },
        { cookie: 'wordpress_test_cookie=1', 'x-wp-nonce': nonce },
        { ...session, origin: 'https://elsewhere.example' },
        { authorization: 'Basic YTpi' },
      ])
        for (const [method, path] of reads)
          assert.equal(
            await passed(method, path, headers),
            false,
            `${method} ${path} ${Object.keys(headers).join()}`,
          )
      assert.equal(origin.asked.length, 0)
      assert.equal(await passed('GET', `${v2}/posts`, { ...session, origin: gateway.url }), true)
    }))

  it('origin-sessions/3 are answered here where WordPress has nothing like it', () =>
    pair({ tokenRoute: 'on', jwtSecret }, async (passed, gateway) => {
      for (const path of [
        `${v2}/posts/by-slug/the-harbour-wakes-up`,
        `${v2}/posts?cursor=`,
        '/wp-json/openapi.json',
        `/graphql?query=${encodeURIComponent('{ settings { title } }')}`,
      ])
        assert.equal(await passed('GET', path), false, path)
      assert.equal(await passed('POST', '/wp-json/jwt-auth/v1/token'), false)
      assert.equal(at((await gateway.get(`${v2}/posts/by-slug/the-harbour-wakes-up`)).json, 'id'), 201)
    }))

  it('origin-sessions/4 are passed on as far as the owner wants', async () => {
    await pair({ originSessions: 'editing' }, async (passed) => {
      for (const [method, path] of reads)
        assert.equal(
          await passed(method, path),
          method === 'OPTIONS' || path.includes('context=edit'),
          `${method} ${path}`,
        )
    })
    await pair({ originSessions: 'none' }, async (passed) => {
      for (const [method, path] of reads) assert.equal(await passed(method, path), false, `${method} ${path}`)
    })
    await pair({ loggedInCookie: 'own_cookie' }, async (passed) => {
      assert.equal(await passed('GET', `${v2}/posts`), false)
      assert.equal(await passed('GET', `${v2}/posts`, { ...session, cookie: 'own_cookie=a' }), true)
    })
  })

  it('origin-sessions/5 are the gateway’s under another brand', () =>
    pair({ brand: 'press' }, async (passed) => {
      const headers = { ...session, 'x-press-nonce': session['x-wp-nonce'] }
      assert.equal(await passed('OPTIONS', '/press-json/press/v2/posts', headers), false)
      assert.equal(await passed('OPTIONS', `${v2}/posts`, headers), true)
    }))

  it('origin-sessions/6 open nothing that is closed', () =>
    pair({ closed: ['users', 'comments.author_name'] }, async (passed) => {
      for (const [method, path] of [
        ['GET', `${v2}/posts?context=edit`],
        ['GET', `${v2}/posts/201?context=edit&_locale=user`],
        ['GET', `${v2}/categories?context=edit&exclude%5B0%5D=1&_fields=id%2Cname`],
        ['OPTIONS', `${v2}/posts`],
        ['GET', '/?rest_route=/wp/v2/posts/201&context=edit'],
      ] as const)
        assert.equal(await passed(method, path), true, `${method} ${path}`)
      for (const [method, path, headers] of [
        ['GET', `${v2}/users/me?context=edit`],
        ['OPTIONS', `${v2}/users`],
        ['GET', `${v2}/comments?context=edit`],
        ['GET', `${v2}/posts/201`],
        ['GET', `${v2}/posts?context=edit&_embed`],
        ['GET', `${v2}/posts?context=edit&.embed`],
        ['GET', `${v2}/posts?context=edit&%5fembed`],
        ['GET', `${v2}/posts?context=edit&_embed[]=author`],
        ['GET', `${v2}/posts?context=edit&context=view`],
        ['GET', `${v2}/posts?context=edit&${'&'.repeat(1500)}_embed`],
        ['GET', '/wp-json/?context=edit'],
        ['OPTIONS', '/wp-json/'],
        ['GET', '/wp-json/oembed/1.0/embed?context=edit&url=http://127.0.0.1/'],
        ['POST', `${v2}/posts?context=edit&_method=GET`, { 'content-type': form }],
      ] as const)
        assert.equal(await passed(method, path, { ...session, ...headers }), false, `${method} ${path}`)
    }))
})

describe('what links of the administration do', () => {
  it('origin-sessions/7 is seen by who followed one, without a feed, too', async () => {
    for (const each of testDatabases()) {
      const database = await each.create()
      const origin = await startOrigin(({ url = '' }, response) => {
        const title = new URL(url, 'http://x').searchParams.get('title') ?? ''
        void database
          .execute('update wp_posts set post_title = ? where ID = 201', [title])
          .then(() => response.writeHead(302, { location: '/wp-admin/edit.php' }).end())
      })
      for (const feed of each.flavour === 'sqlite'
        ? (['clock', 'auto'] as const)
        : (['clock', 'poll'] as const)) {
        const gateway = await startTestGateway(database, {
          brand: 'wp',
          originUrl: origin.url,
          feed,
          // Longer than the test, so that neither lets the new title through
          originCatchUpMs: 60_000,
          cacheBlindLifeMs: 3_600_000,
        })
        const read = async () =>
          at((await gateway.get(`${v2}/posts/201?_fields=title`)).json, 'title', 'rendered')
        await read()
        for (const [method, address, headers] of [
          ['GET', '/wp-admin/post.php?_wpnonce=0123456789', {}],
          ['POST', '/wp-admin/post.php?_wpnonce=0123456789', {}],
          ['GET', '/wp-admin/post.php?_wpnonce=0123456789', {}],
          ['GET', '/wp-admin/post.php?action=trash&%5Fwpnonce=0123456789', {}],
          ['GET', `${v2}/posts/201?_method=PUT`, session],
          ['GET', `${v2}/posts/201?%5fmethod=%50UT`, session],
          ['GET', `${v2}/posts/201?context=edit`, { ...session, 'x-http-method-override': 'PUT' }],
        ] as const) {
          const title = `Title by ${method} ${feed} ${origin.asked.length}`
          const { status } = await gateway.send(method, `${address}&title=${encodeURIComponent(title)}`, {
            headers,
          })
          assert.equal(status, 302)
          assert.equal(await read(), title, each.name)
          const before = origin.asked.length
          assert.equal(await read(), title)
          assert.equal(origin.asked.length, before)
        }
        await gateway.stop()
      }
      await origin.stop()
      await database.drop()
    }
  })
})
