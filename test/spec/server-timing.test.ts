// `Server-Timing`: the plans that ran for an answer, by their names, where an owner turns it on.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { onOneDatabase } from '../support/gateway.ts'

const why = 'what is timed is named after plans, whatever runs them'

const posts = '/cms-json/cms/v2/posts'

onOneDatabase(
  'Server-Timing',
  why,
  (on) => {
    const timingOf = async (path: string) => (await on().gateway.get(path)).headers.get('server-timing') ?? ''

    it('server-timing/1 names the plans that ran for an answer, and none for one that was kept', async () => {
      const path = `${posts}?per_page=2&_fields=id`
      assert.match(await timingOf(path), /\bposts\.page;dur=\d+\.\d/)
      await eventually(async () => assert.equal(await timingOf(path), ''))
      assert.match(await timingOf(`${posts}?cursor=&_fields=id`), /^posts\.by-date;dur=\d+\.\d$/)
      assert.match(await timingOf(`${posts}/201?_fields=id`), /\bposts\.item;dur=/)
      assert.match(await timingOf(`${posts}?search=the&_fields=id`), /\bposts\.search;dur=/)
      assert.match(await timingOf('/cms-json/cms/v2/search?search=the'), /\bposts\.search;dur=/)
    })

    it('server-timing/2 is there for GraphQL, and beside an envelope, not in it', async () => {
      const answer = await on().gateway.graphql('{ posts(first: 3) { edges { cursor } } }')
      assert.match(answer.headers.get('server-timing') ?? '', /posts\.by-date;dur=/)
      const enveloped = await on().gateway.get(`${posts}?per_page=4&_envelope`)
      assert.match(enveloped.headers.get('server-timing') ?? '', /posts\.list;dur=/)
      assert.doesNotMatch(enveloped.text, /Server-Timing/i)
    })

    it('server-timing/3 has the names that are observed', async () => {
      const { gateway } = on()
      await gateway.get(`${posts}?cursor=&per_page=7`)
      const names = gateway.observed.flatMap((each) => (each.kind === 'query' ? [each.plan] : []))
      assert(names.includes('posts.by-date'))
      assert(
        names.every((name) => /^[a-z_]+\.[a-z-]+$/.test(name)),
        names.join(' '),
      )
    })
  },
  { serverTiming: 'on' },
)

onOneDatabase(
  'Server-Timing, by default',
  why,
  (on) => {
    it('server-timing/4 tells clients nothing, of drafts that change either', async () => {
      const { gateway, database } = on()
      const read = async () => (await gateway.get(`${posts}?per_page=2`)).headers
      assert.equal((await read()).get('server-timing'), null)
      await eventually(async () => assert.match((await read()).get('cache-status') ?? '', /hit/))
      await database.execute("update wp_posts set post_title = 'Still a draft' where post_status = 'draft'")
      await eventually(async () => {
        const headers = await read()
        assert.equal(headers.get('server-timing'), null)
        assert.match(headers.get('cache-status') ?? '', /miss/)
      })
    })
  },
  { feed: 'auto' },
)
