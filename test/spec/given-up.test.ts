// Work that no client waits for any more, or whose texts take too long, is given up: the rest of its texts is not rendered, and those that
// were made are kept.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { after, before, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import type { ConfigFile } from '../../src/settings/config.ts'
import { countedTexts, whileCounting } from '../support/counted-texts.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'
import { sessionsIn } from '../support/sessions.ts'

/** Posts of one list. */
const posts = 20
const idsFrom = (first: number) => Array.from({ length: posts }, (_, nth) => first + nth)
const listOf = (first: number, rest = '') =>
  `/cms-json/cms/v2/posts?per_page=${posts}&include=${idsFrom(first).join()}${rest}`
const documentOf = (document: string, view: string) =>
  `/graphql?view=${view}&query=${encodeURIComponent(document)}`
const ofWp = `{ posts(first: ${posts}, where: { in: [${idsFrom(5400).join()}] }) { nodes { content } } }`

/** Each with posts of its own; those from 5300 on are the newest. */
const asked: Readonly<Record<string, string>> = {
  'a list of REST': listOf(5000),
  'a list of REST with what it embeds': listOf(5100, '&_embed'),
  'a selection of REST': listOf(5200, '&_fields=id,content'),
  'a selection of REST with what it embeds': listOf(5500, '&_fields=id,content,_links&_embed'),
  'a document of GraphQL': documentOf(`{ posts(first: ${posts}) { edges { node { content } } } }`, 'cursor'),
  'a document of WPGraphQL': documentOf(ofWp, 'wpgraphql'),
}

const late: Readonly<Record<string, string>> = {
  'a list of REST': listOf(7000),
  'a list of REST with what it embeds': listOf(7100, '&_embed'),
  'a selection of REST with what it embeds': listOf(7200, '&_fields=id,content,_links&_embed'),
  'a document of GraphQL': asked['a document of GraphQL'] ?? '',
  'a document of WPGraphQL': asked['a document of WPGraphQL'] ?? '',
}
/** So many texts of 15 ms are rendered at most until a bound of 50 ms is passed. */
const textsMax = 4

const requests = ({ observed }: TestGateway) => observed.filter(({ kind }) => kind === 'request').length
const givenUp = ({ observed }: TestGateway) => observed.filter(({ kind }) => kind === 'given-up').length

/** As a client that closes its connection after the answer. */
async function cacheStatus(gateway: TestGateway, address: string): Promise<string> {
  const { headers } = await gateway.get(address, { connection: 'close' })
  return headers.get('cache-status') ?? ''
}

/** Asks as a client that leaves once `leave` is called; settles once it has the answer, or has left. */
function leaving(gateway: TestGateway, address: string) {
  const controller = new AbortController()
  const gone = gateway.send('GET', address, { signal: controller.signal }).then(
    () => {},
    () => {},
  )
  return { gone, leave: () => controller.abort() }
}

/** Calls `note` with the address of each request that arrives at any server of this process. */
async function whileArriving(note: (address: string) => void, work: () => Promise<void>): Promise<void> {
  const arrived = (message: unknown) => note(String(at(message, 'request', 'url')))
  subscribe('http.server.request.start', arrived)
  await work().finally(() => unsubscribe('http.server.request.start', arrived))
}

/** Asks for each of the addresses, and waits until all have arrived. */
async function untilArrived(addresses: readonly string[], ask: (address: string) => void): Promise<void> {
  const arrived = new Set<string>()
  const all = Promise.withResolvers<void>()
  await whileArriving(
    (address) => {
      if (addresses.includes(address)) arrived.add(address)
      if (arrived.size === addresses.length) all.resolve()
    },
    () => {
      addresses.forEach(ask)
      return all.promise
    },
  )
}

