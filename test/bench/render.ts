// Measures the rendering of a page of 100 posts, without database and server: ms for titles, contents and excerpts, by the kind
// of text. `node --conditions=lectern-source test/bench/render.ts`
import { renderContent, renderExcerpt, renderTitle } from '../../src/render/content.ts'
import { renderContextOf } from '../support/render-context.ts'

const posts = 100
const rounds = 20

const sentence =
  'The path follows the cliff for an hour, then it drops to a bay where the sand is grey. "It isn\'t far," they said -- <em>two</em> apples & 3x4 stones... '
const classic = Array.from({ length: 8 }, () => sentence.repeat(4)).join('\n\n')
const blocks = Array.from(
  { length: 8 },
  () => `<!-- wp:paragraph -->\n<p>${sentence.repeat(4)}</p>\n<!-- /wp:paragraph -->`,
).join('\n\n')

for (const [what, text] of [
  ['classic text', classic],
  ['blocks', blocks],
] as const) {
  const times = Array.from({ length: rounds }, () => timeOfPage(text)).toSorted((a, b) => a - b)
  const median = times[Math.floor(rounds / 2)] ?? 0
  process.stdout.write(`${posts} posts of ${text.length} characters, ${what}: ${median.toFixed(1)} ms\n`)
}

function timeOfPage(text: string): number {
  const context = renderContextOf()
  const before = performance.now()
  for (let post = 0; post < posts; post += 1) {
    renderTitle(`Post "${post}" -- it's here`, context)
    renderContent(text, context)
    renderExcerpt('', text, context)
  }
  return performance.now() - before
}

// The same texts in a page that is not kept, over HTTP: with its texts, and with all but them
const { testDatabases } = await import('../support/databases.ts')
const { announceServers } = await import('../support/announced-servers.ts')
const { startServers } = await import('../support/servers.ts')
const { startTestGateway } = await import('../support/gateway.ts')
const servers = await startServers()
announceServers(servers)
for (const kind of testDatabases()) {
  const database = await kind.create()
  for (let id = 700_001; id <= 700_000 + posts; id += 1)
    await database.execute(
      `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
         post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
         post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
       values (${id}, 1, '2025-01-05 10:00:00', '2025-01-05 10:00:00', ?, 'Title', '', 'publish', 'open', 'open', '',
         'p-${id}', '', '', '2025-01-05 10:00:00', '2025-01-05 10:00:00', '', 0, '', 0, 'post', '', 0)`,
      [classic],
    )
  const gateway = await startTestGateway(database, { cacheBytesMax: 0 })
  const page = '/cms-json/cms/v2/posts?per_page=100'
  const fields =
    'id,date,date_gmt,guid,modified,modified_gmt,slug,status,type,link,author,featured_media,comment_status,ping_status,sticky,template,format,meta,categories,tags,class_list,_links'
  const whole = await medianMs(() => gateway.get(page))
  const bare = await medianMs(() => gateway.get(`${page}&_fields=${fields}`))
  console.log(
    `${kind.name}: a page of ${posts} ${whole.toFixed(0)} ms, without its texts ${bare.toFixed(0)} ms`,
  )
  await gateway.stop()
  await database.drop()
}
await Promise.all(servers.map(async (server) => await server.stop()))

async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}
