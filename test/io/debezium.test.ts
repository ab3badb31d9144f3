// The change feed of Debezium's streams: what its messages stand for, and that nothing is proven which no heartbeat proves.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { dataOf, monotonicMs, type DataChange } from '../../src/core/change.ts'
import { parseAddress } from '../../src/database/address.ts'
import { openDatabase } from '../../src/database/open.ts'
import { debeziumFeed, whyNoDebezium } from '../../src/feed/debezium.ts'
import type { DebeziumStreams } from '../../src/feed/debezium-stream.ts'
import { openDebeziumStreams } from '../../src/valkey/debezium-streams.ts'
import { onServer, testDatabases } from '../support/databases.ts'
import { prefix, startDebezium } from '../support/debezium.ts'
import { versions, type Version } from '../support/debezium-versions.ts'
import { eventually } from '../support/eventually.ts'
import { layout } from '../support/followed-feed.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const kind = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
const skip =
  kind === undefined
    ? 'there is no server with a log'
    : valkeyProgram === null && 'there is no valkey-server and no redis-server'
const limits = { connectionsMax: 8, queriesWaitingMax: 1000, queryTimeoutMs: 3000 }
const oneOption = "select * from wp_options where option_name = 'blogname'"

async function servers(test: TestContext, on = kind) {
  assert(on)
  const [valkey, database] = [await startValkey(test), await on.create()]
  const address = parseAddress(database.adminUrl)
  assert(address?.kind === 'mysql')
  const engine = openDatabase(address, limits)
  const ends: (() => Promise<void>)[] = [() => engine.close(), () => database.drop()]
  const debezium = await startDebezium(
    { after: (end) => void ends.unshift(end) },
    { url: valkey.url, databaseUrl: database.adminUrl },
  )
  test.after(async () => {
    for (const end of ends) await end()
  })
  const options = { engine, schema: address.database, open: openDebeziumStreams(valkey.url), prefix }
  return { valkey, database, debezium, options, ends }
}

async function followed(test: TestContext, on = kind) {
  const { debezium, options, ends, ...others } = await servers(test, on)
  await debezium.beat()
  const feed = debeziumFeed({ ...options, layout })
  ends.unshift(feed.stop)
  const published: DataChange[] = []
  assert.equal(await feed.start((changes) => published.push(...changes.flatMap(dataOf))), null)
  const told = (isIt: (change: DataChange) => boolean) => eventually(() => assert(published.some(isIt)))
  const setOption = async (value: string, version?: Version) => {
    const before = await debezium.rowOf(oneOption)
    const after = { ...before, option_value: value }
    const statement = `update wp_options set option_value = '${value}' where option_name = 'blogname'`
    await debezium.change('wp_options', statement, { op: 'u', before, after }, {}, version)
  }
  return { debezium, options, ends, feed, published, told, setOption, ...others }
}

const isOption = (change: DataChange) => change.kind === 'row' && change.after?.['name'] === 'blogname'
const isTable = (name: string) => (change: DataChange) => change.kind === 'table' && change.table === name
const isGap = (why: RegExp) => (change: DataChange) => change.kind === 'gap' && why.test(change.reason)

