// `CACHE_BYTES_MAX=0`: nothing outlives its request, so that a test of an owner reads what it has just written.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'

for (const feed of ['auto', 'clock'] as const)
  onEveryDatabase(
    `without a cache, with the feed ${feed},`,
    (on) => {
      const value = async (path: string, ...keys: readonly (string | number)[]) =>
        at((await on().gateway.get(path)).json, ...keys)
      for (const [about, change, read] of [
        [
          'an option',
          `update wp_options set option_value = ? where option_name = 'blogname'`,
          () => value('/cms-json', 'name'),
        ],
        [
          'an option that links are made of',
          `update wp_options set option_value = ? where option_name = 'home'`,
          async () => String(await value(`${v2}/posts/203`, 'link')).replace(/(?<=\d)\/.*/, ''),
        ],
        [
          'a post',
          'update wp_posts set post_title = ? where ID = 203',
          () => value(`${v2}/posts/203`, 'title', 'rendered'),
        ],
        [
          'an author, whom lists share',
          'update wp_users set display_name = ?',
          () => value(`${v2}/posts/203?_embed`, '_embedded', 'author', 0, 'name'),
        ],
        [
          'a term, which lists share',
          'update wp_terms set name = ?',
          () => value(`${v2}/posts/201?_embed`, '_embedded', 'cms:term', 0, 0, 'name'),
        ],
      ] as const)
        it(`uncached/1 ${about} is read as it was committed before the request`, async () => {
          for (let nth = 0; nth < 5; nth += 1) {
            const written = about.includes('links') ? `http://site.example:${8000 + nth}` : `Written ${nth}`
            await on().database.execute(change, [written])
            assert.equal(await read(), written)
          }
        })

      it('uncached/2 a total is counted for each request', async () => {
        const { gateway, database } = on()
        const total = async () => Number((await gateway.get(`${v2}/comments`)).headers.get('x-cms-total'))
        const before = await total()
        assert.ok(before > 0)
        await database.execute('delete from wp_comments')
        assert.equal(await total(), 0)
      })

      // A feed reads options of its own
      if (feed === 'clock')
        it('uncached/4 a list reads the options of the site once, and those of its theme', async () => {
          const { gateway } = on()
          const readOptions = () =>
            gateway.observed.filter((each) => each.kind === 'query' && each.plan === 'options.list').length
          const before = readOptions()
          assert.equal((await gateway.get(`${v2}/posts?per_page=2`)).status, 200)
          assert.equal(readOptions() - before, 2)
        })

      it('uncached/3 GraphQL shows what was committed before the request, too', async () => {
        const { gateway, database } = on()
        for (let nth = 0; nth < 5; nth += 1) {
          await database.execute('update wp_posts set post_title = ?', [`By GraphQL ${nth}`])
          const { json } = await gateway.graphql(
            '{ posts(first: 2) { edges { node { title author { name } } } } }',
          )
          for (const edge of list(at(json, 'data', 'posts', 'edges')))
            assert.equal(at(edge, 'node', 'title'), `By GraphQL ${nth}`)
        }
      })
    },
    { cacheBytesMax: 0, feed, cacheBlindLifeMs: 3_600_000 },
  )
