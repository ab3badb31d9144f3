// The most requested answers are there again after a restart, as they are now; the file of their addresses holds no secrets, and
// a hostile one does no harm.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { countedTexts } from '../support/counted-texts.ts'
import { oneDatabase, testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startProcess, until } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-warm-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const freshPath = () => join(folder, `warm-${(files += 1)}.json`)
const v2 = '/cms-json/cms/v2'
const front = `${v2}/posts?per_page=5&_fields=id,title`
const query = encodeURIComponent('{ posts(first: 2) { edges { node { id title } } } }')

const start = (database: TestDatabase, path: string, settings = {}) =>
  startTestGateway(database, { warmStartFile: path, warmStartPauseMs: 0, feed: 'auto', ...settings })
const fed = (gateway: TestGateway) => until(() => gateway.observed.some(({ kind }) => kind === 'feed'))
const warmed = (gateway: TestGateway) =>
  until(() => gateway.observed.find((observation) => observation.kind === 'warmed'))
const statusOf = async (gateway: TestGateway, path: string) =>
  (await gateway.get(path)).headers.get('cache-status')
const targetsIn = (path: string) =>
  list(at(JSON.parse(readFileSync(path, 'utf8')), 'targets')).map((each) => String(at(each, 'target')))

/** Why one database is enough. */
const same = 'what is loaded again is asked for as clients ask'

for (const kind of oneDatabase(same)) {
  describe(`a warm start on ${kind.name}`, () => {
    it('answers what was asked for most as a hit, as it is by now, and counts it as no request', async () => {
      const [database, path] = [await kind.create(), freshPath()]
      // A feed may tell of the write below once more after it
      const clock = { feed: 'clock', cacheBlindLifeMs: 3_600_000 } as const
      const first = await start(database, path, clock)
      await fed(first)
      for (const address of [front, front, `${v2}/posts/237`, `/graphql?query=${query}`])
        await first.get(address)
      await first.stop()
      assert.equal(statSync(path).mode & 0o777, 0o600)
      assert.equal(targetsIn(path)[0], `${v2}/posts?per_page=5&_fields=id%2Ctitle`)
      assert.equal(targetsIn(path).length, 3)
      await database.execute(`update wp_posts set post_title = 'Changed meanwhile' where ID = 238`)

      const second = await start(database, path, clock)
      assert.deepEqual(await warmed(second), { kind: 'warmed', loaded: 3, left: 0, why: null })
      assert(!second.observed.some((observation) => observation.kind === 'request'))
      const answer = await second.get(front)
      assert.equal(answer.headers.get('cache-status'), 'lectern; hit')
      assert.match(answer.text, /Changed meanwhile/)
      assert.equal(await statusOf(second, `/graphql?query=${query}`), 'lectern; hit')
      // However it is written
      assert.equal(await statusOf(second, `${v2}/posts/237?unknown=1`), 'lectern; hit')
      await second.stop()
      await database.drop()
    })

    it('loads what takes longer to render than a client gets at once, and what comes after it', async () => {
      const [database, path] = [await kind.create(), freshPath()]
      await database.execute(`update wp_posts set post_content = '<p>[counted ms="15"]</p>'`)
      const settings = { extensions: [countedTexts()], renderTimeoutMs: 20 }
      const heavy = `${v2}/posts?per_page=5&_fields=id,content`
      const first = await start(database, path, settings)
      await fed(first)
      assert.equal((await first.get(heavy)).status, 503)
      await until(async () => (await first.get(heavy)).status === 200)
      await first.get(heavy)
      await first.get(front)
      await first.stop()
      assert.match(targetsIn(path)[0] ?? '', /content/)

      const second = await start(database, path, settings)
      assert.deepEqual(await warmed(second), { kind: 'warmed', loaded: 2, left: 0, why: null })
      for (const address of [heavy, front])
        assert.match((await statusOf(second, address)) ?? '', /^lectern; hit/)
      await second.stop()
      await database.drop()
    })
  })
}

for (const kind of oneDatabase(same)) {
  describe(`a warm start of WPGraphQL's view on ${kind.name}`, () => {
    it('answers by GET and POST what was asked for by either', async () => {
      const [database, path] = [await kind.create(), freshPath()]
      const settings = { graphqlView: 'wpgraphql', feed: 'clock', cacheBlindLifeMs: 3_600_000 } as const
      const first = await start(database, path, settings)
      await fed(first)
      const feed = 'query Feed($n: Int) { posts(first: $n) { nodes { title } } }'
      const asked = { query: feed, operationName: 'Feed', variables: { n: 3 } }
      const post = (gateway: TestGateway) =>
        gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(asked),
        })
      const page = `/graphql?query=${encodeURIComponent('{ pages(first: 1) { nodes { title } } }')}`
      await post(first)
      await first.get(page)
      const secret = '{ posts(first: 1, where: { search: "token hunter2" }) { nodes { id } } }'
      await first.get(`/graphql?query=${encodeURIComponent(secret)}`)
      await first.stop()
      assert.deepEqual([targetsIn(path).length, readFileSync(path, 'utf8').includes('hunter2')], [2, false])
      const second = await start(database, path, settings)
      assert.deepEqual(await warmed(second), { kind: 'warmed', loaded: 2, left: 0, why: null })
      assert.equal((await post(second)).headers.get('cache-status'), 'lectern; hit')
      assert.equal(await statusOf(second, page), 'lectern; hit')
      await second.stop()
      await database.drop()
    })
  })
}

