// Lectern behind Varnish and nginx, as docs/proxies.md has it: what they keep is never staler than what Lectern keeps.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { at, onOneDatabase, startTestGateway, type On, type TestGateway } from '../support/gateway.ts'
import { startBans, startNginx, startVarnish } from '../support/proxies.ts'
import { streaming } from '../support/streaming.ts'
import { hasNginx, hasVarnish, nginxPath, varnishPath } from '../support/proxy-programs.ts'
import { webhookSecret } from '../support/webhook-receiver.ts'

const why = 'proxies see what HTTP shows; answers, changes and webhooks are tested on every database'

const base = '/cms-json/cms/v2'
const [one, other] = [`${base}/posts/228`, `${base}/posts/229`]

/** A gateway that is reached by a port of a proxy's, with the best feed that there is. */
async function behind({ database }: On, port: number, settings: ConfigFile): Promise<TestGateway> {
  const url = database.flavour === 'sqlite' ? database.url : database.adminUrl
  return startTestGateway(
    { url },
    { feed: 'auto', publicUrl: `http://127.0.0.1:${port}`, trustedProxies: ['127.0.0.1'], ...settings },
  )
}

const retitle = ({ database }: On, title: string) =>
  database.execute('update wp_posts set post_title = ? where ID = 228', [title])
const isTitled = async (url: string, title: string) => {
  const response = await fetch(url + one)
  const body: unknown = await response.json()
  assert.equal(at(body, 'title', 'rendered'), title)
  return response
}

onOneDatabase('behind Varnish', why, (on) => {
  const skip = hasVarnish ? false : `there is no ${varnishPath}`

  it('proxies/1 answers are kept for a day, and dropped by a webhook', { skip }, async () => {
    const [port, bansPort, hookPort] = [await freePort(), await freePort(), await freePort()]
    const receiver = await startBans(hookPort, bansPort, webhookSecret)
    const gateway = await behind(on(), port, {
      tagHeaders: 'surrogate-key',
      cdnCacheControl: 'max-age=86400',
      webhookUrls: [receiver.url],
      webhookSecret: [webhookSecret],
      webhookDelayMs: 20,
      // What was on its way while it was told
      webhookAgainMs: 500,
      // Varnish comes later
      webhookRetryMs: 20,
      webhookRetryMaxMs: 200,
      webhookAttemptsMax: 100,
    })
    const varnish = await startVarnish(port, bansPort, gateway.url)
    const use = (response: Response) => /varnish; .*$/.exec(response.headers.get('cache-status') ?? '')?.[0]
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(varnish.url + path, { headers })
    // Once all that was told at the start has arrived
    await eventually(async () => {
      const told = gateway.observed.filter((observed) => observed.kind === 'webhook')
      assert.equal(told.at(-1)?.outcome, 'taken')
    })
    await retitle(on(), 'Before')
    await eventually(async () => void (await isTitled(varnish.url, 'Before')))
    await get(other)
    await eventually(async () => assert.equal(use(await get(one)), 'varnish; hit'))

    const kept = await get(one)
    assert.ok(Number(kept.headers.get('age')) >= 0)
    assert.equal(kept.headers.get('surrogate-key'), null)
    assert.equal(kept.headers.get('cdn-cache-control'), null)
    assert.match(await kept.text(), new RegExp(`"href":"http:[^"]*127\\.0\\.0\\.1:${port}`))
    const etag = kept.headers.get('etag') ?? ''
    assert.equal((await get(one, { 'if-none-match': etag })).status, 304)

    let attempt = 0
    // What is told once more of the start may come between
    await eventually(async () => {
      attempt += 1
      await get(other)
      await retitle(on(), `After ${attempt}`)
      await eventually(async () => void (await isTitled(varnish.url, `After ${attempt}`)))
      if (on().database.flavour !== 'sqlite') assert.equal(use(await get(other)), 'varnish; hit')
    })

    // Whoever is logged in goes past it
    assert.equal(use(await get(one, { authorization: 'Basic eDp5' })), 'varnish; fwd=miss')
    // Nobody else drops anything
    assert.equal((await fetch(varnish.url, { method: 'BAN', headers: { 'x-stale': 'all' } })).status, 405)
    assert.equal((await fetch(receiver.url, { method: 'POST', body: '{"data":{"tags":"all"}}' })).status, 401)
    await eventually(async () => assert.equal(use(await get(one)), 'varnish; hit'))

    await gateway.stop()
    await varnish.stop()
    await receiver.stop()
  })

  it('proxies/2 answers past their time are served where there is no gateway', { skip }, async () => {
    const port = await freePort()
    const gateway = await behind(on(), port, { cdnCacheControl: 'max-age=1' })
    const varnish = await startVarnish(port, await freePort(), gateway.url)
    await (await fetch(varnish.url + one)).text()
    await gateway.stop()
    await eventually(async () => {
      const served = await fetch(varnish.url + one)
      assert.equal(served.status, 200)
      assert.ok(Number(served.headers.get('age')) > 2)
    })
    assert.equal((await fetch(varnish.url + other)).status, 503)
    await varnish.stop()
  })
})

