// A single-page app in a real browser, which logs in from another origin and reads; and one whose origin is not let in.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { lacksChromium, launchChromium, pagePatienceMs } from '../support/chromium.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startSinglePageApp, type SinglePageApp } from '../support/single-page-app.ts'
import { jwtSecret } from '../support/tokens.ts'

describe('a single-page app at another origin', { skip: lacksChromium }, () => {
  let browser: Browser
  let app: SinglePageApp
  let stranger: SinglePageApp
  before(async () => {
    browser = await launchChromium()
    app = await startSinglePageApp()
    stranger = await startSinglePageApp()
  })
  after(async () => {
    await browser.close()
    await app.stop()
    await stranger.stop()
  })

  for (const kind of testDatabases())
    describe(`on ${kind.name}`, () => {
      let database: TestDatabase
      let gateway: TestGateway
      before(async () => {
        database = await kind.create()
        gateway = await startTestGateway(database, {
          corsOrigins: [app.origin],
          jwtSecret,
          tokenRoute: 'on',
          passwordAnswerMs: 0,
        })
      })
      after(async () => {
        await gateway.stop()
        await database.drop()
      })

      const open = async (origin: string) => {
        const page = await browser.newPage()
        page.setDefaultTimeout(pagePatienceMs)
        await page.goto(`${origin}/?gateway=${encodeURIComponent(gateway.url)}`)
        return page
      }
      const said = async (page: Page) => {
        await page.waitForSelector('#said:not(:empty)')
        return await page.textContent('#said')
      }
      const logIn = async (page: Page, username: string, password: string) => {
        await page.fill('[name=username]', username)
        await page.fill('[name=password]', password)
        await page.click('form button')
        return said(page)
      }

      it('single-page-app/1 logs in and reads, by REST and GraphQL; is told why it may not', async () => {
        const page = await open(app.origin)
        assert.equal(await logIn(page, 'edith', 'wrong'), 'refused: incorrect_login')
        assert.equal(await logIn(page, 'edith', 'edith-pass'), 'done')
        assert.deepEqual(await page.locator('#drafts li').allTextContents(), [
          'Floating draft',
          'Draft of a plan',
        ])
        assert.equal(await page.textContent('#count'), '2 by REST, 2 by GraphQL')
        // Its token ends with the password
        await database.execute(`update wp_users set user_pass = 'another' where ID = 2`)
        await page.click('#again')
        assert.equal(await said(page), 'refused: invalid_token')
        await page.close()
      })

      it('single-page-app/2 is told nothing where its origin is not let in', async () => {
        const page = await open(stranger.origin)
        assert.equal(await logIn(page, 'arthur', 'arthur-pass'), 'refused: Failed to fetch')
        assert.equal(await page.locator('#drafts li').count(), 0)
        await page.close()
      })
    })
})