describe('the file of a warm start', () => {
  const [kind] = testDatabases()
  assert(kind)

  it('holds no secrets, no arguments that mean nothing, and nothing of those who are logged in', async () => {
    const [database, path] = [await kind.create(), freshPath()]
    const gateway = await start(database, path)
    await fed(gateway)
    for (const address of [
      `${v2}/posts/7?password=hunter2`,
      `${v2}/posts?api_key=hunter2&page=2`,
      `${v2}/posts?p%61ssword=hunter2&page=3`,
      `${v2}/posts?access_token=hunter2`,
      `${v2}/posts?hunter2`,
      `/hunter2?password=1`,
      `/graphql?hunter2=1&query=${query}`,
      `/graphql?query=${encodeURIComponent('{ posts(first: 1, search: "token hunter2") { edges { node { id } } } }')}`,
    ])
      await gateway.get(address)
    await gateway.get(`${v2}/posts?page=4`, {
      authorization: 'Basic aHVudGVyMjpodW50ZXIy',
      cookie: 'hunter2=1',
    })
    await gateway.stop()
    const text = readFileSync(path, 'utf8')
    assert.doesNotMatch(text, /hunter2|password|api_key|token|authorization|cookie/i)
    assert.match(text, /page=2/)
    await database.drop()
  })

  it('is bounded, written whole beside itself, and leaves nothing else behind', async () => {
    const [database, path] = [await kind.create(), freshPath()]
    // What a link of somebody else's leads to is not written to
    const elsewhere = freshPath()
    writeFileSync(elsewhere, 'untouched')
    symlinkSync(elsewhere, `${path}.${process.pid}.new`)
    const gateway = await start(database, path, { warmStartMax: 2 })
    await fed(gateway)
    for (const page of [1, 2, 3, 3]) await gateway.get(`${v2}/posts?per_page=1&page=${page}`)
    await gateway.stop()
    assert.equal(targetsIn(path).length, 2)
    assert.match(targetsIn(path)[0] ?? '', /page=3/)
    assert.equal(readFileSync(elsewhere, 'utf8'), 'untouched')
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.new')),
      [],
    )
    await database.drop()
  })

  it('is refused with a warning where it is broken or hostile, and the gateway serves all the same', async () => {
    const database = await kind.create()
    const target = (text: unknown, accept: unknown = null) =>
      JSON.stringify({ format: 1, targets: [{ target: text, accept }] })
    for (const content of [
      '',
      'nonsense',
      '[]',
      '{"format":2,"targets":[]}',
      '{"format":1,"targets":{}}',
      target(7),
      target('http://elsewhere.example/'),
      target('//elsewhere.example/'),
      target('/a b'),
      target('/line\r\nX-Injected: 1'),
      target(`/${'a'.repeat(10_000)}`),
      target('/fine', 'text/html\r\nX-Injected: 1'),
      ' '.repeat(5_000_000),
    ]) {
      const path = freshPath()
      writeFileSync(path, content)
      const gateway = await start(database, path)
      const warning = await until(() =>
        gateway.observed.find(
          (observation) => observation.kind === 'warning' && /warmStartFile/.test(observation.message),
        ),
      )
      assert.doesNotMatch(JSON.stringify(warning), /elsewhere|Injected/)
      assert.equal((await gateway.get(front)).status, 200)
      await gateway.stop()
    }
    await database.drop()
  })

  it('asks for nothing but what this gateway keeps', async () => {
    const [database, path] = [await kind.create(), freshPath()]
    const targets = [
      '/',
      '/nothing',
      `${v2}/posts?password=x`,
      `${v2}/users/me`,
      '/graphql?query={nothing}',
      front,
    ]
    writeFileSync(
      path,
      JSON.stringify({ format: 1, targets: targets.map((each) => ({ target: each, accept: null })) }),
    )
    const gateway = await start(database, path)
    await warmed(gateway)
    assert.match((await statusOf(gateway, front)) ?? '', /^lectern; hit/)
    assert.equal(await statusOf(gateway, '/nothing'), 'lectern; fwd=bypass')
    await gateway.stop()
    await database.drop()
  })

  it('is written by a process that is stopped by a signal, and a folder that is not there is a warning', async () => {
    const [database, path] = [await kind.create(), freshPath()]
    for (const place of [path, join(folder, 'none', 'file.json')]) {
      const started = startProcess(['serve'], {
        DATABASE_URL: database.url,
        PORT: '0',
        WARM_START_FILE: place,
      })
      const url = await started.served()
      await until(() => started.output().includes('the change feed is'))
      assert.equal((await fetch(url + front)).status, 200)
      started.child.kill('SIGTERM')
      assert.equal(await started.ended, 0)
      if (place === path) assert.equal(targetsIn(path)[0], `${v2}/posts?per_page=5&_fields=id%2Ctitle`)
      else assert.match(started.output(), /warmStartFile: .* cannot be written \(ENOENT\)/)
    }
    await database.drop()
  })
})