onEveryDatabase('work that is given up', (on) => {
  /** Its feed sees changes, so that it keeps items; the posts are there before it begins. */
  let gateway: TestGateway
  let limited: TestGateway
  before(async () => {
    const firsts = [
      5000, 5100, 5200, 5300, 5400, 5500, 6000, 6100, 6200, 6300, 6400, 6500, 6600, 6700, 6800, 6900, 7000,
      7100, 7200,
    ]
    const rows = firsts.flatMap((first) =>
      idsFrom(first).map((ID) => ({
        ID,
        post_name: `heavy-${ID}`,
        // Longer than a turn
        post_content: '<p>[counted ms="15"]</p>',
        post_date: `${first === 5300 ? 2031 : 2030}-01-01 10:00:${10 + (ID % 100)}`,
        post_date_gmt: `${first === 5300 ? 2031 : 2030}-01-01 10:00:${10 + (ID % 100)}`,
      })),
    )
    await insertPosts(on().database, rows)
    const database = { url: on().database.adminUrl }
    const settings: ConfigFile = { extensions: [countedTexts()], feed: 'auto', staleAfterMs: 1 }
    gateway = await startTestGateway(database, settings)
    limited = await startTestGateway(database, { ...settings, renderTimeoutMs: 50, adminPort: 0 })
    for (const each of [gateway, limited])
      await eventually(async () => assert.match(await cacheStatus(each, listOf(1)), /hit/))
  })

  after(async () => {
    await gateway.stop()
    await limited.stop()
  })

  for (const [what, address] of Object.entries(asked))
    it(`given-up/1 renders no more of ${what} once its client has left, and nothing twice`, async () => {
      const earlier = { requests: requests(gateway), givenUp: givenUp(gateway) }
      const ids: string[] = []
      const client = leaving(gateway, address)
      await whileCounting(
        (id) => {
          if (ids.push(id) === 2) client.leave()
        },
        async () => {
          await client.gone
          await eventually(() => assert(requests(gateway) > earlier.requests))
        },
      )
      assert(ids.length >= 2 && ids.length < posts, `${ids.length} texts were rendered`)
      assert.equal(givenUp(gateway), earlier.givenUp + 1)
      const answer = await whileCounting(
        (id) => void ids.push(id),
        () => gateway.get(address),
      )
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.text.split('counted').length - 1 >= posts, true, answer.text)
      assert.deepEqual([ids.length, new Set(ids).size], [posts, posts])
      assert(!gateway.observed.some(({ kind }) => kind === 'error'))
    })

  for (const [what, address] of Object.entries(late))
    it(`given-up/8 refuses ${what} whose texts take too long, and goes on where it was when it is asked again`, async () => {
      const earlier = limited.observed.length
      const ids: string[] = []
      let refusals = 0
      const ask = () =>
        whileCounting(
          (id) => void ids.push(id),
          () => limited.get(address),
        )
      let answer = await ask()
      for (; answer.status !== 200; answer = await ask()) {
        refusals += 1
        assert.deepEqual(
          [answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')],
          [503, '1', 'private, no-store'],
        )
        assert.match(answer.text, /render_timeout/i)
        assert(
          ids.length <= refusals * textsMax,
          `${ids.length} texts were rendered for ${refusals} requests`,
        )
        assert(refusals < posts)
      }
      assert.deepEqual([ids.length, new Set(ids).size], [posts, posts])
      assert(refusals >= posts / textsMax - 1, `${refusals} were refused`)
      assert.deepEqual(
        limited.observed.slice(earlier).flatMap((each) => (each.kind === 'given-up' ? [each.why] : [])),
        Array.from({ length: refusals }, () => 'render_timeout'),
      )
      const metrics = await (await fetch(`${limited.adminUrl}/metrics`)).text()
      assert.match(metrics, /^lectern_requests_given_up_total\{why="render_timeout"\} [1-9]/m)
    })

  it('given-up/2 goes on while one of the clients is there that ask for the same', async () => {
    const address = listOf(6000)
    const earlier = givenUp(gateway)
    let arrived = 0
    const first = leaving(gateway, address)
    const second = Promise.withResolvers<void>()
    const ids: string[] = []
    await whileArriving(
      (each) => void (arrived += Number(each === address)),
      () =>
        whileCounting(
          (id) => {
            if (ids.push(id) === 1)
              gateway
                .get(address)
                .then(({ status }) => assert.equal(status, 200))
                .then(second.resolve, second.reject)
            if (arrived === 2) first.leave()
          },
          () => second.promise,
        ),
    )
    await first.gone
    assert.deepEqual([ids.length, new Set(ids).size, givenUp(gateway)], [posts, posts, earlier])
  })

  it('given-up/3 is given up once the last of these clients has left', async () => {
    const address = listOf(6100)
    const earlier = givenUp(gateway)
    let arrived = 0
    const clients = [leaving(gateway, address)]
    let texts = 0
    await whileArriving(
      (each) => void (arrived += Number(each === address)),
      () =>
        whileCounting(
          () => {
            texts += 1
            if (texts === 1) clients.push(leaving(gateway, address))
            if (arrived === 2) for (const { leave } of clients) leave()
          },
          async () => {
            await eventually(() => assert.equal(givenUp(gateway), earlier + 1))
          },
        ),
    )
    await Promise.all(clients.map(({ gone }) => gone))
    assert(texts < posts, `${texts} texts were rendered`)
  })

  it('given-up/4 is made for a client that asks when those before it have left', async () => {
    const address = listOf(6200)
    const first = leaving(gateway, address)
    const second = Promise.withResolvers<void>()
    const ids: string[] = []
    await whileCounting(
      (id) => {
        if (ids.push(id) !== 2) return
        first.leave()
        gateway
          .get(address)
          .then(({ status }) => assert.equal(status, 200))
          .then(second.resolve, second.reject)
      },
      () => second.promise,
    )
    await first.gone
    assert.equal(new Set(ids).size, posts)
  })

  it('given-up/5 leaves its turns to the requests whose clients are there', async () => {
    const earlier = givenUp(gateway)
    const firsts = [6300, 6400, 6500]
    const left: ReturnType<typeof leaving>[] = []
    const texts = new Map<number, number>()
    const answer = await whileCounting(
      (id) => {
        const first = Math.floor(Number(id) / 100) * 100
        texts.set(first, (texts.get(first) ?? 0) + 1)
        if (texts.get(6600) === 2) for (const client of left) client.leave()
      },
      async () => {
        await untilArrived(
          firsts.map((first) => listOf(first)),
          (address) => left.push(leaving(gateway, address)),
        )
        const all = await gateway.get(listOf(6600))
        await eventually(() => assert.equal(givenUp(gateway), earlier + left.length))
        return all
      },
    )
    assert.equal(answer.status, 200, answer.text)
    assert.equal(texts.get(6600), posts)
    for (const first of firsts) assert((texts.get(first) ?? 0) < posts, JSON.stringify([...texts]))
  })

  it('given-up/6 goes on for the cache once its client has left with a stale answer', async () => {
    const address = listOf(6700)
    await gateway.get(address)
    assert.match(await cacheStatus(gateway, address), /hit/)
    const earlier = givenUp(gateway)
    await on().database.execute(
      `update wp_posts set post_title = 'Newer' where ID between 6700 and ${6700 + posts - 1}`,
    )
    await eventually(async () => assert.match(await cacheStatus(gateway, address), /stale; detail=slow/))
    await eventually(async () => assert.match(await cacheStatus(gateway, address), /hit/))
    assert.match((await gateway.get(address)).text, /Newer/)
    assert.equal(givenUp(gateway), earlier)
  })

  it('given-up/7 renders no more for any request of a connection that ended', async () => {
    const earlier = givenUp(gateway)
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    const both = [6800, 6900, 7000, 7100].map(
      (first) => `GET ${listOf(first)} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`,
    )
    socket.write(both.join(''))
    const firsts = new Set<string>()
    let texts = 0
    await whileCounting(
      (id) => {
        texts += 1
        if (firsts.add(id.slice(0, 2)).size === both.length) socket.destroy()
      },
      () => eventually(() => assert.equal(givenUp(gateway), earlier + both.length)),
    )
    assert(texts < both.length * posts, `${texts} texts were rendered`)
  })

  it('given-up/9 reads once for clients of which each asks when the one before it has left', async (test) => {
    const { database } = on()
    if (database.flavour === 'sqlite') return test.skip('a query of SQLite runs in one go')
    const address = listOf(6200, '&_fields=id,slug')
    const earlier = gateway.observed.length
    const isReading = async () =>
      (await sessionsIn(database)).some(({ statement }) => /^select.*wp_posts/is.test(statement))
    const holding = await createConnection(database.adminUrl)
    test.after(() => holding.end())
    await holding.query('lock tables wp_posts write')
    const closing: Promise<unknown>[] = []
    const arrived = (message: unknown) => {
      const response = at(message, 'response')
      if (at(message, 'request', 'url') === address && response instanceof ServerResponse)
        closing.push(once(response, 'close'))
    }
    subscribe('http.server.request.start', arrived)
    /** A request that has arrived waits for the load by the time that another one is answered, which needs no database. */
    const joined = async (nth: number) => {
      await eventually(() => assert.equal(closing.length, nth))
      await gateway.get('/nothing')
    }
    for (const nth of [1, 2, 3]) {
      const client = leaving(gateway, address)
      await joined(nth)
      await eventually(async () => assert(await isReading()))
      client.leave()
      await closing.at(-1)
    }
    const last = gateway.get(address)
    await joined(4)
    unsubscribe('http.server.request.start', arrived)
    await holding.query('unlock tables')
    assert.equal((await last).status, 200)
    const plans = gateway.observed
      .slice(earlier)
      .flatMap((each) => (each.kind === 'query' && each.plan.startsWith('posts') ? [each.plan] : []))
    assert.deepEqual(plans, [...new Set(plans)])
    assert(plans.length > 0)
  })
})