describe('the streams of Debezium', { skip }, () => {
  it('are closed where the feed was stopped before they were open', async (test) => {
    const { options } = await servers(test)
    const [asked, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<DebeziumStreams>()]
    const open = () => {
      asked.resolve()
      return opening.promise
    }
    const feed = debeziumFeed({ ...options, layout, open })
    const started = feed.start(() => {})
    await asked.promise
    await feed.stop()
    let isClosed = false
    opening.resolve({
      read: async (streams) =>
        streams.map(() => ({ entries: [], last: '1-1', isLost: false, hasMore: false })),
      close: () => {
        isClosed = true
      },
    })
    await started
    assert(isClosed)
  })

  it('tell which row changed, and prove it by a heartbeat of the same server that begins later', async (test) => {
    const { debezium, feed, published, told, setOption } = await followed(test)
    await setOption('one')
    const askedMs = monotonicMs()
    const caughtUp = feed.caughtUp?.()
    await told(isOption)
    // Neither of these proves anything: one is of before, one of another server, and one is a row of a snapshot
    await debezium.beat({ pos: 4 })
    await debezium.beat({ server_id: 77_777 })
    await debezium.append(
      'lectern_heartbeat',
      JSON.stringify({ op: 'r', before: null, after: { id: 1 }, source: { file: 'z.999999', pos: 9 } }),
    )
    published.length = 0
    await setOption('two')
    await told(isOption)
    assert.ok((feed.provenAt() ?? 0) < askedMs)
    await debezium.beat()
    await caughtUp
    assert.ok((feed.provenAt() ?? 0) >= askedMs)
  })

  it('tell which row changed, and prove it, as connectors of each version write', async (test) => {
    const { debezium, feed, published, told, setOption } = await followed(test)
    const own = kind?.flavour === 'mysql' ? 'mysql' : 'mariadb'
    const written = versions.filter(({ gtid }) => gtid === 'none' || gtid === own)
    assert.ok(written.length >= 4)
    for (const version of written) {
      published.length = 0
      await setOption(version.name, version)
      await told((change) => change.kind === 'row' && change.after?.['value'] === version.name)
      const [over, askedMs] = [new AbortController(), monotonicMs()]
      const caughtUp = feed.caughtUp?.().then(() => over.abort())
      while (!over.signal.aborted) await debezium.beat({}, version)
      await caughtUp
      assert.ok((feed.provenAt() ?? 0) >= askedMs, version.name)
    }
  })

  it('tell of the whole table where a message names no row, and of everything where the schema changed', async (test) => {
    const { debezium, published, told } = await followed(test)
    const source = { db: 'x', file: 'a.1', pos: 4, server_id: 1 }
    const row = await debezium.rowOf(oneOption)
    for (const text of [
      JSON.stringify({ payload: { op: 't', before: null, after: null, source } }),
      JSON.stringify({ op: 'r', before: null, after: row, source }),
      JSON.stringify({ op: 'd', before: { option_id: row['option_id'] }, after: null, source }),
      JSON.stringify({ op: 'c', before: null, after: { ...row, option_id: 2 ** 60 }, source }),
      // bigint.unsigned.handling.mode=precise
      JSON.stringify({ op: 'c', before: null, after: { ...row, option_id: 'AeQ=' }, source }),
      JSON.stringify({
        op: 'c',
        before: null,
        after: { ...row, option_name: '__debezium_unavailable_value' },
        source,
      }),
      'default',
    ]) {
      published.length = 0
      await debezium.append('wp_options', text)
      await told(isTable('options'))
    }
    await debezium.append('', JSON.stringify({ payload: { ddl: 'alter table wp_options add x int' } }))
    await told(isGap(/the schema changed/))
  })

  it('tell of a row that was deleted once, though a message without a value follows', async (test) => {
    const { debezium, published, told, setOption } = await followed(test)
    const before = await debezium.rowOf(oneOption)
    const statement = "delete from wp_options where option_name = 'blogname'"
    await debezium.change('wp_options', statement, { op: 'd', before, after: null })
    await debezium.append('wp_options', 'default')
    await told((change) => change.kind === 'row' && change.before?.['name'] === 'blogname')
    await debezium.append('wp_posts', 'default')
    await told(isTable('posts'))
    assert.ok(!published.some(isTable('options')))
    // The next one follows no deletion
    await debezium.append('wp_options', 'default')
    await told(isTable('options'))
    published.length = 0
    await setOption('again')
    await debezium.append('wp_options', 'default')
    await told(isTable('options'))
  })

  it('tell of the whole table where what follows a deletion cannot be read, and is no repetition', async (test) => {
    const { debezium, published, told } = await followed(test)
    const before = await debezium.rowOf(oneOption)
    const deletion = { op: 'd', before, after: null }
    for (const text of ['{"op":"u","before":{"option_id"', '[{}]', '7', 'Obj\u0001avro.schema']) {
      published.length = 0
      await debezium.append('wp_options', JSON.stringify({ ...deletion, source: { server_id: 1 } }))
      await debezium.append('wp_options', text)
      await told(isTable('options'))
    }
  })

  it('tell of a table once, however many rows of it a snapshot has', async (test) => {
    const { debezium, options, published, told } = await followed(test)
    const row = JSON.stringify({ op: 'r', before: null, after: {}, source: { snapshot: 'true' } })
    const all = "for nth = 1, 400 do redis.call('xadd', KEYS[1], '*', 'key', ARGV[1]) end"
    await debezium.send('EVAL', all, '1', `${prefix}.${options.schema}.wp_options`, row)
    await told(isTable('options'))
    await debezium.append('wp_posts', 'default')
    await told(isTable('posts'))
    assert.equal(published.filter(isTable('options')).length, published.filter(isTable('posts')).length)
  })

  it('prove nothing by positions of another server that is reached at the same address', async (test) => {
    const [program] = serverPrograms()
    assert(program)
    const running = await startProcess(program, ['--server-id=1'])
    const own = onServer({ name: 'own', flavour: program.flavour, ...running })
    const { database, debezium, feed, ends } = await followed(test, own)
    ends.push(running.stop)
    const proven = async () => {
      const over = new AbortController()
      // It rejects where the feed ends
      const settled = () => over.abort()
      const caughtUp = feed.caughtUp?.().then(settled, settled)
      while (!over.signal.aborted) await debezium.beat({ server_id: 1 })
      await caughtUp
      return feed.provenAt() ?? 0
    }
    assert.ok((await proven()) > 0)
    // Its log has the same names, and the heartbeats of the server before are still on their way
    await database.execute('set global server_id = 2')
    const changedMs = monotonicMs()
    assert.ok((await proven()) < changedMs)
  })

  it('are a gap where entries may be missing', async (test) => {
    const { debezium, options, told, setOption } = await followed(test)
    await setOption('one')
    await told(isOption)
    await debezium.send('DEL', `${prefix}.${options.schema}.wp_options`)
    await told(isGap(/entries of Debezium are missing/))
  })

  it('are not followed without heartbeats, nor where the account may not ask for the end of the log', async (test) => {
    const { options, database, debezium } = await servers(test)
    assert.match((await whyNoDebezium(options)) ?? '', /nothing to the stream site\..*\.lectern_heartbeat/)
    await debezium.beat()
    assert.equal(await whyNoDebezium(options), null)
    const address = parseAddress(database.url)
    assert(address)
    const engine = openDatabase(address, limits)
    const reason = await whyNoDebezium({ ...options, engine }).finally(engine.close)
    assert.match(reason ?? '', /the account may not ask where the log ends/)
  })

  it('keep a gateway right, whose answers are made anew while there is no proof', async (test) => {
    const { valkey, database, debezium, ends } = await servers(test)
    await debezium.beat()
    const over = new AbortController()
    const beating = async () => {
      while (!over.signal.aborted) await debezium.beat()
    }
    const beats = beating()
    const gateway = await startTestGateway(
      { url: database.adminUrl },
      {
        feed: 'auto',
        adminPort: 0,
        redisUrl: valkey.url,
        debeziumStreams: prefix,
        freshWithinMs: 1000,
        requestsPerMinuteMax: 1_000_000,
      },
    )
    ends.unshift(gateway.stop)
    const path = '/cms-json/cms/v2/posts/228?_fields=title'
    const status = async () => (await gateway.get(path)).headers.get('cache-status') ?? ''
    await eventually(async () => {
      const ready: unknown = await (await fetch(`${gateway.adminUrl}/ready`)).json()
      assert.equal(at(ready, 'feed', 'name'), 'shared')
      assert.match(await status(), /hit/)
    })
    const before = await debezium.rowOf('select * from wp_posts where ID = 228')
    over.abort()
    await beats
    const statement = "update wp_posts set post_title = 'told' where ID = 228"
    await debezium.change('wp_posts', statement, {
      op: 'u',
      before,
      after: { ...before, post_title: 'told' },
    })
    await eventually(async () => assert.match((await gateway.get(path)).text, /told/))
    await eventually(async () => assert.doesNotMatch(await status(), /hit/))
    const why =
      /the feed debezium of the reader cannot prove that it has every change: no heartbeat was read from beyond/
    await eventually(async () =>
      assert.ok(gateway.observed.some((each) => each.kind === 'feed-lost' && why.test(each.reason))),
    )
  })
})
