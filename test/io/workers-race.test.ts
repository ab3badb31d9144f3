// No worker stays stale: while rows are written at random and answers are read over many connections, what each worker
// keeps goes; once the writes are known, every kept answer of each is what would be answered anew.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway } from '../support/gateway.ts'
import { ask, startWorkers, stopWorkers } from '../support/workers.ts'
import { openWriting } from '../support/writing.ts'

const base = '/cms-json/cms/v2'
const paths = [
  `${base}/posts?per_page=5`,
  `${base}/posts?per_page=100&_embed`,
  `${base}/posts?categories=2`,
  `${base}/posts?per_page=3&orderby=title&order=asc`,
  `${base}/posts/228?_embed`,
  `${base}/posts/229`,
  `${base}/categories?hide_empty=true&orderby=count`,
  `${base}/comments?per_page=5`,
  `${base}/users`,
  '/cms-json/?_fields=name,description',
  `/graphql?query=${encodeURIComponent('{ posts(first: 5) { totalCount edges { node { title author { name } categories { name } } } } settings { title } }')}`,
]

const picked = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)]
  assert(value !== undefined)
  return value
}
const posts = [201, 202, 203, 204, 228, 229]

function writes(n: number): readonly string[] {
  const text = `changed ${n}`
  return [
    `update wp_posts set post_title = '${text}' where ID = ${picked(posts)}`,
    `update wp_posts set post_status = '${picked(['publish', 'draft', 'private'])}' where ID = ${picked([201, 202, 203, 204])}`,
    `update wp_posts set post_date = '2024-01-${10 + (n % 19)} 10:00:00' where ID = ${picked(posts)}`,
    `delete from wp_term_relationships where object_id = ${picked(posts)} and term_taxonomy_id = 2`,
    `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) select ${picked(posts)}, 2, 0
     where not exists (select 1 from wp_term_relationships where object_id in (${posts.join(', ')}) and term_taxonomy_id = 2)`,
    `update wp_terms set name = '${text}' where term_id = ${picked([1, 2, 3])}`,
    `update wp_term_taxonomy set count = ${n} where term_id = ${picked([1, 2, 3])}`,
    `insert into wp_postmeta (post_id, meta_key, meta_value) values (${picked(posts)}, '${picked(['_thumbnail_id', '_edit_lock'])}', '10${n % 5}')`,
    `delete from wp_postmeta where meta_key = '_thumbnail_id' and post_id = ${picked(posts)}`,
    `update wp_comments set comment_content = '${text}' where comment_ID = ${picked([1, 2, 3, 4])}`,
    `update wp_users set display_name = '${text}' where ID = ${picked([1, 2, 3])}`,
    `update wp_options set option_value = '${text}' where option_name = '${picked(['blogname', 'cron'])}'`,
  ]
}

/** `FRESH_MS=60000` for a minute of it. */
const forMs = Number(process.env['FRESH_MS'] ?? 3000)
/** However long they take. */
const writtenMin = 30
const publicUrl = 'http://gateway.test'

async function writeAndRead(database: TestDatabase, url: string): Promise<string> {
  for (const path of [...paths, ...paths]) await ask(url + path)
  const until = performance.now() + forMs
  let written = 0
  let read = 0
  const goesOn = () => performance.now() < until || written <= writtenMin
  const reader = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (goesOn()) if ((await ask(url + picked(paths), agent)) !== null) read += 1
    agent.destroy()
  }
  const writer = async (first: number) => {
    const session = await openWriting(database)
    for (let n = first; goesOn(); n += 2) {
      written += await session.write([picked(writes(n))])
      await setTimeout(1)
    }
    await session.close()
  }
  await Promise.all([writer(0), writer(1), ...Array.from({ length: 6 }, reader)])
  return `${written} writes, ${read} answers read meanwhile`
}

for (const kind of testDatabases()) {
  const feeds = kind.flavour === 'sqlite' ? ['data-version'] : ['binlog', 'poll']
  for (const feed of feeds)
    describe(`what two workers keep of ${kind.name}, by ${feed}`, () => {
      it('is what would be answered anew, whatever is written while they are read', async (test) => {
        const database = await kind.create()
        const running = await startWorkers(feed === 'poll' ? database.url : database.adminUrl, {
          PUBLIC_URL: publicUrl,
          LOG_LEVEL: 'info',
        })
        const keepsNothing = await startTestGateway(database, { publicUrl, cacheBytesMax: 0 })
        test.diagnostic(await writeAndRead(database, running.url))
        const { child, output } = running.started
        assert.deepEqual([child.exitCode, child.signalCode], [null, null], output().slice(-2000))
        assert.match(output(), new RegExp(`told by ${feed}`))
        for (const path of paths)
          await eventually(async () => {
            const anew = (await keepsNothing.get(path)).text
            // In turn by one and the other
            for (let times = 0; times < 6; times += 1) assert.equal(await ask(running.url + path), anew, path)
          })
        await keepsNothing.stop()
        await stopWorkers(running)
        await database.drop()
      })
    })
}
