// How long after its commit an edit shows on a page of a front end: examples/next, built and started as its owner would, in headless
// Chromium, which loads the page again until it shows the edit. Published content, which Next.js keeps until a webhook names it, and
// a draft in draft mode, which nothing keeps.
//   npm ci --prefix examples/next && npm run build
//   DATABASE_URL=… ADMIN_URL=… node --conditions=lectern-source test/bench/front-end.ts [--edits 20] [--delay 200]
// Both addresses are of a database with the demo's rows (sql/schema/mysql.sql, sql/demo.sql); ADMIN_URL may write, and is written to.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createConnection } from 'mysql2/promise'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { exampleFolder } from '../support/example.ts'
import { webhookSecret } from '../support/webhook-receiver.ts'
import { freePort, startGateway } from './gateway-process.ts'

const { values: flags } = parseArgs({
  options: { edits: { type: 'string', default: '20' }, delay: { type: 'string', default: '200' } },
})
const edits = Number(flags.edits)
const [published, draft] = [228, 206]
const [previewSecret, linkSecret] = ['a secret of a front end and its gateway', 'a secret that signs links']
const program = fileURLToPath(new URL('node_modules/next/dist/bin/next', exampleFolder))
const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'lectern-front-end-'))
const database = await createConnection(process.env['ADMIN_URL'] ?? '')
const browser = await launchChromium()
try {
  const url = await startFrontEnd()
  const page = await browser.newPage()
  await page.goto(`${url}/posts/${published}`)
  await measure('published', page, `${url}/posts/${published}`, published)
  const expires = Math.floor(Date.now() / 1000) + 300
  const signature = createHmac('sha256', linkSecret).update(`${draft}.${expires}`).digest('hex')
  await page.goto(`${url}/preview?post=${draft}&expires=${expires}&signature=${signature}`)
  await measure('in draft mode', page, `${url}/posts/${draft}`, draft)
  console.log(`load ${loadavg()[0]?.toFixed(1)}, WEBHOOK_DELAY_MS ${flags.delay}`)
} finally {
  await browser.close()
  await database.end()
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function startFrontEnd(): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'lectern.config.json')
  writeFileSync(config, '{}')
  const environment = {
    TAG_HEADERS: 'surrogate-key',
    PREVIEW_SECRET: previewSecret,
    WEBHOOK_SECRET: webhookSecret,
    WEBHOOK_URLS: `${url}/lectern`,
    WEBHOOK_DELAY_MS: flags.delay,
    // The first messages find no front end, which is built by then
    WEBHOOK_RETRY_MAX_MS: '500',
  }
  const path = '/cms-json/cms/v2/posts'
  const gateway = await startGateway({ config, path, headers: {}, environment, children })
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    LECTERN_URL: gateway.url,
    WEBHOOK_SECRET: webhookSecret,
    PREVIEW_SECRET: previewSecret,
    PREVIEW_LINK_SECRET: linkSecret,
  }
  const cwd = fileURLToPath(exampleFolder)
  const built = spawnSync(process.execPath, [program, 'build'], { cwd, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  const args = [program, 'start', '--port', String(port), '--hostname', '127.0.0.1']
  children.push(spawn(process.execPath, args, { cwd, env, stdio: 'ignore' }))
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return url
  }
  throw new Error('the front end did not answer within a minute')
}

/** Loads are of the whole document; the last one is within the time. */
async function measure(what: string, page: Page, address: string, post: number): Promise<void> {
  const [times, loads, each]: [number[], number[], number[]] = [[], [], []]
  for (let edit = 0; edit < edits; edit += 1) {
    const title = `Edit ${edit} of ${edits}`
    const began = performance.now()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    each.push(performance.now() - began)
    await database.query('update wp_posts set post_title = ? where ID = ?', [title, post])
    const committed = performance.now()
    let count = 0
    do {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      count += 1
    } while ((await page.locator('h1').textContent()) !== title)
    times.push(performance.now() - committed)
    loads.push(count)
  }
  const [p50, p99] = [0.5, 0.99].map((share) => at(times, share))
  console.log(
    `${what}: ${edits} edits, p50 ${p50} ms, p99 ${p99} ms from commit to page; ${at(loads, 0.5)} loads, of ${at(each, 0.5)} ms each`,
  )
}

function at(values: readonly number[], share: number): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN)
}
