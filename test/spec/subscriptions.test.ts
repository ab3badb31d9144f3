// Subscriptions as server-sent events, by the protocol graphql-sse and its own client: a list comes again when it changed, and
// changes of content come as they happen; nothing of drafts, and nothing but what anybody may read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient, type Client } from 'graphql-sse'
import { countedTexts } from '../support/counted-texts.ts'
import { demoUsers } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { onFollowedDatabases } from '../support/followed.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { started } from '../support/left-over.ts'
import { streaming } from '../support/streaming.ts'

const stream = { accept: 'text/event-stream' }
const address = (query: string, variables: object = {}) =>
  `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(JSON.stringify(variables))}`
const resultsIn = (text: string): readonly unknown[] =>
  text.split('\n\n').flatMap((block): unknown[] => {
    const data = /^event: next\ndata: (.*)$/m.exec(block)?.[1]
    return data === undefined ? [] : [JSON.parse(data)]
  })
const newest = 'subscription { posts(first: 2) { edges { node { id title } } totalCount } }'
const changed = 'subscription { postChanged { id node { id title } } }'
const changeIn = (result: unknown) => at(result, 'data', 'postChanged')
const codeOf = (result: unknown) => at(result, 'errors', 0, 'extensions', 'code')

onFollowedDatabases('subscriptions', ({ isFollowed, on, start }) => {
  const following = (query: string, variables = {}, from: Pick<TestGateway, 'url'> = on().gateway) =>
    streaming(from.url + address(query, variables), stream)
  const post = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${on().gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })

  it('subscriptions/1 are not in the schema unless the owner says so', async (test) => {
    const closed = await startTestGateway(on().database)
    test.after(closed.stop)
    const { json } = await closed.get(address(changed))
    assert.match(String(at(json, 'errors', 0, 'message')), /subscription/i)
    assert.equal((await closed.get(address(changed), stream)).status, 406)
    assert.equal(
      JSON.stringify(await closed.get(address('{ __type(name: "PostChange") { name } }'))).includes(
        'PostChange"',
      ),
      false,
    )
  })

  it('subscriptions/2 are refused without server-sent events, with the documented error', async () => {
    for (const query of [newest, changed]) {
      const response = await post(query)
      const body: unknown = await response.json()
      assert.equal(at(body, 'errors', 0, 'extensions', 'code'), 'NEEDS_EVENT_STREAM')
      const strict = await post(query, { accept: 'application/graphql-response+json' })
      assert.equal(strict.status, 400)
      await strict.arrayBuffer()
    }
  })

  it('subscriptions/3 give errors and the result of a query as events, and end', async () => {
    const cases = [
      [
        '{ posts(first: 1) { totalCount } }',
        /^event: next\ndata: \{"data":\{"posts".*\n\nevent: complete\ndata:\n\n$/,
      ],
      ['subscription { nothing }', /^event: next\ndata: \{"errors":.*nothing.*\n\nevent: complete/],
      ['subscription { posts { totalCount } pages { totalCount } }', /^event: next\ndata: \{"errors":.*one/],
      ['subscription($id: ID!) { postChanged(id: $id) { id } }', /^event: next\ndata: \{"errors":.*id/],
      [
        'subscription { posts(first: 100) { edges { node { comments(first: 100) { edges { node { content } } } } } } }',
        /COST_TOO_HIGH/,
      ],
    ] as const
    for (const [query, form] of cases) {
      const response = await post(query, stream)
      assert.equal(response.headers.get('content-type'), 'text/event-stream')
      assert.match(await response.text(), form)
    }
  })

  if (!isFollowed) {
    it('subscriptions/4 are refused where changes have no positions', async () => {
      await eventually(async () => {
        const { status, json } = await on().gateway.get(address('{ settings { title } }'))
        assert.equal(status, 200, JSON.stringify(json))
        const reader = await following(newest)
        reader.leave()
        assert.equal(reader.status, 503)
      })
    })
    return
  }

  it('subscriptions/5 give a list at once, and again whenever it differs', async () => {
    const reader = await following(newest)
    await reader.until((text) => resultsIn(text).length === 1)
    const { json } = await on().gateway.get(address(newest.replace('subscription', 'query')))
    assert.deepEqual(at(resultsIn(reader.text())[0], 'data'), at(json, 'data'))
    const id = String(at(json, 'data', 'posts', 'edges', 0, 'node', 'id'))
    for (const statement of [
      `update wp_posts set post_title = 'Still hidden' where post_status in ('draft', 'private')`,
      `update wp_posts set post_title = 'Elsewhere' where post_type = 'page'`,
      `update wp_posts set post_title = 'Newer' where ID = ${id}`,
    ])
      await on().database.execute(statement)
    const text = await reader.until((all) => all.includes('Newer'))
    assert.equal(resultsIn(text).length, 2)
    assert.equal(text.includes('hidden'), false)
    reader.leave()
  })

  it('subscriptions/6 give content that changed, once for each change, and tombstones, but nothing of drafts', async () => {
    const reader = await following(changed)
    const one = await following('subscription($id: ID) { postChanged(id: $id) { id } }', { id: '203' })
    await Promise.all([reader, one].map((each) => each.until((text) => text.startsWith(':'))))
    for (const statement of [
      `update wp_posts set post_title = 'Hidden' where post_status in ('draft', 'private')`,
      `insert into wp_postmeta (post_id, meta_key, meta_value) select ID, 'hidden', '1' from wp_posts where post_status in ('draft', 'private')`,
      `update wp_posts set post_title = 'Page' where post_type = 'page'`,
      `update wp_posts set post_title = 'Changed' where ID = 201`,
      `update wp_posts set post_status = 'draft' where ID = 203`,
    ])
      await on().database.execute(statement)
    const text = await reader.until((all) => all.includes('"node":null'))
    assert.deepEqual(resultsIn(text).map(changeIn), [
      { id: '201', node: { id: '201', title: 'Changed' } },
      { id: '203', node: null },
    ])
    await one.until((all) => resultsIn(all).length > 0)
    assert.deepEqual(resultsIn(one.text()).map(changeIn), [{ id: '203' }])
    reader.leave()
    one.leave()
  })

  it('subscriptions/14 lead to the front end', async (test) => {
    const leading = await start({ frontendUrl: 'https://front.example' })
    test.after(leading.stop)
    const urls = 'subscription { posts(first: 1) { edges { node { url } } } }'
    const readers = [
      await following(urls, {}, leading),
      await following('subscription { postChanged { node { url } } }', {}, leading),
    ]
    await readers[0]?.until((text) => text.includes('"url"'))
    await readers[1]?.until((text) => text.startsWith(':'))
    await on().database.execute(`update wp_posts set post_title = 'Led' where ID = 201`)
    await readers[1]?.until((text) => text.includes('"url"'))
    for (const reader of readers) {
      assert.match(reader.text(), /"url":"https:\/\/front\.example\//)
      reader.leave()
    }
  })

  it('subscriptions/7 say no more to those who may see more', async () => {
    const words = `admin:${demoUsers.admin.applicationPassword}`
    const authorization = `Basic ${Buffer.from(words).toString('base64')}`
    const { json } = await on().gateway.get('/cms-json/cms/v2/users/me', { authorization })
    assert.equal(at(json, 'id'), 1)
    const reader = await streaming(on().gateway.url + address(changed), { ...stream, authorization })
    await reader.until((text) => text.startsWith(':'))
    await on().database.execute(`update wp_posts set post_title = 'A secret' where post_status = 'private'`)
    await on().database.execute(`update wp_posts set post_title = 'No secret' where ID = 201`)
    assert.equal((await reader.until((text) => text.includes('No secret'))).includes('A secret'), false)
    reader.leave()
  })

  it('subscriptions/8 work with the client of graphql-sse', async (test) => {
    const client: Client = createClient({ url: `${on().gateway.url}/graphql`, retryAttempts: 0 })
    const isLeft = started('a client of graphql-sse', () => client.dispose())
    test.after(isLeft)
    test.after(() => client.dispose())
    const lists = client.iterate({ query: newest })
    const first = await lists.next()
    assert.equal(at(first.value, 'errors'), undefined)
    await on().database.execute(`update wp_posts set post_title = 'For the client' where ID = 204`)
    await on().database.execute(
      `update wp_posts set post_title = 'At the client' where post_status = 'publish' and post_type = 'post'`,
    )
    for (;;) {
      const { value, done } = await lists.next()
      assert.equal(done, false)
      if (JSON.stringify(value).includes('At the client')) break
    }
    await lists.return?.()
    const once = client.iterate({ query: '{ posts(first: 1) { totalCount } }' })
    assert.equal(typeof at((await once.next()).value, 'data', 'posts', 'totalCount'), 'number')
    assert.equal((await once.next()).done, true)
  })

  it('subscriptions/9 are limited by client, and free their slots', async (test) => {
    const limited = await start({ changeStreamsPerClientMax: 1 })
    test.after(limited.stop)
    const first = await following(newest, {}, limited)
    await first.until((text) => resultsIn(text).length === 1)
    const second = await following(changed, {}, limited)
    second.leave()
    assert.equal(second.status, 429)
    const changes = await streaming(`${limited.url}/cms-json/lectern/v1/changes`, stream)
    changes.leave()
    assert.equal(changes.status, 429)
    first.leave()
    await eventually(async () => {
      const again = await following(changed, {}, limited)
      again.leave()
      assert.equal(again.status, 200)
    })
  })

  it('subscriptions/10 end without `complete` when the gateway stops', async () => {
    const stopped = await start()
    const readers = await Promise.all([newest, changed].map((query) => following(query, {}, stopped)))
    await Promise.all(readers.map((each) => each.until((text) => text !== '')))
    await stopped.stop()
    for (const reader of readers) {
      assert.equal(await reader.ended(), true)
      assert.equal(reader.text().includes('complete'), false)
    }
    const ended = stopped.observed.flatMap((each) => (each.kind === 'stream-ended' ? [each.of] : []))
    assert.deepEqual(ended, ['subscription', 'subscription'])
  })

  it('subscriptions/11 say once that changes may be missing, and go on', async () => {
    const reader = await following(changed)
    await reader.until((text) => text.startsWith(':'))
    // A change of a table does not say which rows it changed
    await on().database.execute(`alter table wp_postmeta comment = 'changed'`)
    await reader.until((text) => resultsIn(text).length > 0)
    await on().database.execute(`update wp_posts set post_title = 'After the gap' where ID = 201`)
    const [missed, next, ...more] = resultsIn(await reader.until((text) => text.includes('After the gap')))
    assert.equal(codeOf(missed), 'CHANGES_MISSED')
    assert.equal(at(missed, 'data'), undefined)
    assert.deepEqual(changeIn(next), { id: '201', node: { id: '201', title: 'After the gap' } })
    assert.deepEqual(more, [])
    reader.leave()
  })

  it('subscriptions/12 buffer nothing for a client that reads slowly, and tell it what it missed', async () => {
    const whole = 'subscription { postChanged(id: 202) { id node { title content } } }'
    const titles = whole.replace('content', '')
    const [slow, reader] = [await following(whole), await following(titles)]
    await Promise.all([slow, reader].map((each) => each.until((text) => text.startsWith(':'))))
    slow.pause()
    const commits = 40
    for (let nth = 1; nth <= commits; nth += 1) {
      await on().database.execute(
        `update wp_posts set post_title = 'Version ${nth}.', post_content = repeat('word ', 60000) where ID = 202`,
      )
      // On a busy machine the feed may have gaps of its own
      await reader.until((text) => resultsIn(text).length >= nth)
    }
    await on().database.execute(`alter table wp_postmeta comment = 'changed again'`)
    await reader.until((text) => text.slice(-1000).includes('CHANGES_MISSED'))
    // What changes before it reads its marker is part of what it missed
    for (let nth = 1; !slow.text().slice(-1000).includes('The end'); nth += 1) {
      const seen = slow.text().length
      await on().database.execute(
        `update wp_posts set post_title = 'The end ${nth}', post_content = '' where ID = 202`,
      )
      await slow.until((text) => text.length > seen)
    }
    const results = resultsIn(slow.text())
    const versions = results.filter((each) => JSON.stringify(each).includes('Version'))
    // What the sockets hold it gets, and then no more of what came meanwhile
    assert(versions.length < commits, `${versions.length} versions`)
    const marker = results.findLastIndex((each) => codeOf(each) === 'CHANGES_MISSED')
    assert(marker >= 0)
    for (const each of results.slice(marker + 1)) assert.match(JSON.stringify(each), /The end \d+/)
    for (const each of [slow, reader]) each.leave()
  })

  it('subscriptions/13 say of a change that would be too long that it was missed', async () => {
    const reader = await following('subscription { postChanged { id node { title content } } }')
    await reader.until((text) => text.startsWith(':'))
    await on().database.execute(
      `update wp_posts set post_content = repeat('word ', 50000) where ID between 201 and 230`,
    )
    await reader.until((text) => text.includes('CHANGES_MISSED'))
    await on().database.execute(`update wp_posts set post_content = '', post_title = 'Short' where ID = 201`)
    const text = await reader.until((read) => read.includes('Short'))
    assert(!text.includes('word word'), 'some of the long change came')
    reader.leave()
  })

  it('subscriptions/16 have an error in place of an event that takes too long to render, and go on', async (test) => {
    const gateway = await start({ extensions: [countedTexts()], renderTimeoutMs: 100 })
    test.after(gateway.stop)
    await on().database.execute(
      `update wp_posts set post_content = '<p>[counted ms="60"]</p>' where post_type = 'post'`,
    )
    const reader = await following(
      'subscription { posts(first: 5) { edges { node { content } } } }',
      {},
      gateway,
    )
    await reader.until((text) => resultsIn(text).length > 0)
    assert.equal(codeOf(resultsIn(reader.text())[0]), 'RENDER_TIMEOUT')
    await on().database.execute(`update wp_posts set post_content = 'soon' where post_type = 'post'`)
    await reader.until((text) => text.includes('soon'))
    const last = resultsIn(reader.text()).at(-1)
    assert.equal(list(at(last, 'data', 'posts', 'edges')).length, 5)
    reader.leave()
  })

  it('subscriptions/15 are no work of the request after which the feed began anew', async (test) => {
    const gateway = await start({ extensions: [countedTexts()], renderTimeoutMs: 400 })
    test.after(gateway.stop)
    const statusOfComments = async () => (await gateway.get('/cms-json/cms/v2/comments?_fields=id')).status
    assert.equal(await statusOfComments(), 200)
    await on().database.execute('rename table wp_comments to wp_comments_away')
    await gateway.get(address('{ comments(first: 1) { edges { node { id } } } }'))
    await eventually(async () => assert.notEqual(await statusOfComments(), 200))
    await on().database.execute('rename table wp_comments_away to wp_comments')
    await eventually(async () => assert.equal(await statusOfComments(), 200))
    const reader = await following('subscription { postChanged(id: 204) { node { content } } }', {}, gateway)
    await reader.until((text) => text.startsWith(':'))
    const texts = ['First', 'Second'].map((word) => `<p>${word} [counted ms="420"]</p>`)
    for (const [nth, text] of texts.entries()) {
      await on().database.execute(`update wp_posts set post_content = '${text}' where ID = 204`)
      await reader.until((all) => resultsIn(all).length > nth)
    }
    for (const result of resultsIn(reader.text()))
      assert.match(JSON.stringify(result), /(First|Second) counted/)
    reader.leave()
  })
})
