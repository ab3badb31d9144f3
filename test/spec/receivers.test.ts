// Receivers that owners copy (config/proxies): each gets real messages, and drops what they say.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { receive, tagsOf } from '../../config/proxies/revalidate.ts'
import { contextRoute, createStore, everyTag, nextRoute, purgingRoute } from '../../config/proxies/routes.ts'
import { eventually } from '../support/eventually.ts'
import { at, onOneDatabase, startTestGateway } from '../support/gateway.ts'
import { startRemoteServer } from '../support/remote-server.ts'
import { webhookSecret } from '../support/webhook-receiver.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=title'

onOneDatabase('receivers of webhooks', 'messages are the same on all databases', (on) => {
  it('receivers/1 a front end drops what is named by its tags, or all, and nothing for a forged message', async () => {
    const kept = new Map<string, { readonly title: unknown; readonly tags: readonly string[] }>()
    const statuses: number[] = []
    const dropTags = (stale: readonly string[]) => {
      for (const [key, { tags }] of kept) if (tags.some((tag) => stale.includes(tag))) kept.delete(key)
    }
    const answered = async (method: string, headers: Readonly<Record<string, string>>, body: string) => {
      const request = new Request('https://front.example/revalidate', { method, headers, body })
      return receive(request, { secret: webhookSecret, dropTags, dropAll: () => kept.clear() })
    }
    const front = await startRemoteServer(async (incoming, response) => {
      const named = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const { status } = await answered('POST', Object.fromEntries(named), await text(incoming))
      statuses.push(status)
      response.writeHead(status).end()
    })
    const gateway = await startTestGateway(on().database, {
      feed: 'auto',
      adminPort: 0,
      tagHeaders: 'surrogate-key',
      webhookSecret: [webhookSecret],
      webhookUrls: [front.url],
      webhookDelayMs: 20,
    })
    await eventually(() => assert.deepEqual([...new Set(statuses)], [204]))
    const shown = async () => {
      const found = kept.get(path)
      if (found) return found.title
      const { json, headers } = await gateway.get(path)
      const title = at(json, 'title', 'rendered')
      kept.set(path, { title, tags: tagsOf({ headers }) })
      return title
    }
    const before = await shown()
    assert.equal(await shown(), before)
    assert.ok(kept.get(path)?.tags.includes('row:posts:228'))
    const purge = (tag: string) =>
      fetch(`${gateway.adminUrl}/purge`, { method: 'POST', body: JSON.stringify({ tags: [tag] }) })
    const taken = statuses.length
    await purge('row:posts:229')
    await eventually(() => assert.ok(statuses.length > taken))
    assert.ok(kept.has(path))
    await purge('row:posts:228')
    await eventually(() => assert.ok(!kept.has(path)))
    await shown()
    await on().database.execute("update wp_posts set post_title = 'Edited' where ID = 228")
    await eventually(async () => assert.equal(await shown(), 'Edited'))
    assert.equal((await answered('POST', { 'webhook-id': 'msg_1' }, '{"data":{"tags":"all"}}')).status, 401)
    assert.ok(kept.has(path))
    await gateway.stop()
    await front.stop()
  })

  it('receivers/2 a response is kept under at most 64 tags, which messages about any of its own name', async () => {
    const rows = Array.from({ length: 300 }, (_, nth) => `row:posts:${nth}`)
    const tags = (words: readonly string[]) =>
      tagsOf({ headers: new Headers({ 'surrogate-key': words.join(' ') }) })
    assert.deepEqual(tags(rows.slice(0, 64)), rows.slice(0, 64))
    assert.deepEqual(tags([...rows, 'list:posts:post/title', 'site']), ['row:posts', 'list:posts', 'site'])
    assert.deepEqual(tags(rows.map((row) => row.replaceAll(':', '_'))), ['lectern'])
    assert.deepEqual(tagsOf({ headers: new Headers() }), [])
    assert.deepEqual(tags([`row:posts:${'7'.repeat(300)}`, 'row:posts:7']), ['row:posts', 'row:posts:7'])
  })

  it('receivers/3 routes of frameworks and hosts drop what they keep, each by its own means', async () => {
    const secret = webhookSecret
    /** As Next.js and CDNs keep: by tags of at most 256 characters, 128 for an entry. */
    const keptByTag = () => {
      const kept = new Map<string, readonly string[]>()
      return {
        kept,
        drop: (tags: readonly string[]) => {
          for (const tag of tags) assert.ok(tag.length <= 256, tag)
          for (const [key, own] of kept) if (own.some((tag) => tags.includes(tag))) kept.delete(key)
        },
        keep: (key: string, tags: readonly string[]) => {
          assert.ok(tags.length <= 128)
          kept.set(key, tags)
        },
      }
    }
    const [next, cdn] = [keptByTag(), keptByTag()]
    const store = createStore(secret)
    const profiles: unknown[] = []
    const revalidateTag = (tag: string, profile: unknown) => {
      profiles.push(profile)
      next.drop([tag])
    }
    const purge = async (tags: readonly string[]) => {
      assert.ok(tags.length <= 16)
      cdn.drop(tags)
    }
    const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
      '/next': nextRoute({ revalidateTag }, secret),
      '/astro': (request) => contextRoute(store)({ request }),
      '/vercel': purgingRoute(purge, { secret, tagsAtOnce: 16 }),
    }
    const taken = new Map<string, number>()
    const front = await startRemoteServer(async (incoming, response) => {
      const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      const request = new Request(`https://front.example${incoming.url}`, {
        method: 'POST',
        headers: Object.fromEntries(named),
        body: await text(incoming),
      })
      const { status } = (await routes[incoming.url ?? '']?.(request)) ?? { status: 404 }
      taken.set(`${incoming.url} ${status}`, (taken.get(`${incoming.url} ${status}`) ?? 0) + 1)
      response.writeHead(status).end()
    })
    const gateway = await startTestGateway(on().database, {
      feed: 'auto',
      adminPort: 0,
      tagHeaders: 'surrogate-key',
      webhookSecret: [secret],
      webhookUrls: Object.keys(routes).map((route) => front.url + route),
      webhookDelayMs: 20,
    })
    const all = Object.keys(routes).map((route) => `${route} 204`)
    await eventually(() => assert.deepEqual([...taken.keys()].toSorted(), all.toSorted()))
    const fill = async () => {
      const { headers } = await gateway.get(path)
      next.keep(path, [everyTag, ...tagsOf({ headers })])
      cdn.keep(path, [everyTag, ...tagsOf({ headers })])
      return at(await store.read(gateway.url + path), 'title', 'rendered')
    }
    const isKept = () => next.kept.has(path) && cdn.kept.has(path)
    const purged = (tags: readonly string[] | 'all') =>
      fetch(`${gateway.adminUrl}/purge`, {
        method: 'POST',
        body: JSON.stringify(tags === 'all' ? { all: true } : { tags }),
      })
    await fill()
    await on().database.execute("update wp_posts set post_title = 'For all routes' where ID = 228")
    await eventually(() => assert.ok(!next.kept.has(path) && !cdn.kept.has(path)))
    await eventually(async () => assert.equal(await fill(), 'For all routes'))
    const purgedOther = async () => {
      const before = new Map(taken)
      await purged(['row:posts:229'])
      await eventually(() => assert.ok(all.every((each) => (taken.get(each) ?? 0) > (before.get(each) ?? 0))))
    }
    // Each route gets one message after the other: those about the change have arrived with this one
    await purgedOther()
    await fill()
    await purgedOther()
    assert.ok(isKept())
    await purged('all')
    await eventually(() => assert.ok(!next.kept.has(path) && !cdn.kept.has(path)))
    assert.deepEqual(profiles[0], { expire: 0 })
    await gateway.stop()
    await front.stop()
  })

  it('receivers/4 a store keeps so many addresses, no failures, and nothing that changed while it was read', async () => {
    const gateway = await startTestGateway(on().database, { tagHeaders: 'surrogate-key' })
    const store = createStore(webhookSecret, 2)
    const asked = () => gateway.observed.filter(({ kind }) => kind === 'request').length
    const addresses = [201, 203, 228].map((id) => `${gateway.url}/cms-json/cms/v2/posts/${id}?_fields=id`)
    for (const address of [...addresses, ...addresses]) await store.read(address)
    assert.equal(asked(), 6)
    await store.read(addresses[2] ?? '')
    assert.equal(asked(), 6)
    assert.equal(await store.read(`${gateway.url}/cms-json/cms/v2/posts/999999`), null)
    store.dropAll()
    const reading = store.read(addresses[0] ?? '')
    store.dropTags(['row:posts:1'])
    await reading
    const before = asked()
    await store.read(addresses[0] ?? '')
    assert.equal(asked(), before + 1)
    await gateway.stop()
  })
})
