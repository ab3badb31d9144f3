// The tutorials of a public feed and of moving from WPGraphQL, run from their own texts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { at, onOneDatabase } from '../support/gateway.ts'

const pageOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url)), 'utf8')

const page = pageOf('tutorial-feed')

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

onOneDatabase(
  'the tutorial of moving from WPGraphQL',
  same,
  (on) => {
    it('tutorials/3 asks for what its schema has, by POST and by GET', async () => {
      const moving = pageOf('tutorial-wpgraphql')
      const [, body = ''] = /-d '(\{.*?\n\})'/s.exec(moving) ?? []
      const sent: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> } =
        JSON.parse(body)
      const { gateway } = on()
      const posted = await gateway.graphql(sent.query, sent.variables)
      assert.equal(posted.status, 200, posted.text)
      const nodes = at(posted.json, 'data', 'posts', 'nodes')
      assert(Array.isArray(nodes) && nodes.length === 3, posted.text)
      const [, address = ''] = /curl -si 'http:\/\/127\.0\.0\.1:8080([^']*)'/.exec(moving) ?? []
      const { status, headers, text } = await gateway.get(address)
      assert.equal(status, 200, text)
      const unchanged = await gateway.get(address, { 'if-none-match': headers.get('etag') ?? '' })
      assert.equal(unchanged.status, 304)
    })
  },
  { feed: 'auto', graphqlView: 'wpgraphql' },
)
