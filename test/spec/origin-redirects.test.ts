// Redirects that the gateway gives itself, before WordPress is asked (`ORIGIN_REDIRECTS`): only where rows leave no doubt.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { insertRows, onPluginDatabases } from '../support/plugins.ts'
import { createRedirectTables, redirectItem, sourceFlags } from '../support/redirection.ts'

const origin = await startOrigin()
after(origin.stop)

const pattern = (id: number, source: string, target: string) =>
  redirectItem(id, source, { regex: 1, match_url: 'regex', action_data: target })

const items = [
  redirectItem(1, '/Old/'),
  redirectItem(2, '/old', { action_data: '/sooner/', position: 0, group_id: 4, action_code: 307 }),
  redirectItem(3, '/off/', { status: 'disabled' }),
  redirectItem(41, '/ordered/', { position: 9, group_id: 4, action_data: '/by-group/' }),
  redirectItem(42, '/ordered/', { position: 5, action_data: '/by-itself/' }),
  redirectItem(4, '/in-off/', { group_id: 2 }),
  redirectItem(5, '/on-server/', { group_id: 3 }),
  redirectItem(6, '/gone/', { action_type: 'error', action_code: 410 }),
  redirectItem(7, '/passes/', sourceFlags({ flag_query: 'pass' })),
  redirectItem(8, '/any/', sourceFlags({ flag_query: 'ignore' })),
  redirectItem(9, '/away/', { action_data: 'https://other.example.test/x' }),
  redirectItem(21, '/same/', { action_data: 'https://other.example.test/same/' }),
  redirectItem(10, '/members/', { match_type: 'login', action_data: 'a:1:{s:9:"logged_in";s:3:"/x/";}' }),
  redirectItem(11, '/members/'),
  redirectItem(12, '/round/', { action_data: '/Round' }),
  redirectItem(13, '/header/', { action_data: '/a\r\nX-Own: 1' }),
  redirectItem(14, '/wp-admin/old/'),
  redirectItem(15, '/script/', { action_data: 'javascript:alert(1)' }),
  pattern(16, '^/news/(\\d{4})/([^/]+)/(.*)$', '/$1/$2?rest=$3'),
  pattern(17, '^/go(.*)$', '$1'),
  pattern(18, '^/out/(.*)$', 'https://$1'),
  pattern(19, '^/part/', '/whole/'),
  redirectItem(20, '/asked/?b=2'),
]

onPluginDatabases(
  'redirects before WordPress',
  (database) => createRedirectTables(database, items),
  (on) => {
    /** The status and Location; null where WordPress was asked. */
    const led = async (path: string, init: RequestInit = {}) => {
      const before = origin.asked.length
      const response = await fetch(on().gateway.url + path, { redirect: 'manual', ...init })
      await response.arrayBuffer()
      if (response.headers.has('x-origin')) return null
      assert.equal(origin.asked.length, before, `${path} was asked of WordPress`)
      assert.equal(response.headers.get('cache-control'), 'private, no-store')
      return [response.status, response.headers.get('location')]
    }

    it('origin-redirects/1 are given by the order and the flags of their rows', async () => {
      for (const [path, expected] of [
        ['/old/', [307, '/sooner/']],
        ['/OLD', [307, '/sooner/']],
        ['/old/?x=1', null],
        ['/passes/?x=1', [301, '/new/?x=1']],
        ['/any/?x=1', [301, '/new/']],
        ['/away', [301, 'https://other.example.test/x']],
        ['/same/', [301, 'https://other.example.test/same/']],
        ['/asked/?b=2', [301, '/new/']],
        ['/asked/', null],
        ['/off/', null],
        ['/ordered/', [301, '/by-itself/']],
        ['/in-off/', null],
        ['/on-server/', null],
        ['/elsewhere/', null],
      ] as const)
        assert.deepEqual(await led(path), expected, path)
      assert.deepEqual(await led('/old/', { method: 'HEAD' }), [307, '/sooner/'])
      const counted = on().gateway.observed.filter((each) => each.kind === 'redirected')
      assert.deepEqual(counted.map(({ path, status }) => [path, status]).slice(0, 2), [
        ['/old/', 307],
        ['/OLD', 307],
      ])
    })

    it('origin-redirects/2 are left to WordPress where there is any doubt', async () => {
      for (const path of [
        // A page of the theme; who asks; a loop; a header; another scheme; more than one spelling
        '/gone/',
        '/members/',
        '/round/',
        '/header/',
        '/script/',
        '/%6fld/',
        '//old/',
        '/old/?x=%31',
        '/wp-admin/old/',
        '/old/?rest_route=/',
      ])
        assert.equal(await led(path), null, path)
      assert.equal(await led('/old/', { method: 'POST', body: 'x' }), null)
    })

    it('origin-redirects/3 follow patterns, and lead to no host that an address names', async () => {
      for (const [path, expected] of [
        ['/news/2024/may/a/b', [301, '/2024/may?rest=a/b']],
        ['/News/2024/may/', [301, '/2024/may?rest=']],
        ['/news/24/may/', null],
        ['/news/2024/may/a?x=1', null],
        ['/go/evil.example.test', null],
        ['/out/evil.example.test', null],
        ['/part/of/it', null],
      ] as const)
        assert.deepEqual(await led(path), expected, path)
    })

    it('origin-redirects/4 change with the next request, and a pattern that may take long leaves all after it to WordPress', async () => {
      const { database, gateway } = on()
      assert.equal(await led('/fresh/'), null)
      await insertRows(database, 'wp_redirection_items', [redirectItem(30, '/fresh/')])
      assert.deepEqual(await led('/fresh/'), [301, '/new/'])
      await database.execute("update wp_redirection_items set action_data = '/newer/' where id = 30")
      assert.deepEqual(await led('/fresh/'), [301, '/newer/'])
      await insertRows(database, 'wp_redirection_items', [pattern(29, '^/(a+)+b', '/x/')])
      assert.equal(await led('/fresh/'), null)
      assert.deepEqual(await led('/old/'), [307, '/sooner/'])
      const warnings = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
      assert(warnings.some((message) => message.includes('^/(a+)+b')))
      await database.execute('delete from wp_redirection_items where id = 29')
      await database.execute("update wp_redirection_groups set status = 'disabled' where id = 1")
      assert.equal(await led('/fresh/'), null)
      await database.execute("update wp_redirection_groups set status = 'enabled' where id = 1")
    })
  },
  { originUrl: origin.url, originRedirects: 'on' },
)

it('origin-redirects/5 are left to WordPress by default', async (t) => {
  const [sqlite] = testDatabases()
  assert(sqlite)
  const database = await sqlite.create()
  t.after(() => database.drop())
  await createRedirectTables(database, items)
  const gateway = await startTestGateway(database, { originUrl: origin.url })
  t.after(gateway.stop)
  assert.equal((await gateway.get('/old/')).headers.get('x-origin'), 'yes')
})
