// `Server-Timing`: which plans ran for an answer that was made for this request, by their names, unless an owner says not.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'

onEveryDatabase('Server-Timing', (on) => {
  const timingOf = async (path: string) => (await on().gateway.get(path)).headers.get('server-timing') ?? ''

  it('names the plans that ran for an answer, and none for one that was kept', async () => {
    const path = `${posts}?per_page=2&_fields=id`
    assert.match(await timingOf(path), /\bposts\.list;dur=\d+\.\d, posts\.count;dur=\d/)
    await eventually(async () => assert.equal(await timingOf(path), ''))
    assert.match(await timingOf(`${posts}?cursor=&_fields=id`), /^posts\.by-date;dur=\d+\.\d$/)
    assert.match(await timingOf(`${posts}/201?_fields=id`), /\bposts\.item;dur=/)
    assert.match(await timingOf(`${posts}?search=the&_fields=id`), /\bposts\.search;dur=/)
    assert.match(await timingOf('/cms-json/cms/v2/search?search=the'), /\bposts\.search;dur=/)
  })

  it('is there for GraphQL, and beside an envelope, not in it', async () => {
    const answer = await on().gateway.graphql('{ posts(first: 3) { edges { cursor } } }')
    assert.match(answer.headers.get('server-timing') ?? '', /posts\.by-date;dur=/)
    const enveloped = await on().gateway.get(`${posts}?per_page=4&_envelope`)
    assert.match(enveloped.headers.get('server-timing') ?? '', /posts\.list;dur=/)
    assert.doesNotMatch(enveloped.text, /Server-Timing/i)
  })

  it('has the names that are observed', async () => {
    const { gateway } = on()
    await gateway.get(`${posts}?cursor=&per_page=7`)
    const names = gateway.observed.flatMap((each) => (each.kind === 'query' ? [each.plan] : []))
    assert(names.includes('posts.by-date'))
    assert(
      names.every((name) => /^[a-z_]+\.[a-z-]+$/.test(name)),
      names.join(' '),
    )
  })
})

onEveryDatabase(
  'Server-Timing, turned off',
  (on) => {
    it('is not said', async () => {
      const { headers } = await on().gateway.get(`${posts}?per_page=2`)
      assert.equal(headers.get('server-timing'), null)
    })
  },
  { serverTiming: 'off' },
)
