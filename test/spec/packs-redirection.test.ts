// The pack `redirection`: redirects from the plug-in's tables, which feeds follow.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { insertRows, onPluginDatabases } from '../support/plugins.ts'
import { createRedirectTables, redirectItem, sourceFlags } from '../support/redirection.ts'

onPluginDatabases(
  'redirects',
  async (database) => {
    const rows = [
      redirectItem(1, '/Old/'),
      redirectItem(2, '/old', { action_data: '/sooner/', position: 0, group_id: 4 }),
      redirectItem(3, '/off/', { status: 'disabled' }),
      redirectItem(4, '/in-off/', { group_id: 2 }),
      redirectItem(5, '/on-server/', { group_id: 3 }),
      redirectItem(6, '/gone/', { action_type: 'error', action_code: 410 }),
      redirectItem(7, '/passes/', sourceFlags({ flag_query: 'pass' })),
      redirectItem(8, '/any/', sourceFlags({ flag_query: 'ignore' })),
      redirectItem(9, '/strict/', sourceFlags({ flag_case: false, flag_trailing: false })),
      redirectItem(10, '/a(b+)+c', { regex: 1, match_url: 'regex' }),
      redirectItem(11, '/members/', { match_type: 'login', action_data: 'a:1:{s:9:"logged_in";s:3:"/x/";}' }),
      redirectItem(12, '/broken/', { match_data: '{"source"', action_data: 'a:2:{s:3' }),
      redirectItem(13, '/asked/?b=2&a=1'),
    ]
    await createRedirectTables(database, rows)
    await database.execute(
      `create table wp_redirection_404 (id integer primary key, created datetime, url varchar(99), domain varchar(99), agent varchar(99),
        referrer varchar(99), http_code integer, request_method varchar(9), request_data varchar(9), ip varchar(45))`,
    )
    await insertRows(
      database,
      'wp_redirection_404',
      [1, 2].map((id) => ({
        id,
        created: '2024-05-01 10:00:00',
        url: `/gone-${id}/`,
        http_code: 404,
        ip: '192.0.2.1',
      })),
    )
  },
  (on) => {
    const location = async (url: string) => {
      const { status, json } = await on().gateway.get(
        `/wp-json/redirects/v1/at?url=${encodeURIComponent(url)}`,
      )
      assert.equal(status, 200)
      return at(json, 'redirect', 'location')
    }

    it('packs-redirection/1 are found by address, by the flags of their sources', async () => {
      for (const [url, leads] of [
        ['/old/', '/sooner/'],
        ['/OLD', '/sooner/'],
        ['/old/?x=1', undefined],
        ['/passes/?x=1&y=2', '/new/?x=1&y=2'],
        ['/any/?x=1', '/new/'],
        ['/strict/', '/new/'],
        ['/strict', undefined],
        ['/Strict/', undefined],
        ['/asked/?a=1&b=2', '/new/'],
        ['/asked/', undefined],
        ['/off/', undefined],
        ['/in-off/', undefined],
        ['/on-server/', undefined],
        ['/members/', undefined],
        ['/broken/', undefined],
        ['/a(b+)+c', undefined],
        ['https://elsewhere.example.test/old/', undefined],
      ] as const)
        assert.equal(await location(url), leads, url)
      const { json } = await on().gateway.get('/wp-json/redirects/v1/at?url=/gone/')
      assert.deepEqual(at(json, 'redirect'), { status: 410, location: null })
    })

    it('packs-redirection/2 are listed for those who manage the site, patterns among them', async () => {
      const path = '/wp-json/redirects/v1/all'
      assert.equal((await on().gateway.get(path)).status, 401)
      const { json } = await on().gateway.get(path, asUser('admin'))
      assert.deepEqual(
        list(json).map((each) => at(each, 'source')),
        ['/old', '/Old/', '/gone/', '/passes/', '/any/', '/strict/', '/a(b+)+c', '/asked/?b=2&a=1'],
      )
      assert.deepEqual(
        list(json).flatMap((each) => (at(each, 'is_pattern') === true ? [at(each, 'source')] : [])),
        ['/a(b+)+c'],
      )
      const groups = await on().gateway.get('/wp-json/redirection/v1/group?per_page=5', asUser('admin'))
      assert.deepEqual(
        list(at(groups.json, 'items')).map((each) => [
          at(each, 'name'),
          at(each, 'redirects'),
          at(each, 'enabled'),
        ]),
        [
          ['Server', 1, true],
          ['On', 10, true],
          ['Off', 1, false],
          ['First', 1, true],
        ],
      )
      assert.equal((await on().gateway.get('/wp-json/redirection/v1/redirect', asUser('edith'))).status, 403)
    })

    it('packs-redirection/4 are listed as the plug-in lists them, in every order and by page', async () => {
      const page = async (route: string, query: string) =>
        (await on().gateway.get(`/wp-json/redirection/v1/${route}?per_page=5&${query}`, asUser('admin'))).json
      const ids = async (route: string, query: string) =>
        list(at(await page(route, query), 'items')).map((each) => at(each, 'id'))
      await on().database.execute(
        `update wp_redirection_items set position = 14 - id, last_count = (id * 5) % 7, last_access = concat('2024-01-0', (id * 4) % 9 + 1, ' 00:00:00') where id < 6`,
      )
      for (const [route, query, expected] of [
        ['redirect', '', [13, 12, 11, 10, 9]],
        ['redirect', 'direction=asc&page=1', [6, 7, 8, 9, 10]],
        ['redirect', 'direction=asc&page=2', [11, 12, 13]],
        ['redirect', 'direction=asc&page=3', []],
        ['redirect', 'direction=asc&orderby=source', [1, 10, 8, 13, 12]],
        ['redirect', 'orderby=position', [1, 13, 2, 12, 3]],
        ['redirect', 'orderby=last_count', [4, 1, 5, 2, 3]],
        ['redirect', 'orderby=last_access', [2, 4, 1, 3, 5]],
        ['group', 'orderby=id', [4, 3, 2, 1]],
        ['group', 'direction=asc', [4, 2, 1, 3]],
      ] as const)
        assert.deepEqual(await ids(route, query), expected, `${route}?${query}`)
      assert.deepEqual(at(await page('redirect', 'direction=asc&page=2'), 'items', 0), {
        id: 11,
        url: '/members/',
        match_url: '/members',
        match_data: {
          source: { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false },
        },
        action_code: 301,
        action_type: 'url',
        action_data: { logged_in: '/x/' },
        match_type: 'login',
        title: '',
        hits: 0,
        regex: false,
        group_id: 1,
        position: 11,
        last_access: '-',
        enabled: true,
      })
      assert.equal(at(await page('group', 'orderby=id'), 'items', 3, 'default'), true)
      assert.equal(at(await page('redirect', ''), 'total'), 13)
    })

    it('packs-redirection/6 are chosen as the plug-in chooses them, with every flag and the day of the last visit', async (t) => {
      const { database, gateway } = on()
      const admin = asUser('admin')
      const listed = async (query: string) =>
        (await gateway.get(`/wp-json/redirection/v1/${query}`, admin)).json
      const ids = async (query: string) =>
        list(at(await listed(query), 'items')).map((each) => at(each, 'id'))
      await database.execute(
        `update wp_redirection_items set last_access = '2024-02-03 10:00:00', action_data = null where id = 6`,
      )
      for (const [query, expected] of [
        ['redirect?filterBy[status]=disabled', [3]],
        ['redirect?filterBy[url-match]=regular', [10]],
        ['redirect?filterBy[match]=login', [11]],
        ['redirect?filterBy[action]=error', [6]],
        ['redirect?filterBy[http]=410', [6]],
        ['redirect?filterBy[url]=OLD&filterBy[group]=4', [2]],
        ['redirect?filterBy[target]=sooner', [2]],
        ['redirect?filterBy[title]=none', []],
        ['redirect?filterBy[id]=7', [7]],
        ['redirect?filterBy[access]=year&filterBy[id]=6', [6]],
        ['redirect?filterBy[access]=never&filterBy[http]=410', []],
        ['group?filterBy[status]=disabled', [2]],
        ['group?filterBy[module]=2', [3]],
        ['group?filterBy[name]=f', [2, 4]],
      ] as const)
        assert.deepEqual(await ids(query), expected, query)
      const gone = await listed('redirect?filterBy[id]=6')
      assert.deepEqual(
        ['action_data', 'last_access'].map((name) => at(gone, 'items', 0, name)),
        [null, 'February 3, 2024'],
      )
      assert.equal(at(gone, 'total'), 1)
      for (const [now, visited, isChosen] of [
        // SQL's month before ends with its own last day
        ['2024-03-31T12:00:00Z', '2024-02-29 11:59:59', true],
        ['2024-03-31T12:00:00Z', '2024-03-01 00:00:00', false],
        ['2024-03-31T12:00:00Z', '2024-02-29 12:00:00', false],
        ['2024-05-15T12:00:00Z', '2024-04-15 11:59:59', true],
      ] as const) {
        await database.execute(`update wp_redirection_items set last_access = '${visited}' where id = 6`)
        t.mock.timers.enable({ apis: ['Date'], now: new Date(now) })
        const month = 'redirect?filterBy[access]=month&filterBy[id]=6'
        await eventually(async () => assert.deepEqual(await ids(month), isChosen ? [6] : [], visited))
        t.mock.timers.reset()
      }
      const pattern = await listed('redirect?filterBy[id]=10')
      assert.equal(at(pattern, 'items', 0, 'match_data', 'source', 'flag_regex'), true)
      const passes = await listed('redirect?filterBy[id]=7')
      assert.equal(at(passes, 'items', 0, 'match_data', 'source', 'flag_query'), 'pass')
      assert.equal((await gateway.get('/wp-json/redirection/v1/group?filterBy[url]=x', admin)).status, 400)
      assert.equal((await gateway.get('/wp-json/redirection/v1/group?filterBy=x', admin)).status, 400)
    })

    it('packs-redirection/7 leave the plug-in’s other routes to WordPress, for those who may ask', async () => {
      const { gateway } = on()
      for (const name of ['setting', 'plugin', 'import/plugin']) {
        const path = `/wp-json/redirection/v1/${name}`
        const asked = await Promise.all(
          [{}, asUser('edith'), asUser('admin')].map((headers) => gateway.get(path, headers)),
        )
        assert.deepEqual(
          asked.map(({ status, json }) => [status, at(json, 'code')]),
          [
            [401, 'rest_forbidden'],
            [403, 'rest_forbidden'],
            [501, 'x_only_wordpress'],
          ],
          name,
        )
      }
    })

    it('packs-redirection/5 have logs, which administrators may read', async () => {
      const { gateway } = on()
      const path = '/wp-json/redirection/v1/404?per_page=5'
      const logged = async (query = '') => (await gateway.get(path + query, asUser('admin'))).json
      // The database has no table of the other log
      const other = await gateway.get('/wp-json/redirection/v1/log?per_page=5', asUser('admin'))
      assert.deepEqual(other.json, { items: [], total: 0 })
      assert.deepEqual(await logged('&page=1'), { items: [], total: 2 })
      assert.deepEqual(at(await logged(), 'items', 0), {
        id: 2,
        created: '2024-05-01 10:00:00',
        url: '/gone-2/',
        domain: null,
        agent: null,
        referrer: null,
        http_code: 404,
        request_method: null,
        request_data: null,
        ip: '192.0.2.1',
      })
      assert.equal((await gateway.get(path)).status, 401)
      assert.equal((await gateway.get(path, asUser('edith'))).status, 403)
    })

    it('packs-redirection/3 are kept until a row of theirs changes, and not for each visit', async () => {
      const { database, gateway } = on()
      const statements = () => gateway.observed.filter(({ kind }) => kind === 'query').length
      // Once more in the place of another feed's last look
      await eventually(async () => {
        await location('/fresh/')
        const before = statements()
        assert.equal(await location('/fresh/'), undefined)
        assert.equal(statements(), before)
      })
      await insertRows(database, 'wp_redirection_items', [
        redirectItem(20, '/fresh/'),
        redirectItem(21, '/\u00fcber-uns/', { match_url: '/%c3%bcber-uns' }),
        redirectItem(22, '/round/', { action_data: '/Round' }),
      ])
      await eventually(async () => assert.equal(await location('/fresh/'), '/new/'))
      for (const url of ['/\u00fcber-uns/', '/%C3%BCber-uns']) assert.equal(await location(url), '/new/', url)
      assert.equal(await location('/round/'), undefined)
      await database.execute("update wp_redirection_groups set status = 'disabled' where id = 1")
      await eventually(async () => assert.equal(await location('/fresh/'), undefined))
      // Lists with counts of visits are made of columns that no feed follows
      const hits = async () =>
        at(
          (await gateway.get('/wp-json/redirection/v1/redirect?per_page=5', asUser('admin'))).json,
          'items',
          0,
          'hits',
        )
      assert.equal(await hits(), 0)
      await database.execute('update wp_redirection_items set last_count = 8 where id = 22')
      assert.equal(await hits(), 8)
    })
  },
)
