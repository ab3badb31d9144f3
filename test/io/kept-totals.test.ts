// Totals outlive a restart: what changed meanwhile is read of the server's log, and adjusts them. Where that cannot be known they
// are counted anew, and the log says why.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { parseSnapshot, encodeSnapshot, type TotalsSnapshot } from '../../src/invalidation/totals-snapshot.ts'
import type { ConfigFile } from '../../src/settings/config.ts'
import { createSeal } from '../../src/core/seal.ts'
import { ask } from '../support/client.ts'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { randomFor } from '../support/random.ts'
import { createRandomWrites } from '../support/random-writes.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'
import { holdLog } from '../support/whole-log.ts'
import { startWorkers, stopWorkers } from '../support/workers.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-totals-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const freshPath = () => join(folder, `totals-${(files += 1)}.json`)
const v2 = '/cms-json/cms/v2'

const start = (database: TestDatabase, path: string, settings: ConfigFile = {}) =>
  startTestGateway({ url: database.adminUrl }, { ...demoKeys, feed: 'auto', totalsFile: path, ...settings })

const seal = createSeal(Object.values(demoKeys).join('\n'))
const place = 'totals of before a start'

/** Lists whose totals are adjusted, of which some are for those who are logged in alone. */
const lists: readonly (readonly [path: string, user: 'admin' | null])[] = [
  ['/posts?per_page=1&_fields=id', null],
  ['/pages?per_page=1&_fields=id', null],
  ['/posts?author=1&per_page=1&_fields=id', null],
  ['/posts?author_exclude=1,2&per_page=1&_fields=id', null],
  ['/media?per_page=1&_fields=id', null],
  ['/posts?status=draft&per_page=1&_fields=id', 'admin'],
  ['/posts?status=publish,private&per_page=1&_fields=id', 'admin'],
]

async function totals({ url }: { readonly url: string }): Promise<readonly (string | null)[]> {
  const found: (string | null)[] = []
  for (const [path, user] of lists) {
    // Workers take connections in turn
    const sent = { connection: 'close', ...(user === null ? {} : asUser(user)) }
    const { headers } = await ask('GET', url + v2 + path, { headers: sent })
    found.push(headers.get('x-cms-total'))
  }
  return found
}

const restored = (gateway: TestGateway) =>
  until(() => gateway.observed.find((observation) => observation.kind === 'totals-restored'))
const counts = (gateway: TestGateway) =>
  gateway.observed.filter((each) => each.kind === 'query' && /\.count/.test(each.plan)).length

/** Asks until totals are kept. */
async function keepTotals(gateway: TestGateway): Promise<readonly (string | null)[]> {
  await until(() => gateway.observed.some(({ kind }) => kind === 'feed'))
  return until(async () => {
    await totals(gateway)
    const before = counts(gateway)
    const found = await totals(gateway)
    return counts(gateway) === before ? found : null
  })
}

/** A gateway that kept totals, and was stopped. */
async function stopped(database: TestDatabase, path: string, settings: ConfigFile = {}) {
  const gateway = await start(database, path, { ...settings, totalsSaveMs: 1000 })
  await keepTotals(gateway)
  // A place is only recognized by a commit that was read
  await database.execute(`update wp_posts set post_title = 'Written' where ID = 228`)
  await until(() => existsSync(path))
  const found = await keepTotals(gateway)
  await gateway.stop()
  return found
}

async function uncached(database: TestDatabase): Promise<readonly (string | null)[]> {
  const gateway = await startTestGateway(database, { ...demoKeys, cacheBytesMax: 0 })
  const found = await totals(gateway)
  await gateway.stop()
  return found
}

const sharing = {
  redisSecret: 'a secret of at least thirty-two characters',
  requestsPerMinuteMax: 1_000_000,
}

const servers = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')

