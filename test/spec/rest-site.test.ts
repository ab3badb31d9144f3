// Routes of the site and its owners: settings, application passwords, and routes that are closed.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, demoKeys, demoUsers, type DemoLogin } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import type { TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'

/** `value`: null where the option is not stored. */
async function store(database: TestDatabase, option: string, value: string | null): Promise<void> {
  await database.execute(`delete from wp_options where option_name = '${option}'`)
  if (value === null) return
  await insertRows(database, 'wp_options', [{ option_name: option, option_value: value, autoload: 'yes' }])
}

onEveryDatabase(
  'the site',
  (on) => {
    const get = (path: string, login?: DemoLogin) =>
      on().gateway.get(`${root}/${path}`, login ? asUser(login) : {})
    const refusal = async (path: string, login?: DemoLogin) => {
      const { status, headers, json } = await get(path, login)
      return [status, at(json, 'code'), headers.get('allow')]
    }

    it('rest-site/1 shows its settings to whoever manages them', async () => {
      const { json } = await get('settings', 'admin')
      assert.equal(at(json, 'posts_per_page'), 10)
      assert.equal(at(json, 'use_smilies'), true)
      assert.equal(at(json, 'language'), 'en_US')
      assert.equal(at(json, 'site_logo'), null)
      assert.deepEqual(await refusal('settings'), [401, 'rest_forbidden', null])
      assert.deepEqual(await refusal('settings', 'edith'), [403, 'rest_forbidden', null])
    })

    it('rest-site/2 shows application passwords to their user and to who edits users, without their hashes', async () => {
      for (const [path, login] of [
        ['users/me/application-passwords', 'sam'],
        ['users/5/application-passwords', 'sam'],
        ['users/5/application-passwords', 'admin'],
      ] as const) {
        const { status, text, json } = await get(path, login)
        assert.equal(status, 200, path)
        assert.equal(list(json).length, 1)
        assert.match(String(at(json, 0, 'created')), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
        assert.doesNotMatch(text, /\$generic\$|\$P\$|password"/)
      }
      const { json: used } = await get('users/me/application-passwords/introspect', 'sam')
      assert.deepEqual(
        at(used, 'uuid'),
        at((await get('users/5/application-passwords', 'sam')).json, 0, 'uuid'),
      )
      const uuid = String(at(used, 'uuid'))
      for (const path of ['me', '5']) {
        const { json } = await get(
          `users/${path}/application-passwords/${uuid}`,
          path === 'me' ? 'sam' : 'admin',
        )
        assert.deepEqual(json, used)
      }
      const unread = 'rest_cannot_read_application_password'
      const missing = 'rest_application_password_not_found'
      assert.deepEqual(await refusal(`users/5/application-passwords/${uuid}`), [401, unread, null])
      assert.deepEqual(await refusal(`users/1/application-passwords/${uuid}`, 'sam'), [403, unread, null])
      assert.deepEqual(await refusal(`users/1/application-passwords/${uuid}`, 'admin'), [404, missing, 'GET'])
      assert.deepEqual(await refusal('users/5/application-passwords/x', 'sam'), [404, missing, 'GET'])
      // The account in the query overrides the one of the path
      const other = `users/5/application-passwords/${uuid}?user_id`
      assert.deepEqual(await refusal(`${other}=1`, 'admin'), [404, missing, 'GET'])
      assert.deepEqual(await refusal(`${other}=x`, 'admin'), [404, 'rest_user_invalid_id', null])
      assert.deepEqual((await get(`users/1/application-passwords/${uuid}?user_id=5`, 'admin')).json, used)
      assert.deepEqual(await refusal('users/me/application-passwords/x'), [401, 'rest_not_logged_in', null])
      assert.deepEqual(await refusal('users/999/application-passwords/x'), [
        404,
        'rest_user_invalid_id',
        null,
      ])
      const denied = 'rest_cannot_list_application_passwords'
      assert.deepEqual(await refusal('users/1/application-passwords'), [401, denied, null])
      assert.deepEqual(await refusal('users/1/application-passwords', 'sam'), [403, denied, null])
      const odd = 'application-passwords?context=odd'
      assert.deepEqual(await refusal(`users/1/${odd}`, 'sam'), [400, 'rest_invalid_param', null])
      assert.deepEqual(await refusal(`users/5/${odd}`, 'sam'), [400, 'rest_invalid_param', 'GET'])
      assert.deepEqual(await refusal('users/me/application-passwords'), [401, 'rest_not_logged_in', null])
      assert.deepEqual(await refusal('users/999/application-passwords'), [404, 'rest_user_invalid_id', null])
      assert.deepEqual(await refusal(`users/${demoUsers.admin.id}/application-passwords/introspect`, 'sam'), [
        403,
        'rest_cannot_introspect_app_password_for_non_authenticated_user',
        null,
      ])
    })

    it('rest-site/3 refuses what only its own files could answer, to whoever may not ask', async () => {
      for (const [path, code] of [
        ['themes', 'rest_cannot_view_themes'],
        ['plugins', 'rest_cannot_view_plugins'],
        ['templates', 'rest_cannot_manage_templates'],
        ['widgets', 'rest_cannot_manage_widgets'],
        ['block-types', 'rest_block_type_cannot_view'],
        ['block-patterns/patterns', 'rest_cannot_view'],
        ['font-families', 'rest_cannot_read'],
        ['pattern-directory/patterns', 'rest_pattern_directory_cannot_view'],
      ] as const) {
        assert.deepEqual(await refusal(path), [401, code, null], path)
        assert.deepEqual(await refusal(path, 'sam'), [403, code, null], path)
        assert.deepEqual(await refusal(path, 'admin'), [404, 'rest_no_route', null], path)
      }
      assert.deepEqual(await refusal('menus?per_page=0'), [400, 'rest_invalid_param', null])
      assert.deepEqual(await refusal('menus?per_page=0', 'admin'), [400, 'rest_invalid_param', 'GET'])
      assert.deepEqual(await refusal('global-styles/1'), [404, 'rest_global_styles_not_found', null])
      await insertPosts(on().database, [{ ID: 9101, post_type: 'wp_global_styles' }])
      await eventually(async () =>
        assert.deepEqual(await refusal('global-styles/9101'), [401, 'rest_cannot_view', null]),
      )
      assert.deepEqual(await refusal('global-styles/9101', 'sam'), [403, 'rest_cannot_view', null])
      for (const as of ['connie', 'edith'] as const) {
        assert.deepEqual(await refusal('global-styles/9101', as), [404, 'rest_no_route', null])
        assert.deepEqual(await refusal('global-styles/9101?context=edit', as), [
          403,
          'rest_forbidden_context',
          null,
        ])
      }
    })

    it('rest-site/4 shows a setting as its schema reads it, null where that refuses it, and its default where none is stored', async () => {
      const { database } = on()
      const cases = [
        ['WPLANG', 'language', null, 'en_US'],
        ['WPLANG', 'language', '', ''],
        ['use_smilies', 'use_smilies', null, true],
        ['use_smilies', 'use_smilies', '', null],
        ['use_smilies', 'use_smilies', '0', false],
        ['use_smilies', 'use_smilies', '1', true],
        ['posts_per_page', 'posts_per_page', null, 10],
        ['posts_per_page', 'posts_per_page', 'ten', null],
        ['posts_per_page', 'posts_per_page', '10', 10],
        ['site_logo', 'site_logo', '0', 0],
        ['site_logo', 'site_logo', null, null],
        ['default_ping_status', 'default_ping_status', 'ajar', null],
        ['default_ping_status', 'default_ping_status', 'open', 'open'],
      ] as const
      const uncached = await startTestGateway(database, { ...demoKeys, cacheBytesMax: 0 })
      for (const [option, name, stored, shown] of cases) {
        await store(database, option, stored)
        const { json } = await uncached.get(`${root}/settings`, asUser('admin'))
        assert.equal(at(json, name), shown, `${option}: ${stored}`)
      }
      await uncached.stop()
    })

    it('rest-site/6 embeds its pictures in the index', async () => {
      await store(on().database, 'site_logo', '101')
      await store(on().database, 'site_icon', '99999')
      const uncached = await startTestGateway(on().database, { cacheBytesMax: 0 })
      const embedded = async (query: string) =>
        at((await uncached.get(`/cms-json/?${query}`)).json, '_embedded', 'cms:featuredmedia')
      const [logo, icon] = list(await embedded('_embed'))
      assert.deepEqual([at(logo, 'id'), at(logo, 'type')], [101, 'attachment'])
      assert.equal(at(icon, 'code'), 'rest_post_invalid_id')
      assert.equal(list(await embedded('_embed=wp:featuredmedia&_fields=name')).length, 2)
      assert.equal(await embedded('_embed=author'), undefined)
      await uncached.stop()
    })

    it('rest-site/8 keeps all links of an index where any is selected, and describes the namespace that a client names', async () => {
      const { gateway } = on()
      const help = { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] }
      const index = async (query: string) => (await gateway.get(`/cms-json/${query}`)).json
      assert.deepEqual(await index('?_fields=_links.self'), { _links: help })
      assert.deepEqual(await index('?_fields=home,_links.help.0'), {
        home: at(await index(''), 'home'),
        _links: help,
      })
      const other = await get('?namespace=oembed/1.0')
      assert.deepEqual(other.json, await index('oembed/1.0'))
      for (const name of ['', 'none', 'cms/v2/'])
        assert.deepEqual(await refusal(`?namespace=${name}`), [404, 'rest_invalid_namespace', 'GET'], name)
    })

    it('rest-site/5 asks Gravatar for the picture and the rating that are chosen, and for none that is not', async () => {
      const { database } = on()
      const cases = [
        ['mystery', 'G', 's=24&d=mm&r=g'],
        ['gravatar_default', 'PG', 's=24&r=pg'],
        ['retro', '', 's=24&d=retro'],
        ['', 'X', 's=24&r=x'],
        ['https://x/y.png', '0', 's=24&d=https%3A%2F%2Fx%2Fy.png'],
        [null, null, 's=24&d=mm'],
      ] as const
      const uncached = await startTestGateway(database, { cacheBytesMax: 0 })
      for (const [picture, rating, query] of cases) {
        await store(database, 'avatar_default', picture)
        await store(database, 'avatar_rating', rating)
        const { json } = await uncached.get(`${root}/users/1?_fields=avatar_urls`)
        assert.equal(String(at(json, 'avatar_urls', '24')).split('?')[1], query)
      }
      await uncached.stop()
    })

    it('rest-site/7 has lists of terms at a base that its owner chose, below the front of a structure with index.php', async () => {
      const { database } = on()
      await store(database, 'category_base', 'topics')
      await store(database, 'tag_base', 'about')
      const uncached = await startTestGateway(database, { cacheBytesMax: 0 })
      for (const [structure, front] of [
        ['/read/%postname%', ''],
        ['/index.php/read/%postname%', '/index.php/read'],
      ] as const) {
        await store(database, 'permalink_structure', structure)
        for (const [taxonomy, base] of [
          ['categories', 'topics'],
          ['tags', 'about'],
        ] as const) {
          const { json } = await uncached.get(`${root}/${taxonomy}?per_page=1&_fields=link`)
          assert.match(String(at(json, 0, 'link')), new RegExp(`^http://[^/]+${front}/${base}/[^/]`))
        }
      }
      await uncached.stop()
    })
  },
  demoKeys,
)
