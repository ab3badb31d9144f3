// Webhooks: who keeps answers elsewhere is told what of them is stale, whatever of it is kept here.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import type { TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { redirect, silent, startRemoteServer } from '../support/remote-server.ts'
import {
  type Received,
  startWebhookReceiver,
  taken,
  toldByName,
  type WebhookReceiver,
  webhookSecret,
} from '../support/webhook-receiver.ts'

const base = '/cms-json/cms/v2'
const quick = {
  webhookSecret: [webhookSecret],
  webhookDelayMs: 20,
  webhookRetryMs: 20,
  webhookRetryMaxMs: 100,
  tagHeaders: 'surrogate-key',
} as const satisfies ConfigFile

const feedOf = (gateway: TestGateway) =>
  gateway.observed.flatMap((observed) => (observed.kind === 'feed' ? [observed.name] : [])).at(-1)
const outcomes = (gateway: TestGateway) =>
  gateway.observed.flatMap((observed) => (observed.kind === 'webhook' ? [observed.outcome] : []))
const last = ({ received }: WebhookReceiver): Received => {
  const message = received.at(-1)
  assert(message !== undefined, 'no message came')
  return message
}
const keysOf = async (gateway: TestGateway, path: string) =>
  ((await gateway.get(path)).headers.get('surrogate-key') ?? '').split(' ')
/** Whether a receiver that drops by the message drops an answer with these keys. */
const drops = ({ tags }: Received, keys: readonly string[]) =>
  tags === 'all' || tags.some((tag) => keys.includes(tag))

/** A gateway that tells, once it has told that everything before is unknown. */
async function telling(
  url: string,
  receivers: readonly WebhookReceiver[],
  settings: ConfigFile = {},
): Promise<TestGateway> {
  const gateway = await startTestGateway(
    { url },
    { feed: 'auto', ...quick, ...settings, webhookUrls: receivers.map((receiver) => receiver.url) },
  )
  await eventually(async () => {
    for (const receiver of receivers) assert.equal(last(receiver).tags, 'all')
  })
  return gateway
}

const retitle = (database: TestDatabase, id: number, title: string) =>
  database.execute('update wp_posts set post_title = ? where ID = ?', [title, id])

