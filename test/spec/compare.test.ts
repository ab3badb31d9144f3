// `lectern compare`: a site that answers as its database says is identical, and what was changed since is found. The site here is
// another gateway over a copy of the database; which database that is does not matter.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { compareSite } from '../../src/app/compare.ts'
import { printReport, reportOf, reportPage } from '../../src/compare/report.ts'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { testDatabases } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { startTestGateway } from '../support/gateway.ts'

async function compared(site: string, databaseUrl: string, requestsMax = 150, settings: ConfigFile = {}) {
  const read = readConfig({ file: { databaseUrl, ...settings }, environment: {}, flags: {} })
  const addresses = parseAddresses(databaseUrl)
  assert(read.kind === 'config' && addresses)
  const asked: string[] = []
  const { rest, comparison, doubts } = await compareSite(
    { config: read.config, addresses },
    {
      site,
      requestsMax,
      pauseMs: 0,
      observe: () => {},
      progress: (_, { address }) => void asked.push(address),
    },
  )
  return { report: reportOf(rest, comparison, doubts), asked }
}

const [sqlite] = testDatabases()
assert(sqlite)

it('compare/1 a copy is identical, and a changed row is named by its route and path', async () => {
  const [database, copy] = [await sqlite.create(), await sqlite.create()]
  const site = await startTestGateway(database, { brand: 'wp' })
  const { report, asked } = await compared(site.url, copy.url)
  assert(report.asked > 50, asked.join('\n'))
  assert.deepEqual(report.causes, [])
  assert.deepEqual([report.doubts, report.notes], [[], []])
  assert.equal(report.identical, report.asked)
  assert.equal(new Set(asked).size, asked.length)

  await copy.execute("update wp_posts set post_title = '<b>Changed' where ID = 228")
  await copy.execute("update wp_options set option_value = 'Another name' where option_name = 'blogname'")
  const { report: changed } = await compared(site.url, copy.url)
  const title = changed.causes.find(({ path }) => path === 'title.rendered')
  assert.equal(title?.example.lectern, '<b>Changed')
  assert.deepEqual(title.routes, ['posts'])
  assert.match(changed.doubts.join(), /name is "[^"]*", and the database's "Another name"/)
  assert.doesNotMatch(reportPage(changed), /<b>Changed/)

  const { report: few } = await compared(site.url, copy.url, 5)
  assert.equal(few.asked, 5)
  assert.match(few.notes.join(), /more addresses were left out/)
  await site.stop()
  await Promise.all([database.drop(), copy.drop()])
})

async function withSite(answer: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort()
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await use(`http://127.0.0.1:${port}`).finally(() => {
    server.closeAllConnections()
    server.close()
  })
}

it('compare/2 a site that forbids it, asks for less or is none is left in peace', async () => {
  const database = await sqlite.create()
  const index = JSON.stringify({ name: 'A site', home: 'http://127.0.0.1' })
  let requests = 0
  await withSite(
    ({ url }, response) => {
      requests += 1
      if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /wp-json/wp/')
      response.setHeader('content-type', 'application/json').end(index)
    },
    async (url) => {
      const { report } = await compared(url, database.url)
      assert.equal(report.asked, 0)
      assert.match(report.notes.join(), /robots\.txt does not allow it/)
      // robots.txt, the front page, and the index before and after
      assert.equal(requests, 4)
    },
  )
  await withSite(
    ({ url }, response) => {
      if (url === '/wp-json/' || url === '/' || url === '/robots.txt') return void response.end(index)
      requests += 1
      response.writeHead(429).end()
    },
    async (url) => {
      requests = 0
      const { report } = await compared(url, database.url)
      assert.equal(requests, 1)
      assert.match(report.notes.join(), /the site answered 429/)
    },
  )
  await withSite(
    ({ url }, response) => {
      requests += 1
      response.writeHead(url === '/robots.txt' ? 500 : 200).end(index)
    },
    async (url) => {
      requests = 0
      await assert.rejects(compared(url, database.url), /does not answer: robots\.txt answers 500/)
      assert.equal(requests, 1)
    },
  )
  await withSite(
    (_, response) => void response.end('<p>A page'),
    (url) => assert.rejects(compared(url, database.url), /not as the index of a REST interface/),
  )
  const port = await freePort()
  await assert.rejects(compared(`http://127.0.0.1:${port}`, database.url), /does not answer/)
  await assert.rejects(compared('example', database.url), /is no address of a site/)
  await withSite(
    () => assert.fail('the site is asked'),
    (url) =>
      assert.rejects(
        compared(url, `mysql://reader:secret@127.0.0.1:${port}/site`),
        /^Error: The database site cannot be used: connect ECONNREFUSED/,
      ),
  )
  await database.drop()
})

