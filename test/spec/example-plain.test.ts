// The example without a build, in a real browser: lists, pages, a post, and what is not there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { oneDatabase, type TestDatabase } from '../support/databases.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startRemoteServer, type RemoteServer } from '../support/remote-server.ts'

const file = fileURLToPath(new URL('../../examples/plain/index.html', import.meta.url))
for (const kind of oneDatabase('pages are as what REST answers, which is tested on every database'))
  describe(`the plain example on ${kind.name}`, { skip: lacksChromium }, () => {
    let browser: Browser
    let server: RemoteServer
    let database: TestDatabase
    let gateway: TestGateway
    let page: Page
    const errors: string[] = []
    before(async () => {
      browser = await launchChromium()
      server = await startRemoteServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(file))
      })
      database = await kind.create()
      gateway = await startTestGateway(database, { corsOrigins: [server.url] })
      page = await browser.newPage()
      page.setDefaultTimeout(pagePatienceMs)
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.goto(`${server.url}/?gateway=${encodeURIComponent(gateway.url)}`)
    })
    after(async () => {
      await browser.close()
      await gateway.stop()
      await database.drop()
      await server.stop()
    })

    it('example-plain/1 lists the newest posts, page by page', async () => {
      const { json } = await gateway.get('/cms-json/cms/v2/posts?per_page=5&page=2&_fields=id')
      await page.waitForSelector('main article')
      assert.equal(await page.textContent('header a'), await page.title())
      assert.equal(await page.locator('main article').count(), 5)
      await page.click('text=Older')
      const second = list(json).map((post) => `#/post/${String(at(post, 'id'))}`)
      await page.waitForSelector(`main h2 a[href="${second[0]}"]`)
      const links = await page
        .locator('main h2 a')
        .evaluateAll((found) => found.map((each) => each.outerHTML))
      assert.deepEqual(
        links.map((link) => /href="([^"]+)"/.exec(link)?.[1]),
        second,
      )
    })

    it('example-plain/2 shows a post with its title as text, and says what is not there', async () => {
      await page.goto(`${server.url}/?gateway=${encodeURIComponent(gateway.url)}#/post/201`)
      await page.waitForSelector('main h1')
      assert.equal(await page.textContent('main h1'), 'The harbour wakes up')
      assert.match(
        (await page.textContent('main')) ?? '',
        /January 10, 2024 by .*The first boats leave at five/s,
      )
      await page.goto(`${server.url}/?gateway=${encodeURIComponent(gateway.url)}#/post/999999`)
      await page.waitForSelector('[role=alert]')
      assert.equal(await page.textContent('[role=alert]'), 'Invalid post ID.')
      assert.deepEqual(errors, [])
    })
  })
