// Measures one edit: CPU to make the most requested pages again, over that of making them the first time. Sending them costs
// the same each time, and is measured by asking for them once more, when all are kept.
//   DATABASE_URL=… node --conditions=lectern-source test/bench/edit.ts [--edits 30]
// The database is changed: a post of the front page gets a new title, and at the end its own.
import type { ChildProcess } from 'node:child_process'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { fetchRaw, startGateway } from './gateway-process.ts'
import { cpuMs } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    config: { type: 'string', default: 'config/demo.ts' },
    edits: { type: 'string', default: '30' },
  },
})
const edits = Number(flags.edits)
const posts = '/cms-json/cms/v2/posts'
const pages = [
  ...[1, 2, 3, 4].flatMap((page) => [`?page=${page}`, `?page=${page}&_embed=1`]),
  ...[1, 2].map((page) => `?page=${page}&per_page=20`),
  ...['title', 'modified', 'id', 'slug', 'author'].map((column) => `?orderby=${column}`),
  ...['', '&_embed=1'].map((more) => `?search=the${more}`),
  ...['asc', 'asc&_embed=1', 'desc&per_page=5'].map((order) => `?order=${order}`),
].map((query) => posts + query)

const children: ChildProcess[] = []
/** One connection for all: opening it costs more than a hit. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const database = await createConnection(process.env['DATABASE_URL'] ?? '')
try {
  const { url, pid } = await startGateway({
    config: flags.config,
    path: '/ready',
    headers: {},
    environment: {},
    children,
  })
  const ask = (path: string) => fetchRaw(url + path, {}, agent)
  /** True once the cache has the edit: an answer that is made right after the commit shows it, and pages do not yet. */
  const isShown = async (path: string, title: string) => {
    const { headers, body } = await ask(path)
    const isHit = headers.some(
      ([name, value]) => name.toLowerCase() === 'cache-status' && value.includes('hit'),
    )
    return isHit && body.toString().includes(title)
  }
  const cpuOf = async () => {
    const before = cpuMs(pid)
    for (const page of pages) await ask(page)
    return cpuMs(pid) - before
  }
  // The programs are compiled by another page
  for (let nth = 0; nth < 200; nth += 1) await ask(`${posts}?per_page=10&before=2100-01-01T00:00:00.${nth}`)
  const [rows] = await database.query<RowDataPacket[]>(
    `select ID as id, post_title as title from wp_posts where post_type = 'post' and post_status = 'publish'
     order by post_date desc limit 1`,
  )
  const [newest] = rows
  if (!newest) throw new Error('there is no post')
  const { id, title } = newest
  const first = await cpuOf()
  const again: number[] = []
  const kept: number[] = []
  for (let nth = 0; nth < edits; nth += 1) {
    await database.query('update wp_posts set post_title = ? where ID = ?', [`Edited ${nth}`, id])
    while (!(await isShown(`${posts}/${id}?_fields=title`, `Edited ${nth}`))) await sleep(5)
    again.push(await cpuOf())
    kept.push(await cpuOf())
  }
  await database.query('update wp_posts set post_title = ? where ID = ?', [title, id])
  const mean = (each: readonly number[]) => each.reduce((sum, ms) => sum + ms, 0) / edits
  const [answered, sent] = [mean(again), mean(kept)]
  console.log(
    `${pages.length} pages, ms of CPU: ${first.toFixed(0)} at first, ${answered.toFixed(1)} after each of ${edits} edits, ` +
      `${sent.toFixed(1)} when all are kept; answered again ${percent(answered, first)}, made again ${percent(answered - sent, first - sent)}`,
  )
} finally {
  agent.destroy()
  await database.end()
  for (const child of children) child.kill()
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