it('compare/3 a site leads to no other one, and its words drive no terminal', async () => {
  const database = await sqlite.create()
  const escape = String.fromCodePoint(27)
  let elsewhere = 0
  await withSite(
    (_, response) => {
      elsewhere += 1
      response.end('[]')
    },
    async (other) => {
      const types = {
        address: { slug: 'address', rest_base: 'internal', rest_namespace: other },
        host: { slug: 'host', rest_base: new URL(other).host, rest_namespace: '/' },
        odd: { slug: 'odd', rest_base: `odd${escape}[31m`, rest_namespace: 'wp/v2' },
        fine: { slug: 'fine', rest_base: 'fine', rest_namespace: 'wp/v2' },
      }
      const index = { name: `A site${escape}[31m`, home: 'http://127.0.0.1' }
      const item = { id: `1${escape}[31m`, [`member${escape}[31m`]: 1 }
      await withSite(
        ({ url = '' }, response) => {
          const answer = url.endsWith('/types') ? types : url.startsWith('/wp-json/wp/v2/') ? [item] : index
          response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
        },
        async (url) => {
          const { report, asked } = await compared(url, database.url, 60)
          assert.equal(elsewhere, 0)
          assert(asked.includes('wp/v2/fine'))
          assert.doesNotMatch(asked.join(), /internal|odd/)
          assert(!stripVTControlCharacters(printReport(report)).includes(escape))
          assert(!printReport(report).includes(`${escape}[31m`))
        },
      )
    },
  )
  await database.drop()
})

it('compare/4 the gateway beside the site limits nobody, and joins no others', async () => {
  const [database, copy] = [await sqlite.create(), await sqlite.create()]
  const site = await startTestGateway(database, { brand: 'wp' })
  await withSite(
    (_, response) => void response.end(),
    async (url) => {
      let connections = 0
      const store = createNetServer((socket) => {
        connections += 1
        socket.destroy()
      })
      const port = await freePort()
      await new Promise<void>((resolve) => store.listen(port, '127.0.0.1', resolve))
      const { report } = await compared(site.url, copy.url, 10, {
        requestsPerMinuteMax: 1,
        redisUrl: `redis://127.0.0.1:${port}`,
        redisSecret: 'a secret of at least thirty-two characters',
        otelExporterOtlpEndpoint: url,
        tracesOneIn: 1,
      })
      assert.equal(report.identical, report.asked, JSON.stringify(report.causes))
      assert.equal(connections, 0)
      store.close()
    },
  )
  await site.stop()
  await Promise.all([database.drop(), copy.drop()])
})

it('compare/5 a redirect leads to no other site either', async () => {
  const database = await sqlite.create()
  let elsewhere = 0
  await withSite(
    (_, response) => {
      elsewhere += 1
      response.end('[]')
    },
    async (other) => {
      await withSite(
        ({ url = '' }, response) => {
          if (!url.startsWith('/wp-json/wp/')) return void response.end('{"name":"A site","home":"http://a"}')
          const location = url.startsWith('/wp-json/wp/v2/types') ? '/moved' : other
          response.writeHead(302, { location }).end()
        },
        async (url) => {
          const { report } = await compared(url, database.url, 10)
          assert.equal(elsewhere, 0)
          assert(report.causes.some(({ path, example }) => path === 'status' && example.site === '302'))
          // Within the site it is followed
          assert(report.causes.some(({ address }) => address === 'wp/v2/types'))
        },
      )
      await withSite(
        (_, response) => void response.writeHead(301, { location: `${other}/wp-json/` }).end(),
        (url) =>
          assert.rejects(compared(url, database.url), new RegExp(`answers 301 \\(${other}/wp-json/\\)`)),
      )
      assert.equal(elsewhere, 0)
    },
  )
  await database.drop()
})
