// The contract of the response cache: finished bytes, strong ETags, conditional requests, lives, limits of addresses.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, startTestGateway, type On } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'
const statements = ({ gateway }: On) => gateway.observed.filter(({ kind }) => kind === 'query').length

onEveryDatabase(
  'the response cache',
  (on) => {
    it('cache/1 answers again without asking the database, with the same bytes and tag', async () => {
      const first = await on().gateway.get(`${posts}?per_page=3`)
      const before = statements(on())
      const second = await on().gateway.get(`${posts}?per_page=3`)
      assert.equal(statements(on()), before)
      assert.equal(second.text, first.text)
      assert.equal(second.headers.get('etag'), first.headers.get('etag'))
      assert.equal(second.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
    })

    it('cache/2 answers 304 to whoever has these bytes, whatever the form of the condition', async () => {
      const path = `${posts}?per_page=4`
      const etag = (await on().gateway.get(path)).headers.get('etag') ?? ''
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await on().gateway.get(path, { 'if-none-match': condition })
        assert.deepEqual(
          [status, text, headers.get('etag'), headers.get('content-type')],
          [304, '', etag, null],
          condition,
        )
      }
      for (const condition of ['"other"', etag.slice(1, -1)]) {
        assert.equal((await on().gateway.get(path, { 'if-none-match': condition })).status, 200, condition)
      }
    })

    it('cache/3 asks once for any number of equal requests at once', async () => {
      const before = statements(on())
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => on().gateway.get(`${posts}?per_page=5&_fields=id,slug`)),
      )
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      // The page; its total where none is kept
      assert(statements(on()) - before <= 2)
    })

    it('cache/4 keeps no refusals and nothing that a password opened', async () => {
      const before = statements(on())
      assert.equal((await on().gateway.get(`${posts}/999`)).headers.get('cache-control'), 'private, no-store')
      const asked = statements(on()) - before
      await on().gateway.get(`${posts}/999`)
      assert.equal(statements(on()) - before, asked * 2)
    })

    it('cache/5 drops an answer when a row that it was made of changes', async () => {
      const gateway = await startTestGateway(on().database, { feed: 'auto' })
      const title = async () => (await gateway.get(`${posts}/201?_fields=title`)).text
      await title()
      await on().database.execute(`update wp_posts set post_title = 'A new title' where ID = 201`)
      await eventually(async () => assert.equal(await title(), '{"title":{"rendered":"A new title"}}'))
      await on().database.execute(
        `update wp_options set option_value = '0' where option_name = 'use_smilies'`,
      )
      await on().database.execute(`update wp_posts set post_content = ':)' where ID = 201`)
      const content = async () => (await gateway.get(`${posts}/201?_fields=content.rendered`)).text
      await eventually(async () => assert.match(await content(), /<p>:\)</))
      await on().database.execute(
        `update wp_options set option_value = '1' where option_name = 'use_smilies'`,
      )
      await eventually(async () => assert.match(await content(), /🙂/))
      await gateway.stop()
    })

    it('cache/6 takes an address at the limit and refuses one that is a byte longer', async () => {
      const path = (bytes: number) => `${posts}?_fields=id&x=`.padEnd(bytes, 'x')
      assert.equal((await on().gateway.get(path(512))).status, 200)
      const refused = await on().gateway.get(path(513))
      assert.deepEqual(
        [refused.status, refused.json],
        [
          414,
          {
            code: 'address_too_long',
            message: 'The address is longer than this gateway accepts.',
            data: { status: 414 },
          },
        ],
      )
    })
  },
  { addressBytesMax: 512 },
)
