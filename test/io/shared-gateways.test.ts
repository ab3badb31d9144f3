// Gateways that share a Valkey, as clients see them: a commit is seen behind each of them, a client never goes back in time
// between them, and webhooks are sent once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabaseKind } from '../support/databases.ts'
import { eventually, until } from '../support/eventually.ts'
import { at, startTestGateway, type Answer, type TestGateway } from '../support/gateway.ts'
import { lastFirst } from '../support/last-first.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts'
import { ask, startWorkers, stopWorkers, workerIds } from '../support/workers.ts'

const kinds = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')
const skip = valkeyProgram === null && 'there is no valkey-server and no redis-server'
const redisSecret = 'a secret of at least thirty-two characters'
const path = '/cms-json/cms/v2/posts/228?_fields=title'

const feedOf = async ({ adminUrl }: TestGateway, what: string) =>
  at(await (await fetch(`${adminUrl}/ready`)).json(), 'feed', what)

async function gateways(
  test: TestContext,
  kind: TestDatabaseKind,
  count: number,
  webhookUrls: readonly string[] = [],
) {
  const ending = lastFirst(test)
  const valkey = await startValkey(ending)
  const database = await kind.create()
  ending.after(() => database.drop())
  const settings = {
    feed: 'auto',
    adminPort: 0,
    redisUrl: valkey.url,
    redisSecret,
    publicUrl: 'https://api.example.org',
    ...(webhookUrls.length > 0 ? { webhookUrls: [...webhookUrls], webhookSecret: [webhookSecret] } : {}),
  } as const
  const write = (title: string) =>
    database.execute('update wp_posts set post_title = ? where ID = 228', [title])
  const start = async (own: ConfigFile = {}) => {
    const gateway = await startTestGateway({ url: database.adminUrl }, { ...settings, ...own })
    ending.after(gateway.stop)
    await eventually(async () => assert.equal(await feedOf(gateway, 'name'), 'shared'))
    return gateway
  }
  const all: TestGateway[] = []
  for (let n = 0; n < count; n += 1) all.push(await start())
  return { valkey, all, database, write, start, ending }
}

const isHit = async (gateway: TestGateway) => {
  const { headers } = await gateway.get(path)
  assert.match(headers.get('cache-status') ?? '', /hit/)
}

describe(
  'gateways that share a Valkey',
  { skip: kinds.length === 0 ? 'there is no server with a log' : skip },
  () => {
    for (const kind of kinds) describe(`over ${kind.name}`, () => sharing(kind))
  },
)

