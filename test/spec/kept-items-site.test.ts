// Kept items and the site's options: what was made of options that changed while they were read is not kept.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { until } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { activate, insertPosts, onPluginDatabases, setOption } from '../support/plugins.ts'

const posts = '/wp-json/wp/v2/posts?_fields=link'

onPluginDatabases(
  'kept items',
  async (database) => {
    // Its languages are terms, which the site is made of besides options
    await activate(database, 'polylang')
    await setOption(database, 'polylang', { default_lang: 'en', force_lang: 1 })
    await setOption(database, 'permalink_structure', '/%postname%/')
    await insertPosts(
      database,
      [8201, 8202, 8203].map((id) => ({ ID: id })),
    )
  },
  (on) => {
    it('kept-items-site/1 follow an option that changed before all of the site was read', async (test) => {
      const { gateway, database } = on()
      if (database.flavour === 'sqlite') return test.skip('a query of SQLite runs in one go')
      const sent = (plan: string) =>
        gateway.observed.filter((each) => each.kind === 'query' && each.plan === plan).length
      const drops = () => gateway.observed.filter(({ kind }) => kind === 'dropped').length
      const changed = async (option: string, value: string) => {
        const before = drops()
        await setOption(database, option, value)
        await until(() => drops() > before)
      }
      const paths = async (query: string) =>
        list((await gateway.get(`${posts}&${query}`)).json).map(
          (post) => new URL(String(at(post, 'link'))).pathname,
        )
      await until(() => gateway.observed.some(({ kind }) => kind === 'feed'))
      assert.deepEqual(await paths('per_page=1'), ['/post-8203/'])
      // On a busy machine the first answers are not kept
      await until(async () =>
        /hit/.test((await gateway.get(`${posts}&per_page=1`)).headers.get('cache-status') ?? ''),
      )
      await changed('blogdescription', 'Read anew')
      const holder = await createConnection(database.adminUrl)
      test.after(() => holder.end())
      await holder.query('lock tables wp_terms write')
      const before = sent('options.list')
      const asked = paths('per_page=2')
      await until(() => sent('options.list') > before + 1)
      await setOption(database, 'permalink_structure', '/read/%postname%/')
      // Nothing is kept whose drop would be seen; where the feed takes longer, nothing can be kept wrongly
      await setTimeout(500)
      await holder.query('unlock tables')
      await asked
      assert.deepEqual(await paths('per_page=3'), [
        '/read/post-8203/',
        '/read/post-8202/',
        '/read/post-8201/',
      ])
    })
  },
  { feed: 'auto' },
)
