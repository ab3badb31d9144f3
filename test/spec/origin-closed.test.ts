// Resources that an owner closes stay closed before WordPress that serves it: by no spelling of its address that PHP, WordPress
// or a server between would take for it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { rawExchange, startOrigin, type TestOrigin } from '../support/origin.ts'

const [kind] = testDatabases()

async function closing(
  settings: ConfigFile,
  run: (gateway: TestGateway, origin: TestOrigin) => Promise<void>,
): Promise<void> {
  const [database, origin] = await Promise.all([kind?.create(), startOrigin()])
  assert(database)
  const gateway = await startTestGateway(database, { brand: 'wp', originUrl: origin.url, ...settings })
  await run(gateway, origin)
  await gateway.stop()
  await origin.stop()
  await database.drop()
}

/** The status of a request with exactly this target, and whether it reached the origin. */
async function sent(
  gateway: TestGateway,
  origin: TestOrigin,
  [method, target, headers = '', body = '']: readonly [string, string, string?, string?],
): Promise<{ readonly status: number; readonly isPassed: boolean }> {
  const count = origin.asked.length
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
  const answered = await rawExchange(
    gateway.url,
    `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}${length}Connection: close\r\n\r\n${body}`,
  )
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answered)?.[1]),
    isPassed: origin.asked.length > count,
  }
}

const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