function sharing(kind: TestDatabaseKind): void {
  it('say which of them reads the log, and drop what is changed', async (test) => {
    const { all, write } = await gateways(test, kind, 3)
    // On a busy machine another one may have become the reader meanwhile
    await eventually(async () => {
      const roles = await Promise.all(all.map((gateway) => feedOf(gateway, 'role')))
      assert.deepEqual(
        roles.map(String).toSorted((one, other) => one.localeCompare(other)),
        ['follower', 'follower', 'reader'],
      )
    })
    for (let n = 0; n < 3; n += 1) {
      for (const gateway of all) await eventually(() => isHit(gateway))
      await write(`seen ${n}`)
      for (const gateway of all)
        await eventually(async () => assert.match((await gateway.get(path)).text, new RegExp(`seen ${n}`)))
    }
  })

  it('each read the log where they read texts in different character sets', async (test) => {
    const { all, start } = await gateways(test, kind, 1)
    const [first] = all
    assert(first)
    const second = await start({ databaseCharset: 'latin1' })
    for (const gateway of [first, second])
      await eventually(async () => assert.equal(await feedOf(gateway, 'role'), 'reader'))
  })

  it('never take a client back in time that sends its position', async (test) => {
    const { all, write } = await gateways(test, kind, 2)
    for (let n = 0; n < 20; n += 1) {
      for (const gateway of all) await gateway.get(path)
      await write(`version ${n}`)
      let token: string | null = null
      for (const gateway of [...all, ...all]) {
        const headers: Readonly<Record<string, string>> = token === null ? {} : { 'x-cms-at': token }
        // A gateway that has not read so far in time refuses, and is asked again
        const answer = await until(async () => {
          const said = await gateway.get(path, headers)
          if (said.status !== 200) assert.equal(at(said.json, 'code'), 'position_not_reached')
          return said.status === 200 && said
        })
        if (token !== null) assert.match(answer.text, new RegExp(`version ${n}"`))
        token = answer.headers.get('x-cms-at')
        assert.ok(token)
      }
    }
  })

  it('answer what another has made, until it changes', async (test) => {
    const { all, write } = await gateways(test, kind, 2)
    const [first, second] = all
    assert(first && second)
    let asked = 0
    /** Asked of one gateway and then of the other, an address that neither knows. */
    const shared = async () => {
      asked += 1
      const list = `/cms-json/cms/v2/posts?_fields=title&include=228&offset=0&per_page=${asked}`
      const made: Answer = await first.get(list)
      const found: Answer = await second.get(list)
      return /hit; detail=shared/.test(found.headers.get('cache-status') ?? '') ? { made, found, list } : null
    }
    for (let n = 0; n < 5; n += 1) {
      await write(`shared ${n}`)
      for (const gateway of all)
        await eventually(async () => assert.match((await gateway.get(path)).text, new RegExp(`shared ${n}`)))
      const { made, found: answer, list } = await until(shared)
      assert.equal(answer.text, made.text)
      assert.match(answer.text, new RegExp(`shared ${n}`))
      assert.equal(answer.headers.get('etag'), made.headers.get('etag'))
      // It is in the cache of the other now, and dropped as its own are
      assert.match((await second.get(list)).headers.get('cache-status') ?? '', /hit; ttl/)
      await write(`changed ${n}`)
      await eventually(async () => assert.match((await second.get(list)).text, new RegExp(`changed ${n}`)))
    }
    const metrics = await (await fetch(`${second.adminUrl}/metrics`)).text()
    const valueOf = (metric: string) => Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(metrics)?.[1])
    const outcomeOf = (outcome: string) => valueOf(`lectern_shared_answers_total\\{outcome="${outcome}"\\}`)
    assert(outcomeOf('used') >= 5, metrics)
    // What was stored before a change is refused for it
    assert(outcomeOf('changed') >= 1, metrics)
    assert(valueOf('lectern_requests_total\\{.*cache="shared".*\\}') >= 5, metrics)
    assert(valueOf('lectern_feed_lag_seconds\\{feed="shared"\\}') >= 0, metrics)
  })

  it('share nothing where their files of a pack differ', async (test) => {
    const acfJson = mkdtempSync(join(tmpdir(), 'lectern-shared-'))
    test.after(() => rmSync(acfJson, { recursive: true, force: true }))
    const withField = (name: string) => {
      const group = {
        key: 'group_file',
        title: 'File',
        location: [[{ param: 'post_type', operator: '==', value: 'post' }]],
        active: true,
        show_in_rest: 1,
        fields: [{ key: 'field_file', name, label: name, type: 'text' }],
      }
      writeFileSync(join(acfJson, 'group.json'), JSON.stringify(group))
      return { packs: ['acf'], acfJson }
    }
    const { start } = await gateways(test, kind, 0)
    const first = await start(withField('before'))
    const second = await start(withField('after'))
    for (let n = 1; n <= 20; n += 1) {
      const list = `/cms-json/cms/v2/posts?_fields=acf&include=228&per_page=${n}`
      assert.match((await first.get(list)).text, /"before"/)
      assert.match((await second.get(list)).text, /"after"/)
    }
  })

  it('use what others made before they started, unless it has changed since', async (test) => {
    const { all, write, start } = await gateways(test, kind, 2)
    const [first, second] = all
    assert(first && second)
    let asked = 0
    /** A list that the Valkey has now: the second gateway has found it there. */
    const stored = () =>
      until(async () => {
        asked += 1
        const list = `/cms-json/cms/v2/posts?_fields=title&include=228&offset=0&per_page=${asked}`
        await first.get(list)
        const found = await second.get(list)
        return /detail=shared/.test(found.headers.get('cache-status') ?? '') && list
      })
    const seenByBoth = async (title: string) => {
      for (const gateway of all)
        await eventually(async () => assert.match((await gateway.get(path)).text, new RegExp(title)))
    }
    let used = 0
    // While another gateway becomes the reader, as on a machine that stands still, nothing from before it counts
    for (let n = 0; n < 3 || (used === 0 && n < 10); n += 1) {
      const before = await stored()
      await write(`cold ${n}`)
      await seenByBoth(`cold ${n}`)
      const after = [await stored(), await stored(), await stored()]
      const third = await start()
      assert.match((await third.get(before)).text, new RegExp(`cold ${n}`))
      const known: Answer[] = []
      for (const list of after) known.push(await third.get(list))
      for (const { text } of known) assert.match(text, new RegExp(`cold ${n}`))
      used += known.filter(({ headers }) => /detail=shared/.test(headers.get('cache-status') ?? '')).length
      // What was used is dropped as its own answers are
      await write(`later ${n}`)
      for (const list of after)
        await eventually(async () => assert.match((await third.get(list)).text, new RegExp(`later ${n}`)))
      await third.stop()
    }
    assert(used > 0)
  })

  it('are all purged where one is, also by one with workers, and the workers where another is', async (test) => {
    const { valkey, all, database } = await gateways(test, kind, 2)
    const [first, second] = all
    assert(first && second)
    const workers = await startWorkers(database.adminUrl, {
      REDIS_URL: valkey.url,
      REDIS_SECRET: redisSecret,
    })
    const purge = async ({ adminUrl }: { readonly adminUrl: string }, body: unknown, status = 200) => {
      const answer = await fetch(`${adminUrl}/purge`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      assert.equal(answer.status, status)
    }
    const statusAt = async (url: string) => (await fetch(`${url}${path}`)).headers.get('cache-status') ?? ''
    const isAnew = async (url: string) => assert.match(await statusAt(url), /fwd=miss|detail=shared/)
    const many = Array.from({ length: 900 }, (_, nth) => `row:posts:${'9'.repeat(90)}${nth}`)
    const addresses = [first.url, second.url, workers.url]
    for (const [one, body] of [
      [first, { all: true }],
      [second, { tags: ['row:posts:228'] }],
      [first, { address: path }],
      [second, { tags: ['row:posts:228', ...many] }],
      [workers, { all: true }],
    ] as const) {
      for (const url of addresses)
        await eventually(async () => assert.match(await statusAt(url), /lectern; hit; ttl/))
      await purge(one, body)
      // The other gateways are purged a moment later
      for (const url of addresses) await eventually(() => isAnew(url))
    }
    const [paused] = workerIds(workers)
    assert(paused !== undefined)
    await eventually(() => isHit(second))
    process.kill(paused, 'SIGSTOP')
    await purge(workers, { address: path }, 500)
    await eventually(() => isAnew(second.url))
    process.kill(paused, 'SIGCONT')
    await stopWorkers(workers)
  })

  it('send a webhook once', async (test) => {
    const receiver = await startWebhookReceiver()
    test.after(receiver.stop)
    const { all, write } = await gateways(test, kind, 3, [receiver.url])
    const rows = () =>
      receiver.received.filter(({ tags }) => tags !== 'all' && tags.includes('row:posts:228')).length
    for (const gateway of all) await gateway.get(path)
    for (let n = 1; n <= 3; n += 1) {
      await write(`announced ${n}`)
      await eventually(async () => assert.equal(rows(), n))
    }
  })

  it('tell that all may be stale where another one becomes the reader: what the first had not sent is lost', async (test) => {
    const receiver = await startWebhookReceiver()
    test.after(receiver.stop)
    const { all } = await gateways(test, kind, 2, [receiver.url])
    const roles = () => Promise.all(all.map((gateway) => feedOf(gateway, 'role')))
    await eventually(async () => assert((await roles()).includes('reader')))
    const told = () =>
      receiver.received.filter(({ tags, causes }) => tags === 'all' && causes.includes('gap'))
    await eventually(() => assert(told().length > 0))
    const before = told().length
    await all[(await roles()).indexOf('reader')]?.stop()
    await eventually(() => assert(told().length > before))
  })

  it('share with the workers of another, which follow by their primary, whoever reads the log', async (test) => {
    const { valkey, all, database, write, ending } = await gateways(test, kind, 1)
    const workers = await startWorkers(database.adminUrl, {
      REDIS_URL: valkey.url,
      REDIS_SECRET: redisSecret,
    })
    ending.after(() => stopWorkers(workers))
    const ofWorkers = async (what: string) =>
      at(await (await fetch(`${workers.adminUrl}/ready`)).json(), 'feed', what)
    await eventually(async () => assert.match(String(await ofWorkers('role')), /^(follower|reader)$/))
    for (let n = 0; n < 3; n += 1) {
      for (let times = 0; times < 4; times += 1) await ask(`${workers.url}${path}`)
      await write(`for workers ${n}`)
      const [gateway] = all
      await eventually(async () =>
        assert.match((await gateway?.get(path))?.text ?? '', new RegExp(`for workers ${n}`)),
      )
      // A new connection may reach either of them
      for (let times = 0; times < 4; times += 1)
        await eventually(async () =>
          assert.match(await (await fetch(`${workers.url}${path}`)).text(), new RegExp(`for workers ${n}`)),
        )
    }
  })
}
