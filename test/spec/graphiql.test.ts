// GraphiQL for browsers at the interface's own address: from the gateway alone, and it runs its examples.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { graphiqlExamples } from '../../src/graphql/graphiql-examples.ts'
import { viewNames } from '../../src/graphql/views.ts'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, onOneDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'

const browserAccepts =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

/** Why one database is enough. */
const same = 'its files are the same, and its examples are checked like any document'

onOneDatabase('GraphiQL', same, (on) => {
  it('graphiql/1 is what a browser gets, whatever else the address says', async () => {
    for (const path of ['/graphql', '/graphql?view=offset', '/graphql?query={__typename}']) {
      const { status, headers, text } = await on().gateway.get(path, { accept: browserAccepts })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self';/)
      assert.match(headers.get('vary') ?? '', /(^|, )Accept(,|$)/)
      assert.match(text, /<main id="graphiql">/)
    }
    assert.equal((await on().gateway.get('/graphql?view=none', { accept: browserAccepts })).status, 400)
  })

  it('graphiql/2 is what nobody else gets', async () => {
    const path = '/graphql?query={__typename}'
    await on().gateway.get(path, { accept: browserAccepts })
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html',
      'text/html;q=0.5, application/graphql-response+json',
    ])
      assert.deepEqual(
        at((await on().gateway.get(path, { accept })).json, 'data'),
        { __typename: 'Query' },
        accept,
      )
    const { json } = await on().gateway.send('POST', '/graphql', {
      headers: { accept: browserAccepts, 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    })
    assert.deepEqual(at(json, 'data'), { __typename: 'Query' })
  })

  it('graphiql/3 has its files beside it, and no others', async () => {
    const { text } = await on().gateway.get('/graphql', { accept: browserAccepts })
    const files = [...text.matchAll(/(?:href|src)="(graphiql\/[^"]*)"/g)].map(([, file = '']) => file)
    assert.equal(files.length, 4)
    for (const file of files) {
      const answer = await on().gateway.get(`/${file}`)
      assert.equal(answer.status, 200, file)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/(javascript|css); charset=utf-8$/)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      const etag = answer.headers.get('etag') ?? ''
      assert.equal((await on().gateway.get(`/${file}?again`, { 'if-none-match': etag })).status, 304)
    }
    for (const name of [
      '',
      'react.js',
      'LICENSES.txt',
      'index.js',
      '../package.json',
      '%2e%2e/package.json',
      '__proto__',
    ])
      assert.equal((await on().gateway.get(`/graphiql/${name}`)).status, 404, name)
    assert.equal((await on().gateway.send('POST', '/graphiql/start.js')).status, 405)
  })

  it('graphiql/4 has examples that run in their view', async () => {
    for (const view of viewNames)
      for (const { query, variables } of graphiqlExamples[view]) {
        const { json, text } = await on().gateway.send('POST', `/graphql?view=${view}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables: JSON.parse(variables || '{}') }),
        })
        assert.equal(at(json, 'errors'), undefined, text)
      }
  })
})

onOneDatabase(
  'GraphiQL that is turned off',
  same,
  (on) => {
    it('graphiql/5 is nowhere', async () => {
      const path = '/graphql?query={__typename}'
      const { json } = await on().gateway.get(path, { accept: browserAccepts })
      assert.deepEqual(at(json, 'data'), { __typename: 'Query' })
      assert.equal((await on().gateway.get('/graphiql/start.js')).status, 404)
    })
  },
  { graphiql: 'off' },
)

describe('GraphiQL in a browser', { skip: lacksChromium }, () => {
  let database: TestDatabase
  let gateway: TestGateway
  let browser: Browser
  before(async () => {
    const [kind] = testDatabases()
    assert(kind)
    database = await kind.create()
    gateway = await startTestGateway(database)
    browser = await launchChromium()
  })
  after(async () => {
    await browser.close()
    await gateway.stop()
    await database.drop()
  })

  /** A page of its own; what it asks other hosts for, and what its console complains of, ends in `wrong`. */
  async function open(path: string): Promise<{ readonly page: Page; readonly wrong: readonly string[] }> {
    const wrong: string[] = []
    const page = await browser.newPage()
    page.setDefaultTimeout(pagePatienceMs)
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.url) && !request.url().startsWith('data:'))
        wrong.push(request.url())
    })
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text())
    })
    await page.goto(gateway.url + path)
    return { page, wrong }
  }

  async function run(page: Page): Promise<unknown> {
    const answered = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && !/__schema/.test(response.request().postData() ?? ''),
    )
    await page.getByRole('button', { name: /execute query/i }).click()
    return (await answered).json()
  }

  it('graphiql/6 runs the examples of both views, and asks no other host for anything', async () => {
    for (const [path, shown] of [
      ['/graphql', ['data', 'posts', 'edges', 0, 'node', 'title']],
      ['/graphql?view=offset', ['data', 'posts', 0, 'title']],
    ] as const) {
      const { page, wrong } = await open(path)
      const title = at(await run(page), ...shown)
      assert.equal(typeof title, 'string')
      await page.locator('.result-window').getByText('"title"').first().waitFor()
      assert.deepEqual(wrong, [])
      await page.close()
    }
  })

  it('graphiql/7 knows the schema, of the view that it shows', async () => {
    const { page, wrong } = await open('/graphql')
    await page.getByRole('button', { name: /documentation explorer/i }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await page.getByText('PostConnection!').first().waitFor()
    await page.getByRole('link', { name: 'by limit and offset' }).click()
    await page.waitForURL(/view=offset/)
    const [current] = await page.locator('nav a[aria-current]').allTextContents()
    assert.equal(current, 'by limit and offset')
    assert.deepEqual(wrong, [])
    await page.close()
  })

  it('graphiql/8 takes a document from the address', async () => {
    const { page, wrong } = await open(`/graphql?query=${encodeURIComponent('{ postsCount }')}`)
    assert.equal(typeof at(await run(page), 'data', 'postsCount'), 'number')
    assert.deepEqual(wrong, [])
    await page.close()
  })
})
