// Costs of the sample extension's featured posts where there are many posts, and many rows of meta under their key: over HTTP,
// on every database.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, list, onEveryDatabase, type On } from '../support/gateway.ts'

const posts = 1500
const metaRows = 12_000

onEveryDatabase(
  'featured posts among many',
  (on) => {
    before(async () => {
      const { database } = on()
      const ten = Array.from({ length: 10 }, (_, d) => `select ${d} as d`).join(' union all ')
      const numbers = [0, 1, 2, 3, 4].map((power) => `(${ten}) d${power}`).join(' cross join ')
      const number = '(d0.d + 10 * d1.d + 100 * d2.d + 1000 * d3.d + 10000 * d4.d)'
      await database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered)
         select 10000 + ${number}, 1, '2025-01-01 09:00:00', '2025-01-01 09:00:00', '', 'Many', '', '', '', ''
         from ${numbers} where ${number} < ${posts}`,
      )
      await database.execute(
        `insert into wp_postmeta (meta_id, post_id, meta_key, meta_value)
         select 100000 + ${number}, 10000 + ${number} % ${posts}, 'featured', '0' from ${numbers} where ${number} < ${metaRows}`,
      )
    })

    it('extensions-featured/1 are read in so many statements and rows, wherever the marked ones are', async () => {
      const mark = (id: number, metaId: number) =>
        on().database.execute(
          `insert into wp_postmeta (meta_id, post_id, meta_key, meta_value) values (${metaId}, ${id}, 'featured', '1')`,
        )
      assert.deepEqual(await featured(on(), 5), [217, 202, 201, 229])
      await mark(11_499, 9000)
      await mark(205, 200_000)
      assert.deepEqual(await featured(on(), 3), [11_499, 217, 205])
      await mark(11_498, 9001)
      assert.deepEqual(await featured(on(), 2), [11_499, 11_498])
    })
  },
  { extensions: ['config/extensions/myplugin.ts'], cacheBytesMax: 0 },
)

async function featured({ gateway }: On, count: number): Promise<readonly unknown[]> {
  await gateway.get('/cms-json/')
  const start = gateway.observed.length
  const { json } = await gateway.get(`/cms-json/myplugin/v1/featured-posts?count=${count}`)
  // Without a cache each request reads the site's options too
  const reads = gateway.observed
    .slice(start)
    .flatMap((seen) => (seen.kind === 'query' && seen.plan !== 'options.list' ? [seen.rows] : []))
  const rows = reads.reduce((sum, each) => sum + each, 0)
  assert(reads.length <= 10, `${reads.length} statements`)
  assert(rows <= 20 * count, `${rows} rows`)
  return list(json).map((post) => at(post, 'id'))
}