/** As a client of that address of this machine; the status. */
function askFrom(
  localAddress: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { localAddress, headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end()
  })
}

onOneDatabase('behind nginx', why, (on) => {
  const skip = hasNginx ? false : `there is no ${nginxPath}`

  it(
    'proxies/3 answers are kept, asked for anew each time, and served on without the gateway',
    { skip },
    async () => {
      const port = await freePort()
      const gateway = await behind(on(), port, { tagHeaders: 'both', cdnCacheControl: 'max-age=86400' })
      const nginx = await startNginx(port, gateway.url)
      const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
        fetch(nginx.url + path, { headers })
      const use = (response: Response) => response.headers.get('x-cache')
      assert.equal(use(await get(one)), 'MISS')
      const kept = await get(one)
      assert.equal(use(kept), 'REVALIDATED')
      assert.match(await kept.text(), new RegExp(`"href":"http:[^"]*127\\.0\\.0\\.1:${port}`))
      assert.equal(kept.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
      for (const name of ['surrogate-key', 'cache-tag', 'cdn-cache-control', 'x-accel-expires'])
        assert.equal(kept.headers.get(name), null)
      const etag = kept.headers.get('etag') ?? ''
      assert.equal((await get(one, { 'if-none-match': etag })).status, 304)

      await retitle(on(), 'Behind nginx')
      await eventually(async () => void (await isTitled(nginx.url, 'Behind nginx')))
      // What is for one viewer, and what is refused, is kept nowhere
      assert.equal(use(await get(one, { authorization: 'Basic eDp5' })), 'BYPASS')
      for (const _ of [1, 2]) assert.equal(use(await get(`${base}/posts/999999`)), 'MISS')

      await gateway.stop()
      const stale = await isTitled(nginx.url, 'Behind nginx')
      assert.equal(use(stale), 'STALE')
      assert.equal((await get(other)).status, 502)
      await nginx.stop()
    },
  )

  it('proxies/4 clients are known by their own addresses, whatever they say', { skip }, async () => {
    const port = await freePort()
    const gateway = await behind(on(), port, {
      wrongPerAddressMax: 2,
      wrongCredentials: 'strict',
      applicationPasswords: 'any',
    })
    const nginx = await startNginx(port, gateway.url)
    const guess = (from: string, n: number) =>
      askFrom(from, `${nginx.url}${base}/users/me`, {
        authorization: `Basic ${Buffer.from(`nobody${n}:guess ${n}`).toString('base64')}`,
        'x-forwarded-for': `203.0.113.${n}`,
        'x-forwarded-proto': 'https',
      })
    const statuses: number[] = []
    for (const n of [1, 2, 3]) statuses.push(await guess('127.0.0.2', n))
    assert.deepEqual(statuses, [401, 401, 429])
    assert.equal(await guess('127.0.0.3', 4), 401)
    await nginx.stop()
    await gateway.stop()
  })
})

onOneDatabase('streams behind nginx', why, (on) => {
  const skip = hasNginx ? false : `there is no ${nginxPath}`

  it(
    'proxies/5 come as they are written, and end at the gateway when the client leaves',
    { skip },
    async () => {
      const port = await freePort()
      const gateway = await behind(on(), port, { changes: 'on', exports: 'on' })
      const nginx = await startNginx(port, gateway.url)
      const root = `${nginx.url}/cms-json/lectern/v1`
      const rows = await fetch(`${root}/export/posts.ndjson?_fields=id&per_page=5`)
      assert.equal((await rows.text()).split('\n').length > 25, true)
      const reader = await streaming(`${root}/changes`, { accept: 'text/event-stream' })
      // SQLite has no positions, by which it may be refused
      const isOpen = reader.status === 200
      assert.equal(isOpen || on().database.flavour === 'sqlite', true)
      if (isOpen) await reader.until((text) => text.includes('retry: '))
      reader.leave()
      await eventually(() => {
        const ended = gateway.observed.filter(({ kind }) => kind === 'stream-ended').length
        assert.equal(ended, isOpen ? 2 : 1)
      })
      await nginx.stop()
      await gateway.stop()
    },
  )
})