describe('what is closed', () => {
  it('origin-closed/1 is asked of nobody, however it is spelled', () =>
    closing({ closed: ['users', 'revisions'] }, async (gateway, origin) => {
      const spellings = [
        '/wp-json/wp/v2/users',
        '/wp-json/wp/v2/users/',
        '/wp-json/wp/v2/users/1',
        '/wp-json/wp/v2/users/me',
        '/wp-json/wp/v2/users/1/application-passwords',
        '/wp-json/wp/v2/posts/201/revisions',
        '/wp-json/wp/v2/posts/201/revisions/7',
        '/WP-JSON/WP/V2/USERS',
        '/wp-json/wp/v2/Users',
        '//wp-json/wp/v2/users',
        '///wp-json///wp//v2//users',
        '/wp-json//wp/v2/users',
        '/wp-json/wp/v2//users',
        '/wp-json/wp/v2/%75sers',
        '/wp-json/wp/v2/%55SERS',
        '/wp-json/wp%2Fv2%2Fusers',
        '/wp-json/%77p/v2/users',
        '/wp%2Djson/wp/v2/users',
        '/%77p-json/wp/v2/users',
        '/wp-json/wp/v2/users%2F1',
        '/wp-json/wp/v2/users%252F1',
        '/wp-json/wp/v2/users%0A',
        '/wp-json/wp/v2/users%00',
        '/wp-json/wp/v2/users%20',
        '/wp-json/wp/v2/users;x=1',
        '/wp-json/wp/v2/users.json',
        '/wp-json/wp/v2/users%23',
        '/wp-json/wp/v2/users#x',
        '/wp-json/wp/v2/users?x#y',
        '/wp-json/wp/v2/./users',
        '/wp-json/wp/v2/posts/../users',
        '/wp-json/wp/v2/posts/%2e%2e/users',
        '/wp-json/wp/v2\\users',
        '/wp-json/wp/v2%5Cusers',
        '/index.php/wp-json/wp/v2/users',
        '/index%2Ephp/wp-json/wp/v2/users',
        '/wp-blog-header.php/wp-json/wp/v2/users',
        '/blog/wp-json/wp/v2/users',
        '/?rest_route=/wp/v2/users',
        '/?rest_route=%2Fwp%2Fv2%2Fusers',
        '/?rest_route=/wp/v2/%55sers%0A',
        '/?rest_route=//wp/v2/users/',
        '/?rest_route=/wp/v2/users\\',
        '/?%72est_route=/wp/v2/users',
        '/?rest.route=/wp/v2/users',
        '/?rest%20route=/wp/v2/users',
        '/?rest+route=/wp/v2/users',
        '/?rest[route=/wp/v2/users',
        '/?+rest_route=/wp/v2/users',
        '/?rest_route%00x=/wp/v2/users',
        '/?rest_route[]=/wp/v2/users',
        '/?rest_route=/wp/v2/posts&rest_route=/wp/v2/users',
        '/?rest_route=/wp/v2/users&rest_route=/other/v1',
        `/?${'&'.repeat(1500)}rest_route=/wp/v2/users`,
        `/?${'a=1&'.repeat(1200)}rest_route=/wp/v2/users`,
        '/index.php?rest_route=/wp/v2/users',
        '/hello-world/?rest_route=/wp/v2/users',
        '/wp-trackback.php?rest_route=/wp/v2/users',
        '/wp-json/other/v1?rest_route=/wp/v2/users',
        '/wp-json/batch/v1',
        '/?rest_route=/batch/v1',
      ]
      for (const target of spellings)
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PROPFIND', 'QUERY']) {
          const { isPassed } = await sent(gateway, origin, [method, target])
          assert.equal(isPassed, false, `${method} ${target}`)
        }
      for (const target of ['/wp-json/wp/v2/users-of-mine', '/users', '/wp-json/other/v2/users', '/?s=wp/v2'])
        assert.equal((await sent(gateway, origin, ['GET', target])).isPassed, true, target)
      const { json, status } = await gateway.send('POST', '/wp-json/wp/v2/users', { body: '{}' })
      assert.deepEqual([status, at(json, 'code')], [404, 'rest_no_route'])
    }))

  it('origin-closed/2 is not named by what is sent, where that could be read as a read', () =>
    closing({ closed: ['users'] }, async (gateway, origin) => {
      const named = 'rest_route=%2Fwp%2Fv2%2Fusers'
      for (const request of [
        ['POST', '/?_method=GET', form, named],
        ['POST', '/page/?.method=get', form, named],
        ['POST', '/page/?%20_method=HEAD', form, named],
        ['POST', '/page/?_method=POST&_method=GET', form, named],
        ['POST', '/page/', `${form}X-HTTP-Method-Override: GET\r\n`, named],
        ['POST', '/page/', `${form}X-HTTP-Method-Override: POST\r\nX-HTTP-Method-Override: GET\r\n`, named],
        ['POST', '/wp-json/other/v1?_method=GET', 'Content-Type: Multipart/Form-Data; boundary=x\r\n', named],
      ] as const)
        assert.deepEqual(
          await sent(gateway, origin, request),
          { status: 404, isPassed: false },
          request.join(' '),
        )
      for (const request of [
        ['POST', '/page/', form, 'a=b'],
        ['POST', '/wp-json/other/v1?_method=GET', 'Content-Type: application/json\r\n', '{}'],
        ['POST', '/wp-json/wp/v2/posts/201?_method=PUT', form, 'title=x'],
        ['POST', '/wp-json/wp/v2/posts/201', 'X-HTTP-Method-Override: PUT\r\n', '{}'],
      ] as const)
        assert.equal((await sent(gateway, origin, request)).isPassed, true, request.join(' '))
    }))

  it('origin-closed/3 is embedded in nothing else', () =>
    closing({ closed: ['users'] }, async (gateway, origin) => {
      for (const target of [
        '/page/?rest_route=/wp/v2/posts&_embed',
        '/page/?_embed=author&rest_route=/wp/v2/posts/201',
        '/page/?.embed&rest_route=%2Fwp%2Fv2%2Fposts',
        `/page/?rest_route=/wp/v2/posts&${'&'.repeat(1500)}%5fembed[]=author`,
        '//wp-json/wp/v2/posts?_embed',
        '/wp%2Djson/wp/v2/posts/201?_embed',
        '/wp-json/wp/v2/posts/201/more?_embed',
        '/wp-json/plugin/v1/things?_embed',
        '/wp-json/plugin/v1/things?a=b&%5Fembed%5B%5D=author',
        '/page/?rest_route=/plugin/v1/things&+.embed=1',
        '/api/plugin/v1/things?[embed',
        '/wp-json/plugin/v1/things?_embed%00z=author',
        '/wp-json/plugin/v1/things?_emb%00ed=author',
      ])
        assert.equal((await sent(gateway, origin, ['GET', target])).isPassed, false, target)
      for (const target of [
        '/page/?embed=true',
        '/page/?rest_route=/wp/v2/posts',
        '/page/embed/',
        '/?_embedded=1',
      ])
        assert.equal((await sent(gateway, origin, ['GET', target])).isPassed, true, target)
    }))

  it('origin-closed/4 is found by no search, and named by no oEmbed', async () => {
    const searches = [
      '//wp-json/wp/v2/search?search=a',
      '/wp%2Djson/wp/v2/Search',
      '/page/?rest_route=/wp/v2/search&search=a',
    ]
    const frames = [
      '//wp-json/oembed/1.0/embed?url=http://x/',
      '/wp%2Djson/oembed/1.0/Embed?url=http://x/',
      '/page/?rest_route=%2Foembed%2F1.0%2Fembed&url=http://x/',
    ]
    const isPassed = (gateway: TestGateway, targets: readonly string[]) =>
      Promise.all(
        targets.map(async (target) => {
          const answered = await rawExchange(
            gateway.url,
            `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          )
          return /^x-origin: yes/im.test(answered)
        }),
      )
    for (const closed of [['users'], ['users.name'], ['posts.author'], ['pages']])
      await closing({ closed }, async (gateway) => {
        const name = closed.join()
        assert.deepEqual(await isPassed(gateway, searches), [false, false, false], name)
        const isShown = name === 'pages'
        assert.deepEqual(await isPassed(gateway, frames), [isShown, isShown, isShown], name)
        const others = ['/wp-json/oembed/1.0/proxy?url=http://x/', '/wp-json/wp/v2/search-more', '/?s=search']
        assert.deepEqual(await isPassed(gateway, others), [true, true, true], name)
      })
  })

  it('origin-closed/5 is no field that WordPress shows instead', () =>
    closing({ closed: ['users.description'] }, async (gateway, origin) => {
      for (const request of [
        ['GET', '//wp-json/wp/v2/users/1'],
        ['GET', '/wp%2Djson/wp/v2/users/1'],
        ['GET', '/page/?rest_route=/wp/v2/users/1'],
        ['GET', '/wp-json/wp/v2/users/1/more'],
        ['POST', '/wp-json/wp/v2/users/1?.method=GET'],
        ['POST', '/page/?rest_route=/wp/v2/users/1&_method=GET'],
      ] as const)
        assert.equal((await sent(gateway, origin, request)).isPassed, false, request.join(' '))
      assert.equal(at((await gateway.get('/wp-json/wp/v2/users/1')).json, 'description'), undefined)
      assert.equal((await sent(gateway, origin, ['PUT', '/wp-json/wp/v2/users/1'])).isPassed, true)
      assert.equal((await sent(gateway, origin, ['GET', '/wp-json/other/v1'])).isPassed, true)
    }))

  it('origin-closed/7 is asked of WPGraphQL neither, at any address that it takes', async () => {
    const spellings = [
      '/graph/ql',
      '//graphql',
      '/%67raphql',
      '/index.php/graphql',
      '/graphql%2f%2f',
      '/graphql;x',
      '/hello-world/?graphql=1',
      '/?graphql[]=1',
      '/?%20graphql=1',
      '/?a=b&graph%71l',
      '/wp-json/wp/v2/nope?graphql',
    ]
    for (const settings of [{ closed: ['users'] }, { graphqlIntrospection: 'off' as const }])
      await closing(settings, async (gateway, origin) => {
        for (const target of spellings)
          for (const method of ['GET', 'POST'])
            assert.deepEqual(
              await sent(gateway, origin, [method, target, 'Content-Type: application/json\r\n', '{}']),
              { status: 404, isPassed: false },
              `${method} ${target}`,
            )
        for (const target of ['/learn-graphql/', '/graphql-news/', '/?graphqls=1', '/?s=graphql'])
          assert.equal((await sent(gateway, origin, ['GET', target])).isPassed, true, target)
      })
    await closing({}, async (gateway, origin) => {
      assert.equal((await sent(gateway, origin, ['GET', '/?graphql=1'])).isPassed, true)
    })
  })

  it('origin-closed/6 is closed under the names of WordPress too, whatever the brand', () =>
    closing({ closed: ['users'], brand: 'press' }, async (gateway, origin) => {
      for (const target of [
        '/wp-json/wp/v2/users',
        '/press-json/press/v2/users',
        '/?rest_route=/wp/v2/users',
      ])
        assert.equal((await sent(gateway, origin, ['GET', target])).isPassed, false, target)
      const warned = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
      assert.match(warned.join('\n'), /before a WordPress the brand is wp/)
      assert.match(warned.join('\n'), /: set publicUrl$/m)
    }))
})
