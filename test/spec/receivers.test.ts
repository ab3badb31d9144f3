// Receivers that owners copy (config/proxies): each gets real messages, and drops what they say.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { receive, tagsOf } from '../../config/proxies/revalidate.ts'
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
  })
})
