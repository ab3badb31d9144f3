// Accessibility of every page that a person sees, in a browser at three widths, by day and by night: axe-core finds nothing
// serious, and nothing is wider than the screen.
import assert from 'node:assert/strict'
import { createReadStream, globSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { reportPage } from '../../src/compare/report.ts'
import { findingsOf, looks, tooWideOf } from '../support/axe.ts'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { hasSite, siteFolder } from '../support/site.ts'

const posts = '/cms-json/cms/v2/posts'
/** An address that no font shows in one line of a phone. */
const longAddress = 'https://archive.department.of.antiquities.university.example'
describe('pages for people', { skip: lacksChromium }, () => {
  let database: TestDatabase
  let gateway: TestGateway
  let browser: Browser
  let server: Server
  before(async () => {
    const [kind] = testDatabases()
    assert(kind)
    database = await kind.create()
    gateway = await startTestGateway(database, { adminPort: 0, feed: 'auto', publicUrl: longAddress })
    browser = await launchChromium()
    server = createServer(({ url = '' }, response) => {
      const file = new URL(`.${new URL(url, 'http://site').pathname}`, siteFolder)
      if (file.pathname.endsWith('.html')) response.setHeader('content-type', 'text/html; charset=utf-8')
      if (file.pathname.endsWith('.css')) response.setHeader('content-type', 'text/css')
      if (file.pathname.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
    await gateway.stop()
    await database.drop()
  })

  async function look(open: (page: Page) => Promise<void>): Promise<readonly string[]> {
    const [{ width, colorScheme }] = looks
    const page = await browser.newPage({
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(pagePatienceMs)
    await open(page)
    const findings: string[] = []
    for (const each of looks) {
      await page.setViewportSize({ width: each.width, height: 900 })
      await page.emulateMedia({ colorScheme: each.colorScheme })
      for (const found of await findingsOf(page))
        findings.push(`${page.url()}, ${each.width} px, ${each.colorScheme}: ${found}`)
    }
    await page.close()
    return findings
  }

  it('accessible/1 the front page', async () => {
    assert.deepEqual(await look(async (page) => void (await page.goto(gateway.url))), [])
  })

  it('accessible/2 the page of the REST interface, with a form and an answer', async () => {
    const found = await look(async (page) => {
      await page.goto(`${gateway.url}/cms-json/openapi#get_cms_v2_posts`)
      const operation = page.locator('#get_cms_v2_posts[open]')
      await operation.getByRole('button', { name: 'Send' }).click()
      await operation.locator('pre').waitFor()
    })
    assert.deepEqual(found, [])
  })

  it('accessible/3 GraphiQL, with an answer and the documentation', async () => {
    const found = await look(async (page) => {
      await page.goto(`${gateway.url}/graphql`, { waitUntil: 'load' })
      await page.getByRole('button', { name: /execute query/i }).click()
      await page.locator('.result-window').getByText('"title"').first().waitFor()
    })
    assert.deepEqual(found, [])
    const explored = await look(async (page) => {
      await page.goto(`${gateway.url}/graphql?view=wpgraphql`)
      await page.getByRole('button', { name: /documentation explorer/i }).click()
      await page.getByRole('link', { name: 'RootQuery', exact: true }).click()
      await page.getByText('contentNodes').first().waitFor()
    })
    assert.deepEqual(explored, [])
  })

  it('accessible/4 the page of the admin port', async () => {
    await gateway.get(`${posts}?per_page=3`)
    const found = await look(async (page) => {
      await page.goto(gateway.adminUrl)
      await page.locator('#state[data-is=ready]').waitFor()
      // Those that took longest are shown, which other pages may have
      await page.locator('#routes tr', { hasNotText: 'No answers yet' }).first().waitFor()
    })
    assert.deepEqual(found, [])
  })

  it('accessible/5 what explains an address, and what says that it cannot', async () => {
    for (const address of ['', posts, '/nowhere']) {
      const query = `?address=${encodeURIComponent(address)}`
      const found = await look(async (page) => void (await page.goto(`${gateway.adminUrl}/explain${query}`)))
      assert.deepEqual(found, [])
    }
  })

  it("accessible/6 compare's report", async () => {
    const example = {
      path: '[].yoast_head_json.schema.@graph[].potentialAction[].target.urlTemplate',
      site: 'a value that one could hardly call short: '.repeat(6),
      lectern: 'x'.repeat(300),
    }
    const cause = {
      path: example.path,
      answers: 12,
      routes: ['posts', 'pages'],
      address: `${posts}?search=a&per_page=100&orderby=relevance`,
      example,
    }
    const html = reportPage({
      site: 'https://example.org',
      doubts: ['The name of the site is another one: is it this database?'],
      identical: 3,
      asked: 15,
      routes: [{ route: 'posts', asked: 15, identical: 3 }],
      causes: [
        { ...cause, side: 'both' },
        { ...cause, side: 'site', example: { ...example, lectern: null } },
        { ...cause, side: 'lectern', example: { ...example, site: null } },
      ],
      times: { siteMs: 120, firstMs: 8, nextMs: 0.4 },
      notes: ['2 more addresses were left out (--requests).'],
    })
    assert.deepEqual(await look(async (page) => await page.setContent(html)), [])
  })

  const unbuilt = hasSite ? false : 'npm run site'
  it('accessible/7 the documentation', { skip: unbuilt }, async () => {
    const address = server.address()
    assert(typeof address === 'object' && address)
    const whole = ['404.html', 'index.html']
    const others = globSync('**/*.html', { cwd: fileURLToPath(siteFolder), exclude: whole })
    assert(others.length > 30)
    const site = `http://127.0.0.1:${address.port}`
    const found: string[] = []
    for (const [nth, { width, colorScheme }] of looks.entries()) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      page.setDefaultTimeout(pagePatienceMs)
      const note = (name: string, findings: readonly string[]) =>
        void found.push(...findings.map((each) => `${name}, ${width} px, ${colorScheme}: ${each}`))
      // All have the same frame and program: of the others what is their own is put in its place, as it is sent
      for (const name of whole) {
        await page.goto(`${site}/${name}`)
        note(name, await findingsOf(page))
      }
      for (const [place, name] of others.entries()) {
        await showMain(page, name)
        note(name, await (place % looks.length === nth ? findingsOf(page, 'main') : tooWideOf(page)))
      }
      await page.close()
    }
    assert.deepEqual(found, [])
  })
})

/** Puts the main part of another page of the site in the place of this one's. */
async function showMain(page: Page, name: string): Promise<void> {
  await page.evaluate(
    `fetch(${JSON.stringify(`/${name}`)}).then((sent) => sent.text()).then((text) => {
      const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
      document.querySelector('main').replaceWith(main)
    })`,
  )
}
