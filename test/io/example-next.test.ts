// The example of Next.js, built and started as its owner would, in a real browser: pages that are kept until a change is told, and
// drafts by a link of WordPress.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { globSync, rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { oneDatabase, type TestDatabase } from '../support/databases.ts'
import { eventually, until } from '../support/eventually.ts'
import { exampleFolder, hasExample } from '../support/example.ts'
import { freePort } from '../support/free-port.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { started } from '../support/left-over.ts'
import { webhookSecret } from '../support/webhook-receiver.ts'

const previewSecret = 'a secret that a front end and its gateway share'
const linkSecret = 'a secret that signs links'
const program = fileURLToPath(new URL('node_modules/next/dist/bin/next', exampleFolder))
const folder = fileURLToPath(exampleFolder)
const skip = lacksChromium || (!hasExample && 'npm ci --prefix examples/next')

for (const kind of oneDatabase(
  'a front end sees what REST and webhooks say, which are tested on every database',
))
  describe(`the example of Next.js on ${kind.name}`, { skip }, () => {
    let browser: Browser
    let database: TestDatabase
    let gateway: TestGateway
    let front: ChildProcess
    let url: string
    before(async () => {
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      database = await kind.create()
      gateway = await startTestGateway(database, {
        feed: 'auto',
        adminPort: 0,
        tagHeaders: 'surrogate-key',
        previewSecret,
        webhookSecret: [webhookSecret],
        webhookUrls: [`${url}/lectern`],
        webhookDelayMs: 20,
        webhookRetryMs: 100,
        webhookRetryMaxMs: 500,
      })
      const env = {
        ...process.env,
        NODE_ENV: 'production',
        NODE_OPTIONS: '',
        NEXT_TELEMETRY_DISABLED: '1',
        LECTERN_URL: gateway.url,
        WEBHOOK_SECRET: webhookSecret,
        PREVIEW_SECRET: previewSecret,
        PREVIEW_LINK_SECRET: linkSecret,
      }
      const build = spawn(process.execPath, [program, 'build'], { cwd: folder, env })
      let said = ''
      for (const stream of [build.stdout, build.stderr])
        stream.on('data', (part: Buffer) => (said += String(part)))
      assert.deepEqual([...(await once(build, 'close'))], [0, null], said)
      const args = [program, 'start', '--port', String(port), '--hostname', '127.0.0.1']
      front = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
      front.once(
        'close',
        started('the front end', () => void front.kill('SIGKILL')),
      )
      await until(() =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      browser = await launchChromium()
    })
    after(async () => {
      await browser?.close()
      front?.kill('SIGKILL')
      if (front) await once(front, 'close')
      await gateway.stop()
      await database.drop()
      // As an owner's, the next build takes from it what was made of the same sources: most of what a build costs
      for (const made of globSync(['.next/!(cache)', '.next/cache/!(turbopack)'], { cwd: folder }))
        rmSync(new URL(made, exampleFolder), { recursive: true, force: true })
    })

    const titleAt = async (path: string) => {
      const page = await browser.newPage()
      page.setDefaultTimeout(pagePatienceMs)
      await page.goto(url + path)
      const title = await page.locator('h1, h2').first().textContent()
      await page.close()
      return title
    }

    it('example-next/1 keeps what it read, and shows what changed once it is told', async () => {
      await eventually(async () => assert.equal(await titleAt('/posts/228'), await titleAt('/posts/228')))
      const asked = () => gateway.observed.filter((each) => each.kind === 'request').length
      await titleAt('/posts/228')
      const first = asked()
      await titleAt('/posts/228')
      assert.equal(asked(), first)
      await database.execute("update wp_posts set post_title = 'Changed for Next' where ID = 228")
      await eventually(async () => assert.equal(await titleAt('/posts/228'), 'Changed for Next'))
    })

    it('example-next/2 shows a draft to the browser that followed a signed link, and to no other', async () => {
      const linkTo = (post: number, expires: number, secret = linkSecret) => {
        const signature = createHmac('sha256', secret).update(`${post}.${expires}`).digest('hex')
        return `${url}/preview?post=${post}&expires=${expires}&signature=${signature}`
      }
      const later = Math.floor(Date.now() / 1000) + 60
      for (const [link, status] of [
        [linkTo(206, later, 'another secret'), 401],
        [linkTo(206, later - 120), 401],
        [linkTo(999_999, later), 404],
      ] as const)
        assert.equal((await fetch(link)).status, status)
      const context = await browser.newContext()
      const page = await context.newPage()
      page.setDefaultTimeout(pagePatienceMs)
      await page.goto(linkTo(206, later))
      await page.waitForURL(`${url}/posts/206`)
      assert.equal(await page.locator('h1').textContent(), 'Draft of a plan')
      assert.equal(await page.locator('[role=status]').textContent(), 'A preview: this is not published.')
      await page.goto(linkTo(201, later))
      await page.waitForURL(`${url}/posts/201`)
      assert.equal(await page.locator('h1').textContent(), 'The harbour wakes up!')
      await context.close()
      assert.equal(await titleAt('/posts/201'), 'The harbour wakes up')
      assert.notEqual(await titleAt('/posts/206'), 'Draft of a plan')
    })
  })
