// The page of the admin port, in a browser: it shows what happens while it happens, from the gateway's own files alone.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, list, onOneDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'

const posts = '/cms-json/cms/v2/posts'
const token = 'a-token-of-sixteen-or-more'

/** Why one database is enough. */
const same = 'the page shows what the gateway observes'

onOneDatabase(
  'the page of the admin port',
  same,
  (on) => {
    it('admin-page/1 is three files under a policy that loads nothing else, and a small JSON', async () => {
      const { gateway } = on()
      for (const [path, type] of [
        ['/', 'text/html'],
        ['/page.js', 'text/javascript'],
        ['/page.css', 'text/css'],
      ] as const) {
        const response = await fetch(gateway.adminUrl + path)
        assert.equal(response.status, 200, path)
        assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`)
        assert.match(
          response.headers.get('content-security-policy') ?? '',
          /^default-src 'none'; script-src 'self'; /,
        )
        assert.doesNotMatch(await response.text(), /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
      }
      await gateway.get(`${posts}?search=nobody-is-to-know&_fields=id`)
      const response = await fetch(`${gateway.adminUrl}/now`)
      const text = await response.text()
      assert.doesNotMatch(text, /nobody-is-to-know|_fields/)
      const now: unknown = JSON.parse(text)
      assert.equal(at(now, 'ready'), true)
      assert.equal(list(at(now, 'recent', 'seconds')).length, 60)
      assert.equal(at(now, 'recent', 'routes', 0, 'route'), posts)
      assert.equal(typeof at(now, 'memory', 'rssBytes'), 'number')
    })
  },
  { adminPort: 0, feed: 'auto' },
)

describe('the page of the admin port in a browser', { skip: lacksChromium }, () => {
  let database: TestDatabase
  let gateway: TestGateway
  let browser: Browser
  before(async () => {
    const [kind] = testDatabases()
    assert(kind)
    database = await kind.create()
    gateway = await startTestGateway(database, { adminPort: 0, feed: 'auto', adminToken: token })
    browser = await launchChromium()
  })
  after(async () => {
    await browser.close()
    await gateway.stop()
    await database.drop()
  })

  async function open(
    colorScheme: 'light' | 'dark',
  ): Promise<{ readonly page: Page; readonly wrong: readonly string[] }> {
    const wrong: string[] = []
    const context = await browser.newContext({
      colorScheme,
      httpCredentials: { username: 'owner', password: token },
    })
    context.setDefaultTimeout(pagePatienceMs)
    const page = await context.newPage()
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.adminUrl) && !request.url().startsWith('data:'))
        wrong.push(request.url())
    })
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/401/.test(message.text())) wrong.push(message.text())
    })
    await page.goto(gateway.adminUrl)
    return { page, wrong }
  }

  const text = (page: Page, selector: string) => page.locator(selector).textContent()

  it('admin-page/2 shows requests, hits, latencies, routes, and what was dropped and why, as they come', async () => {
    const { page, wrong } = await open('light')
    await page.locator('#state[data-is=ready]').waitFor()
    // Nothing is kept before
    await until(() => gateway.observed.some(({ kind }) => kind === 'feed'))
    for (let times = 0; times < 4; times += 1) await gateway.get(`${posts}?per_page=3`)
    await page.locator('#requests rect.kept').first().waitFor()
    await page.locator('#latency rect.made').first().waitFor()
    await page.locator('#hits', { hasText: '75' }).waitFor()
    assert.equal(await text(page, '#hits-note'), '3 of 4 since the start')
    await page.locator('#routes', { hasText: posts }).waitFor()
    await fetch(`${gateway.adminUrl}/purge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{"all":true}',
    })
    await page.locator('#dropped li', { hasText: 'purge' }).waitFor()
    assert.match(
      (await text(page, '#feed')) ?? '',
      /^changes by data-version, proven .* ago, fresh within 2.0 s$/,
    )
    assert.match((await text(page, '#rss')) ?? '', /^\d{1,3}(?:,\d{3})*$/)
    assert.deepEqual(wrong, [])
    await page.close()
  })

  it('admin-page/3 is for the night too', async () => {
    const grounds = new Set<string>()
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await open(scheme)
      grounds.add(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'))
      await page.close()
    }
    assert.equal(grounds.size, 2)
  })
})