for (const kind of servers)
  describe(`totals over restarts on ${kind.name}`, () => {
    const created = async (test: TestContext) => {
      const database = await kind.create()
      test.after(() => database.drop())
      // A gateway that is stopped keeps no file of the log from being purged
      await holdLog(test, database)
      return database
    }

    const isAdjusted = async (database: TestDatabase, settings: ConfigFile) => {
      const path = freshPath()
      const before = await stopped(database, path, settings)
      assert.equal(statSync(path).mode & 0o777, 0o600)
      const random = randomFor(`totals over restarts on ${kind.name}`)
      const write = createRandomWrites(random, { first: 1, step: 1 })
      for (let round = 0; round < 2; round += 1) {
        for (let nth = 0; nth < 60; nth += 1) await database.execute(write())
        const gateway = await start(database, path, settings)
        const found = await restored(gateway)
        assert(found.kept > 0, JSON.stringify(found))
        const feeds = gateway.observed.flatMap((each) => (each.kind === 'feed' ? [each.name] : []))
        assert.equal(feeds.at(-1), settings.redisUrl === undefined ? 'binlog' : 'shared')
        const counted = counts(gateway)
        assert.deepEqual(await totals(gateway), await uncached(database))
        assert(counts(gateway) - counted <= lists.length - found.kept, JSON.stringify(found))
        // And go on being adjusted
        for (let nth = 0; nth < 20; nth += 1) await database.execute(write())
        const now = await uncached(database)
        await eventually(async () => assert.deepEqual(await totals(gateway), now))
        await gateway.stop()
      }
      assert.notDeepEqual(await uncached(database), before)
    }

    it('are adjusted by whatever is written between, and not counted again', async (test) =>
      isAdjusted(await created(test), {}))

    it(
      'are adjusted where gateways share a log as well',
      { skip: valkeyProgram === null && 'there is no valkey-server and no redis-server' },
      async (test) => {
        const { url } = await startValkey(test)
        await isAdjusted(await created(test), { ...sharing, redisUrl: url })
      },
    )

    it('are adjusted in each of several workers', async (test) => {
      const [database, path] = [await created(test), freshPath()]
      const environment = {
        TOTALS_FILE: path,
        TOTALS_SAVE_MS: '1000',
        CURSOR_KEY: 'a key for tests only',
        LOGGED_IN_KEY: demoKeys.loggedInKey,
        LOGGED_IN_SALT: demoKeys.loggedInSalt,
        NONCE_KEY: demoKeys.nonceKey,
        NONCE_SALT: demoKeys.nonceSalt,
      }
      const running = await startWorkers(database.adminUrl, environment)
      // A place is only recognized by a commit that was read
      await until(async () => {
        await database.execute(`update wp_posts set menu_order = menu_order + 1 where ID = 228`)
        await totals(running)
        if (!existsSync(path)) return false
        const saved = parseSnapshot(seal.openText(place, readFileSync(path, 'utf8')) ?? '')
        return (saved?.totals.length ?? 0) > 3
      })
      await stopWorkers(running)
      const write = createRandomWrites(randomFor(`totals of workers on ${kind.name}`), { first: 1, step: 1 })
      for (let nth = 0; nth < 60; nth += 1) await database.execute(write())

      const again = await startWorkers(database.adminUrl, environment)
      const kept = /([1-9]\d*) totals from before the start are kept/g
      await eventually(() => {
        const output = again.started.output()
        assert.equal([...output.matchAll(kept)].length, 2, output.slice(-5000))
      })
      const wanted = await uncached(database)
      for (let nth = 0; nth < 4; nth += 1) assert.deepEqual(await totals(again), wanted)
      for (let nth = 0; nth < 20; nth += 1) await database.execute(write())
      const now = await uncached(database)
      await eventually(async () => assert.deepEqual([await totals(again), await totals(again)], [now, now]))
      await stopWorkers(again)
    })

    it('are counted anew, and the log says why, where the log does not say what changed meanwhile', async (test) => {
      const [database, path] = [await created(test), freshPath()]
      await stopped(database, path)
      const sealed = readFileSync(path, 'utf8')
      const snapshot = parseSnapshot(seal.openText(place, sealed) ?? '')
      assert(snapshot)
      const { at } = snapshot
      // Without a line that the log has, nothing would differ
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 201`)
      const wanted = await uncached(database)
      const like = (other: Partial<TotalsSnapshot>) =>
        seal.closeText(place, encodeSnapshot({ ...snapshot, ...other }))
      const cases: readonly (readonly [text: string, why: RegExp])[] = [
        // A log that was purged, or another one that began at the same name
        [like({ at: { ...at, file: 'gone.000001' } }), /does not read the log from their position/],
        [like({ at: { ...at, madeMs: 1000 } }), /does not read the log from their position/],
        [
          like({ at: { ...at, last: at.last && { ...at.last, seal: 'commit 1 1' } } }),
          /does not read the log/,
        ],
        [like({ at: { ...at, server: 'another' } }), /does not read the log from their position/],
        [like({ schema: 'another' }), /another database is read/],
        // What is counted by other rules
        [
          like({ totals: snapshot.totals.map((total) => ({ ...total, mark: 'other' })) }),
          /the rows that they count/,
        ],
      ]
      for (const [text, why] of cases) {
        writeFileSync(path, text)
        const gateway = await start(database, path)
        const found = await restored(gateway)
        assert.deepEqual([found.kept, found.anew], [0, snapshot.totals.length], JSON.stringify(found))
        assert.match(found.why ?? '', why)
        assert.deepEqual(await totals(gateway), wanted)
        assert(counts(gateway) > 0)
        await keepTotals(gateway)
        await gateway.stop()
      }
    })

    it('are not believed of a file that was not sealed by the site', async (test) => {
      const [database, path] = [await created(test), freshPath()]
      await stopped(database, path)
      const [sealed, wanted] = [readFileSync(path, 'utf8'), await uncached(database)]
      const cases: readonly (readonly [text: string, settings: ConfigFile, why: RegExp])[] = [
        [sealed.replace(/"count":\d+/, '"count":7000'), {}, /another secret, or changed/],
        [sealed.slice(0, -20), {}, /another secret, or changed/],
        ['', {}, /another secret, or changed/],
        [sealed, { redisSecret: 'another secret of at least 32 characters' }, /another secret, or changed/],
        [seal.closeText(place, '{"format":0}'), {}, /another version wrote it/],
        [' '.repeat(9_000_000), {}, /larger than/],
      ]
      for (const [text, settings, why] of cases) {
        writeFileSync(path, text)
        const gateway = await start(database, path, settings)
        const warned = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
        assert.match(warned.join('\n'), why)
        assert.doesNotMatch(warned.join('\n'), /7000/)
        assert.deepEqual(await totals(gateway), wanted)
        await gateway.stop()
      }
    })
  })

describe('totals over restarts on SQLite', () => {
  it('are counted anew, which is said, since a file does not say what changed meanwhile', async (test) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const [database, path] = [await sqlite.create(), freshPath()]
    test.after(() => database.drop())
    const gateway = await start(database, path)
    await until(() =>
      gateway.observed.some((each) => each.kind === 'warning' && /feed data-version/.test(each.message)),
    )
    await totals(gateway)
    await gateway.stop()
    assert(!existsSync(path))
  })

  it('need a secret of the site', async (test) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    test.after(() => database.drop())
    const gateway = await startTestGateway(database, { cursorKey: [], totalsFile: freshPath() })
    await gateway.stop()
    assert(gateway.observed.some((each) => each.kind === 'warning' && /has to be sealed/.test(each.message)))
  })
})
