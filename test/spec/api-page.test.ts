// The page of the REST interface: every operation of openapi.json with a form, from the gateway's own files alone.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, onOneDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'

const address = '/cms-json/openapi'

/** Why one database is enough. */
const same = 'the page reads openapi.json'

onOneDatabase('the page of the REST interface', same, (on) => {
  it('api-page/1 is three cached files under a policy that loads nothing else', async () => {
    for (const [path, type] of [
      [address, 'text/html'],
      [`${address}/page.js`, 'text/javascript'],
      [`${address}/page.css`, 'text/css'],
    ] as const) {
      const response = await on().gateway.get(path)
      assert.equal(response.status, 200, path)
      assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`)
      assert.match(
        response.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self'; /,
      )
      assert.doesNotMatch(response.text, /https?:\/\//)
      const etag = response.headers.get('etag') ?? ''
      assert.equal((await on().gateway.get(path, { 'if-none-match': etag })).status, 304)
    }
    assert.equal((await on().gateway.get(`${address}/none.js`)).status, 404)
    assert.equal((await on().gateway.send('POST', address)).status, 405)
  })
})

describe('the page of the REST interface in a browser', { skip: lacksChromium }, () => {
  let database: TestDatabase
  let gateway: TestGateway
  let browser: Browser
  let page: Page
  const faults: string[] = []
  before(async () => {
    const [kind] = testDatabases()
    assert(kind)
    database = await kind.create()
    gateway = await startTestGateway(database)
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 375, height: 800 } })
    page.setDefaultTimeout(pagePatienceMs)
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await page.goto(`${gateway.url}${address}#get_cms_v2_posts`)
  })
  after(async () => {
    await browser.close()
    await gateway.stop()
    await database.drop()
    assert.deepEqual(faults, [])
  })

  it('api-page/2 shows every operation, and fits a narrow screen', async () => {
    await page.waitForSelector('#get_cms_v2_posts[open] form')
    const { json } = await gateway.get('/cms-json/openapi.json')
    const ids = Object.values(Object(at(json, 'paths'))).flatMap((methods) =>
      Object.values(Object(methods)).map((operation) => at(operation, 'operationId')),
    )
    const shown = await page.$$eval('.operation', (all) => all.map(({ id }) => id))
    assert.deepEqual(new Set(shown), new Set(ids.map(String)))
    // What is about no content of its own comes last
    assert.equal(
      (await page.$$eval('h2', (all) => all.map((each) => each.textContent))).indexOf('more'),
      (await page.$$('h2')).length - 1,
    )
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)
    assert.equal(
      await page.evaluate(
        '[...document.querySelectorAll("input, select")].filter((each) => each.labels.length === 0).length',
      ),
      0,
    )
  })

  it('api-page/3 sends what is filled in, and shows the answer', async () => {
    const operation = page.locator('#get_cms_v2_posts')
    await operation.getByLabel('per_page', { exact: true }).fill('2')
    await operation.getByLabel('_fields', { exact: true }).fill('id,slug')
    await operation.getByLabel('order', { exact: true }).selectOption('asc')
    const query = '?per_page=2&order=asc&_fields=id,slug'
    assert.equal(
      await operation.locator('.address').textContent(),
      `curl '${gateway.url}/cms-json/cms/v2/posts${query}'`,
    )
    await operation.getByRole('button', { name: 'Send' }).click()
    const answer = JSON.parse((await operation.locator('pre').textContent()) ?? '')
    assert.deepEqual(answer, (await gateway.get(`/cms-json/cms/v2/posts${query}`)).json)
    assert.match((await operation.locator('.answer p').textContent()) ?? '', /^200 · .*x-cms-total: 32/)
  })

  it('api-page/4 filters operations by their words', async () => {
    await page.getByLabel('Filter').fill('list tags')
    assert.deepEqual(await page.$$eval('.operation:not([hidden])', (all) => all.map(({ id }) => id)), [
      'get_cms_v2_tags',
    ])
    await page.getByLabel('Filter').fill('')
  })

  it('api-page/5 says why there is nothing to show', async () => {
    const other = await browser.newPage()
    await other.route(
      '**/openapi.json',
      async (route) => await route.fulfill({ status: 503, json: { message: '<b>away</b>' } }),
    )
    await other.goto(gateway.url + address)
    await other.getByText('openapi.json cannot be read: <b>away</b>').waitFor({ timeout: pagePatienceMs })
    await other.close()
  })
})
