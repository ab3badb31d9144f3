// The tutorial of a public feed, run from its own text.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { at, onOneDatabase } from '../support/gateway.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/tutorial-feed.md', import.meta.url)), 'utf8')

const addresses = [...page.matchAll(/curl (?:-\w+ )?'http:\/\/127\.0\.0\.1:8080([^']*)'/g)].map(
  ([, address = '']) => address,
)

/** Why one database is enough. */
const same = 'the text is one'

onOneDatabase(
  'the tutorial of a public feed',
  same,
  (on) => {
    it('tutorials/1 asks only for what is answered, and says which headers there are', async () => {
      assert.equal(addresses.length, 7)
      for (const address of addresses) {
        const { status, headers } = await on().gateway.get(address)
        assert.equal(status, 200, address)
        if (address.includes('cursor=')) assert.match(headers.get('link') ?? '', /rel="next"/)
        if (address.endsWith('_fields=id,date,title,link,author')) assert(headers.has('x-cms-total'))
      }
      for (const [, address = ''] of page.matchAll(/<http:\/\/127\.0\.0\.1:8080([^>#]*)/g))
        assert.equal((await on().gateway.get(address, { accept: 'text/html' })).status, 200, address)
    })

    it('tutorials/2 changes a row, and sees the new title', async () => {
      const address = addresses.find((each) => each.includes('posts/238')) ?? ''
      const [, statement = ''] = /exec\(\\"(.*?)\\"\)/.exec(page) ?? []
      await on().gateway.get(address)
      await on().database.execute(statement)
      await eventually(async () => {
        const { json } = await on().gateway.get(address)
        assert.equal(at(json, 'title', 'rendered'), 'Changed')
      })
    })
  },
  { feed: 'auto' },
)