onEveryDatabase('webhooks', (on) => {
  const isServer = () => on().database.flavour !== 'sqlite'
  /** By the best feed that there is. */
  const bestUrl = () => (isServer() ? on().database.adminUrl : on().database.url)

  it('webhooks/1 tell of a changed title its tags and the path of what went', async () => {
    const receiver = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver])
    const [one, other] = [`${base}/posts/228`, `${base}/posts/229`]
    const [keys, otherKeys] = [await keysOf(gateway, one), await keysOf(gateway, other)]
    const before = receiver.received.length
    await retitle(on().database, 228, 'Told')
    await eventually(async () => assert.ok(receiver.received.length > before))
    const message = last(receiver)
    assert.equal(message.isGenuine, true)
    assert.equal(drops(message, keys), true)
    if (isServer()) {
      assert.equal(feedOf(gateway), 'binlog')
      assert.notEqual(message.tags, 'all')
      assert.ok(message.tags.includes('row:posts:228'))
      assert.deepEqual(message.causes, ['update of posts'])
      assert.deepEqual(message.paths, [one])
      assert.equal(drops(message, otherKeys), false)
      const said: unknown = JSON.parse(message.body)
      const read = await gateway.get(one, { 'x-cms-at': String(at(said, 'data', 'at')) })
      assert.deepEqual([read.status, /Told/.test(read.text)], [200, true])
    } else assert.equal(message.tags, 'all')
    // What nothing here was made of may still be kept elsewhere
    const count = receiver.received.length
    await retitle(on().database, 203, 'Told too')
    await eventually(async () => {
      assert.ok(receiver.received.length > count)
      if (isServer()) assert.ok(last(receiver).tags.includes('row:posts:203'))
    })
    await gateway.stop()
  })

  it('webhooks/2 tell by tables where no more is known, and nothing where nothing that is read changed', async (test) => {
    const { database } = on()
    if (!isServer()) return test.skip('SQLite tells less')
    const receiver = await startWebhookReceiver()
    const gateway = await telling(database.url, [receiver])
    assert.equal(feedOf(gateway), 'poll')
    const keys = await keysOf(gateway, `${base}/posts/228`)
    let attempt = 0
    // What answers are made of is known once it was read, and looked at
    await eventually(async () => {
      const before = receiver.received.length
      attempt += 1
      await database.execute('insert into wp_options (option_name, option_value) values (?, ?)', [
        `_transient_poll_${attempt}`,
        '1',
      ])
      await retitle(database, 228, `Told by its table ${attempt}`)
      await eventually(async () => assert.ok(receiver.received.length > before))
      assert.ok(last(receiver).tags.includes('table:posts'))
      assert.equal(drops(last(receiver), keys), true)
      const told = receiver.received.slice(before).flatMap(({ tags }) => tags)
      assert.equal(told.includes('table:options'), false)
    })
    await gateway.stop()
  })

  it('webhooks/3 tell of every change of what was once read, though nothing of it is kept here', async (test) => {
    const { database } = on()
    if (!isServer()) return test.skip('SQLite tells less')
    const receiver = await startWebhookReceiver()
    const gateway = await telling(database.url, [receiver], { cacheBytesMax: 0 })
    await gateway.get(`${base}/posts/228`)
    const named = (tag: string) => receiver.received.filter(({ tags }) => tags.includes(tag)).length
    for (const n of [1, 2]) {
      const [options, meta] = [named('table:options'), named('table:postmeta')]
      await database.execute(
        `update wp_options set option_value = 'Name ${n}' where option_name = 'blogname'`,
      )
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values (228, '_thumbnail_id', '${n}')`,
      )
      await eventually(async () => {
        assert.ok(named('table:options') > options)
        assert.ok(named('table:postmeta') > meta)
      })
    }
    await database.execute(`delete from wp_postmeta where post_id = 228 and meta_key = '_thumbnail_id'`)
    await gateway.stop()
  })

  it('webhooks/4 tell nothing of what no answer shows', async (test) => {
    const { database } = on()
    if (!isServer()) return test.skip('SQLite tells less')
    const receiver = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver])
    await gateway.get(`${base}/posts/228`)
    const before = receiver.received.length
    await database.execute(
      `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
         post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
         post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
       values (900001, 1, '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', 'a draft', '', 'draft', 'open', 'open',
         '', '', '', '', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', 0, '', 0, 'post', '', 0)`,
    )
    await database.execute(
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (900001, '_thumbnail_id', '1')`,
    )
    await database.execute(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (900001, 1, 0)`,
    )
    await database.execute(
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (228, '_edit_lock', '1700000000:1')`,
    )
    await database.execute(
      `insert into wp_usermeta (user_id, meta_key, meta_value) values (1, 'session_tokens', 'x')`,
    )
    await database.execute(
      `insert into wp_options (option_name, option_value) values ('_transient_some', '1'), ('of_a_plugin', '2')`,
    )
    await database.execute(`update wp_options set option_value = 'Told' where option_name = 'blogname'`)
    await eventually(async () => assert.ok(receiver.received.length > before))
    // What others held when it was looked for is told once more
    assert.deepEqual(
      new Set(receiver.received.slice(before).flatMap(({ tags }) => tags)),
      new Set(['site', 'option:blogname', 'rows:options']),
    )
    // A draft that is published is told of, with the lists that it comes to
    await database.execute(`update wp_posts set post_status = 'publish' where ID = 900001`)
    await eventually(async () => assert.ok(last(receiver).tags.includes('row:posts:900001')))
    assert.ok(last(receiver).tags.includes('list:posts:post/status'))
    await database.execute(`delete from wp_posts where ID = 900001`)
    await gateway.stop()
  })

  it('webhooks/5 tell of many changes at once, and of more than a message holds that all is stale', async (test) => {
    const { database } = on()
    if (!isServer()) return test.skip('SQLite tells less')
    const receiver = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver], { webhookDelayMs: 3000, webhookTagsMax: 20 })
    const rows = [228, 229, 230]
    const { messages } = await toldByName(receiver, rows, async (row) => {
      const retitling = rows.map(
        (id) => `update wp_posts set post_title = 'Together ${id} ${row}' where ID = ${id}`,
      )
      // One transaction, which the feed tells of as one
      await database.execute(`begin; ${retitling.join('; ')}; commit`)
    })
    const [message] = messages
    for (const id of rows) assert.ok(message?.tags.includes(`row:posts:${id}`))
    assert.equal(messages.length, 1)
    const before = receiver.received.length
    await database.execute(
      `update wp_posts set post_title = concat(post_title, '!') where post_status = 'publish'`,
    )
    await eventually(async () => {
      assert.equal(last(receiver).tags, 'all')
      assert.deepEqual(last(receiver).paths, [])
      assert.ok(receiver.received.length > before)
    })
    await gateway.stop()
  })

  it('webhooks/6 are sent again with the same id where a receiver fails, is silent or leads elsewhere', async () => {
    const elsewhere = await startWebhookReceiver()
    const receiver = await startWebhookReceiver()
    const beside = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver, beside], { webhookTimeoutMs: 3000 })
    const before = receiver.received.length
    const failures = [
      redirect(elsewhere.url),
      silent,
      (_: unknown, response: Parameters<typeof taken>[1]) => {
        response.writeHead(503, { 'retry-after': '0' }).end('x'.repeat(100_000))
      },
    ]
    receiver.answerWith((incoming, response) => (failures.shift() ?? taken)(incoming, response))
    await retitle(on().database, 228, 'Told again and again')
    await eventually(async () => {
      const [first, ...again] = receiver.received.slice(before)
      assert.ok(first && again.length >= 3)
      assert.deepEqual(
        again.slice(0, 3).map(({ id, body, isGenuine }) => ({ id, body, isGenuine })),
        Array.from({ length: 3 }, () => ({ id: first.id, body: first.body, isGenuine: true })),
      )
    })
    assert.equal(elsewhere.received.length, 0)
    assert.ok(beside.received.length > 0)
    await gateway.stop()
  })

  it('webhooks/7 that are given up leave behind that all is stale', async () => {
    const receiver = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver], { webhookAttemptsMax: 2 })
    receiver.answerWith((_, response) => void response.writeHead(500).end())
    await retitle(on().database, 228, 'Nobody hears')
    await eventually(async () => assert.ok(outcomes(gateway).includes('given-up')))
    receiver.answerWith(taken)
    await eventually(async () => {
      assert.equal(outcomes(gateway).at(-1), 'taken')
      assert.equal(last(receiver).tags, 'all')
      assert.deepEqual(last(receiver).causes.slice(0, 1), ['a message was given up'])
    })
    await gateway.stop()
  })

  it('webhooks/8 that a receiver wants no more of are sent no more', async () => {
    const receiver = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver])
    receiver.answerWith((_, response) => void response.writeHead(410).end())
    await retitle(on().database, 228, 'Unwanted')
    await eventually(async () => assert.equal(outcomes(gateway).at(-1), 'gone'))
    await gateway.stop()
  })

  it('webhooks/9 are sent before the end, and keep no stop waiting', async () => {
    const receiver = await startWebhookReceiver()
    const mute = await startWebhookReceiver()
    const gateway = await telling(bestUrl(), [receiver, mute], {
      webhookDelayMs: 1500,
      webhookTimeoutMs: 1000,
    })
    const before = receiver.received.length
    mute.answerWith(silent)
    await gateway.get(`${base}/posts/228`)
    await retitle(on().database, 228, 'The last')
    await eventually(async () =>
      assert.ok(
        gateway.observed.some((observed) => observed.kind === 'dropped' && observed.cause !== 'purge'),
      ),
    )
    await gateway.stop()
    assert.equal(receiver.received.length, before + 1)
  })

  it('webhooks/10 follow purges by hand, are counted, and log no secret', async () => {
    const receiver = await startWebhookReceiver()
    const url = `${receiver.url}?token=very-secret`
    const gateway = await telling(bestUrl(), [{ ...receiver, url }], { adminPort: 0 })
    const before = receiver.received.length
    await fetch(`${gateway.adminUrl}/purge`, {
      method: 'POST',
      body: JSON.stringify({ address: '/?rest_route=/cms/v2/posts/228/' }),
    })
    await eventually(async () => assert.ok(receiver.received.length > before))
    assert.deepEqual(last(receiver).paths, [`${base}/posts/228`])
    assert.deepEqual(last(receiver).causes, ['purge'])
    receiver.answerWith((_, response) => void response.writeHead(500).end())
    await retitle(on().database, 228, 'Counted')
    await eventually(async () => assert.ok(outcomes(gateway).includes('failed')))
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    assert.match(metrics, /lectern_webhooks_total\{receiver="1",outcome="taken"\} [1-9]/)
    assert.match(metrics, /lectern_webhooks_waiting\{receiver="1"\} [12]/)
    assert.match(metrics, /lectern_webhook_delay_seconds_count\{receiver="1"\} [1-9]/)
    const told = JSON.stringify([gateway.observed, metrics])
    assert.doesNotMatch(told, /very-secret|whsec_|\/hook/)
    assert.equal(told.includes(webhookSecret.slice('whsec_'.length)), false)
    await gateway.stop()
  })

  it('webhooks/12 purge CDNs by their own APIs, again where one does not take it, and show no token', async () => {
    const asked: { readonly request: string; readonly body: unknown }[] = []
    let status = 503
    const cdn = await startRemoteServer(async ({ method, url, headers }, response) => {
      const token = String(headers['fastly-key'] ?? headers['accesskey'] ?? headers.authorization)
      const body: unknown = JSON.parse(await text(response.req))
      // What is not taken is still to be sent, and whatever follows goes with it
      if (status === 200) asked.push({ request: `${method} ${url} ${token}`, body })
      response.writeHead(status).end('{}')
      status = 200
    })
    const gateway = await startTestGateway(on().database, {
      feed: 'auto',
      ...quick,
      webhookSecret: [],
      adminPort: 0,
      webhookUrls: [
        `fastly:service1:very-secret-token@${cdn.url}`,
        `cloudflare:zone1:very-secret-token@${cdn.url}/`,
        `bunny:pull1:very-secret-token@${cdn.url}`,
        `netlify:site1:very-secret-token@${cdn.url}`,
      ],
    })
    const [fastly, cloudflare, bunny, netlify] = [
      'POST /service/service1/purge_all very-secret-token',
      'POST /zones/zone1/purge_cache Bearer very-secret-token',
      'POST /pullzone/pull1/purgeCache very-secret-token',
      'POST /purge Bearer very-secret-token',
    ]
    const told = (request: string, body: unknown) =>
      asked.some((each) => each.request === request && isDeepStrictEqual(each.body, body))
    await eventually(() => {
      assert.ok(told(fastly, {}), JSON.stringify(asked))
      assert.ok(told(cloudflare, { purge_everything: true }), JSON.stringify(asked))
      assert.ok(told(bunny, {}), JSON.stringify(asked))
      assert.ok(told(netlify, { site_id: 'site1' }), JSON.stringify(asked))
    })
    await fetch(`${gateway.adminUrl}/purge`, {
      method: 'POST',
      body: JSON.stringify({ tags: ['row:posts:228'] }),
    })
    // Responses with too many tags for a header have one for all rows of a table
    const tags = ['row:posts:228', 'rows:posts']
    /** What else changed of late may be in the same request. */
    const toldOf = (request: string, member: string) =>
      asked.some((each) => {
        const sent = at(each.body, member)
        return each.request === request && Array.isArray(sent) && tags.every((tag) => sent.includes(tag))
      })
    await eventually(() => {
      const sent = JSON.stringify(asked)
      assert.ok(toldOf('POST /service/service1/purge very-secret-token', 'surrogate_keys'), sent)
      assert.ok(toldOf(cloudflare, 'tags'), sent)
      for (const tag of tags) assert.ok(told(bunny, { CacheTag: tag }), sent)
      assert.ok(toldOf(netlify, 'cache_tags'), sent)
      assert.ok(asked.every(({ request, body }) => request !== netlify || at(body, 'site_id') === 'site1'))
    })
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    for (const receiver of [1, 2, 3, 4])
      assert.match(metrics, new RegExp(`webhooks_total\\{receiver="${receiver}",outcome="taken"\\} [1-9]`))
    assert.ok(outcomes(gateway).includes('failed'))
    assert.doesNotMatch(JSON.stringify([gateway.observed, metrics]), /very-secret/)
    await gateway.stop()
    await cdn.stop()
  })

  it('webhooks/11 need a secret', async () => {
    await assert.rejects(
      startTestGateway(on().database, { webhookUrls: ['http://127.0.0.1:1/hook'] }),
      /webhookSecret/,
    )
    assert.equal(at((await on().gateway.get(`${base}/posts/228?_fields=id`)).json, 'id'), 228)
  })
})
