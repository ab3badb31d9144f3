// Whatever clients make up, what is remembered of it stays within its bounds: the gateway says how full each is.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { onOneDatabase, type TestGateway } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'
const bytesMax = 300_000

/** In rounds, so that the machine has as many connections as it has. */
async function each(count: number, ask: (nth: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, at) => ask(from + at)))
}

async function metrics(gateway: TestGateway): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^(lectern_\w+(?:\{map="\w+"\})?) (\S+)$/gm)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]),
  )
}

/** Why one database is enough. */
const same = 'what is bounded is memory of the gateway'

onOneDatabase(
  'what is remembered of what clients send',
  same,
  (on) => {
    it('bounded/1 stays within its bounds, whatever they make up', async () => {
      const { gateway } = on()
      const asked = (nth: number) => gateway.get(`${posts}/201?_=${nth}`)
      const addresses = async () => (await metrics(gateway)).get('lectern_map_filled{map="addresses"}')
      await each(400, asked)
      assert.equal(await addresses(), 0, 'what was asked for once is remembered')
      await each(400, asked)
      await each(200, (nth) => gateway.get(`${posts}?search=word${nth}&_fields=id,title`))
      await each(60, (nth) => gateway.get(`${posts}/${10_000 + nth}?${'x'.repeat(2000)}${nth}`))
      await each(60, (nth) => gateway.get(`/nowhere/${nth}`))
      await each(300, (nth) => gateway.get(`${posts}/202`, { 'accept-encoding': `gzip;q=0.${nth}` }))
      await each(60, (nth) =>
        gateway.get(`${posts}/203`, {
          authorization: `Basic ${btoa(`${'name'.repeat(200)}${nth}:wrong wrong ${nth}`)}`,
          'x-forwarded-for': `198.51.100.${nth}`,
        }),
      )
      await each(60, (nth) => gateway.get(`${posts}/204`, { 'x-forwarded-for': `198.51.100.${nth}` }))
      const query = (nth: number) => `{ posts(first: ${(nth % 9) + 1}) { edges { a${nth}: cursor } } }`
      await each(100, (nth) => gateway.graphql(query(nth)))
      await each(100, (nth) => {
        const sha256Hash = createHash('sha256').update(query(nth)).digest('hex')
        const body = JSON.stringify({
          query: query(nth),
          extensions: { persistedQuery: { version: 1, sha256Hash } },
        })
        return gateway.send('POST', '/graphql', { headers: { 'content-type': 'application/json' }, body })
      })
      // Shapes of queries, by the number of filters and by what orders
      for (const orderby of ['date', 'id', 'title', 'slug', 'modified', 'author'])
        for (const filter of ['', '&author=1', '&slug=a', '&include=201', '&exclude=201', '&categories=1'])
          await gateway.get(`${posts}?orderby=${orderby}${filter}`)

      const known = await metrics(gateway)
      const filled = [...known].filter(([name]) => name.startsWith('lectern_map_filled'))
      assert.ok(filled.length >= 6, `${filled.length} maps`)
      for (const [name, part] of filled) assert.ok(part <= 1, `${name} ${part}`)
      for (const map of [
        'addresses',
        'documents',
        'registered_documents',
        'compiled_queries',
        'wrong_names',
        'wrong_addresses',
        'limited_clients',
      ])
        assert.ok((known.get(`lectern_map_filled{map="${map}"}`) ?? 0) > 0.7, map)
      const bytes = known.get('lectern_cache_bytes') ?? 0
      assert.ok(bytes > bytesMax / 2 && bytes <= bytesMax, `${bytes} bytes`)
    })
  },
  {
    adminPort: 0,
    applicationPasswords: 'any',
    cacheBytesMax: bytesMax,
    addressesKeptBytesMax: 50_000,
    graphqlKeptBytesMax: 100_000,
    graphqlRegisteredBytesMax: 10_000,
    compiledQueriesMax: 20,
    credentialsKeptMax: 50,
    trustedProxies: ['127.0.0.1'],
    requestsPerMinuteMax: 1_000_000,
    limitedClientsMax: 50,
    wrongPerAddressMax: 100_000,
  },
)
