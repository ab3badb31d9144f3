// Several gateways that share one log: each has every commit, proves it only once it has published it, and only one reads the
// server's log; whatever happens to the Valkey or to the reader, nothing that is proven is missing.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { dataOf, monotonicMs, type Change } from '../../src/core/change.ts'
import type { Observe } from '../../src/core/observation.ts'
import { connectionOptions } from '../../src/database/mysql/engine.ts'
import { parseAddress } from '../../src/database/address.ts'
import { openDatabase } from '../../src/database/open.ts'
import { binlogFeed } from '../../src/feed/binlog.ts'
import type { Feed } from '../../src/feed/feed.ts'
import { createFollowing, feedsFor } from '../../src/feed/following.ts'
import type { Resume } from '../../src/feed/log-state.ts'
import { sharedFeed } from '../../src/feed/shared.ts'
import { openSharedLog } from '../../src/valkey/shared-log.ts'
import { createSeal } from '../../src/core/seal.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually, until } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { layout } from '../support/followed-feed.ts'
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { startValkey, valkeyProgram, type ValkeyProcess } from '../support/valkey-process.ts'

const skip = valkeyProgram === null ? 'there is no valkey-server and no redis-server' : false
const kind = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
const seal = createSeal('a secret of this test')
const limits = { connectionsMax: 8, queriesWaitingMax: 1000, queryTimeoutMs: 3000 }

interface Member {
  readonly feed: Feed
  readonly published: Change[]
  /** How often it observed that it is lost. */
  readonly lost: () => number
}

interface Group {
  readonly database: TestDatabase
  readonly valkey: ValkeyProcess
  /** Default: by the address of the Valkey itself. */
  readonly join: (url?: string, isAway?: boolean) => Promise<Member>
  readonly write: (title: string) => Promise<void>
}

/** One server is enough: what differs between servers is the reader's own feed, which has its tests (feeds.test.ts). */
async function group(test: TestContext): Promise<Group> {
  assert(kind)
  const valkey = await startValkey(test)
  const database = await kind.create()
  const address = parseAddress(database.adminUrl)
  assert(address && address.kind === 'mysql')
  const engine = openDatabase(address, limits)
  test.after(async () => {
    await engine.close()
    await database.drop()
  })
  const schema = address.database
  const join = async (url = valkey.url, isAway = false) => {
    const published: Change[] = []
    let lost = 0
    const source = (resume: Resume | null) => {
      const serverId = 0x30000000 + Math.floor(Math.random() * 0xfffffff)
      const connection = connectionOptions(address)
      return binlogFeed({ engine, connection, schema, layout, serverId, resume, observe: () => {} })
    }
    const open = (key: string, failed: (reason: string) => void) => openSharedLog({ url, seal }, key, failed)
    const observe: Observe = ({ kind: observed }) => void (lost += observed === 'feed-lost' ? 1 : 0)
    const feed = sharedFeed({ engine, schema, layout, open, source, observe })
    test.after(() => feed.stop())
    const problem = await feed.start((changes) => published.push(...changes))
    assert.equal(problem?.kind, isAway ? 'away' : undefined)
    return { feed, published, lost: () => lost }
  }
  return {
    database,
    valkey,
    join,
    write: async (title) => {
      await database.execute('update wp_posts set post_title = ? where ID = 228', [title])
    },
  }
}

interface Loss {
  readonly lose: (valkey: ValkeyProcess) => Promise<unknown>
  readonly bringBack: (valkey: ValkeyProcess) => Promise<unknown>
}

const losses: Readonly<Record<string, Loss>> = {
  'is gone': { lose: ({ kill }) => kill(), bringBack: ({ start }) => start() },
  'is full': {
    lose: ({ send }) => send('CONFIG SET maxmemory 1'),
    bringBack: ({ send }) => send('CONFIG SET maxmemory 0'),
  },
}

const isOfPosts = (change: Change) =>
  dataOf(change).some((each) => each.kind === 'gap' || each.table === 'posts')

/** The one that reads, as soon as all others follow: on a busy machine it need not be the one that came first. */
async function readerOf(members: readonly Member[]): Promise<Member> {
  return until(() => {
    const [reader, ...more] = members.filter(({ feed }) => feed.role?.() === 'reader')
    const followers = members.filter(({ feed }) => feed.role?.() === 'follower')
    return more.length === 0 && followers.length === members.length - 1 && reader
  })
}

/** Fails where a member proves a commit that it has not published. */
function watch(
  test: TestContext,
  members: readonly Member[],
  committedAt: number,
  from: readonly number[],
): void {
  const proofs = setInterval(() => {
    for (const [nth, { feed, published }] of members.entries())
      if ((feed.provenAt() ?? 0) >= committedAt)
        assert.ok(published.slice(from[nth]).some(isOfPosts), `${nth}: proven before it was published`)
  }, 1)
  test.after(() => clearInterval(proofs))
}

async function commitReachesAll(
  test: TestContext,
  { write }: Group,
  members: readonly Member[],
  title: string,
) {
  const from = members.map(({ published }) => published.length)
  await write(title)
  const committedAt = monotonicMs()
  watch(test, members, committedAt, from)
  await eventually(async () => {
    for (const [nth, { feed, published }] of members.entries()) {
      assert.ok(published.slice(from[nth]).some(isOfPosts), `${nth} has not published it`)
      assert.ok((feed.provenAt() ?? 0) >= committedAt, `${nth} has not proven it`)
    }
  })
}

describe(
  'gateways that share a log',
  { skip: kind === undefined ? 'there is no server with a log' : skip },
  () => {
    it('have one reader, and each publishes what it proves', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join(), await all.join()]
      await readerOf(members)
      for (let n = 0; n < 5; n += 1) await commitReachesAll(test, all, members, `commit ${n}`)
      await readerOf(members)
    })

    it('are lost only once they have begun: where the Valkey stays away, no attempt is logged', async (test) => {
      const all = await group(test)
      const away = await all.join(`redis://127.0.0.1:${await freePort()}`, true)
      assert.equal(away.lost(), 0)
      const member = await all.join()
      await all.valkey.kill()
      await eventually(() => assert.equal(member.lost(), 1))
    })

    it('catch up with what was committed before, and know its position', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join()]
      for (const [nth, { feed, published }] of members.entries()) {
        const from = published.length
        await all.write(`caught up ${nth}`)
        await feed.caughtUp?.()
        assert.ok(published.slice(from).some(isOfPosts))
        assert.ok(feed.provenTo?.())
      }
    })

    it('go on with another reader where the first stops, without a gap', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join(), await all.join()]
      await commitReachesAll(test, all, members, 'by the first')
      const first = await readerOf(members)
      const others = members.filter((member) => member !== first)
      const from = others.map(({ published }) => published.length)
      await first.feed.stop()
      await all.write('without a reader')
      await commitReachesAll(test, all, others, 'after the first')
      await readerOf(others)
      for (const [nth, { published }] of others.entries()) {
        const since = published.slice(from[nth])
        assert.ok(!since.some(({ kind: is }) => is === 'gap'))
        assert.ok(since.filter(isOfPosts).length >= 2)
      }
    })

    it('go on with another reader where the first is cut off, which proves nothing', async (test) => {
      const all = await group(test)
      const proxies = new Map<Member, TcpProxy>()
      for (let n = 0; n < 3; n += 1) {
        const proxy = await createTcpProxy(all.valkey.url)
        test.after(proxy.close)
        proxies.set(await all.join(proxy.url), proxy)
      }
      const members = [...proxies.keys()]
      const first = await readerOf(members)
      const others = members.filter((member) => member !== first)
      const from = first.published.length
      proxies.get(first)?.stall()
      await commitReachesAll(test, all, others, 'without the first')
      watch(test, [first], monotonicMs(), [from])
      await all.write('still without the first')
      await eventually(async () => assert.ok(first.feed.isLost?.()))
      await eventually(async () => assert.equal(first.feed.role?.(), 'follower'))
      await readerOf(others)
    })

    it('prove nothing while the Valkey is paused, and go on', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join()]
      const from = members.map(({ published }) => published.length)
      all.valkey.pause()
      await all.write('while it is paused')
      watch(test, members, monotonicMs(), from)
      const pausedAt = monotonicMs()
      await eventually(async () => assert.ok(monotonicMs() - pausedAt > 1000))
      all.valkey.resume()
      await commitReachesAll(test, all, members, 'after the pause')
    })

    it('lose nothing where the Valkey is emptied', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join()]
      for (let n = 0; n < 3; n += 1) {
        const from = members.map(({ published }) => published.length)
        await all.write(`just before ${n}`)
        watch(test, members, monotonicMs(), from)
        await all.valkey.send('FLUSHALL')
        await commitReachesAll(test, all, members, `emptied ${n}`)
      }
    })

    it('take nothing that is written without the secret', async (test) => {
      const all = await group(test)
      const members = [await all.join(), await all.join()]
      const [log] = /lectern:\S+:log/.exec(await all.valkey.send('KEYS lectern:*:log')) ?? []
      assert(log)
      const from = members.map(({ published }) => published.length)
      await all.valkey.send(`XADD ${log} * e forged`)
      await eventually(async () => {
        for (const [nth, { published }] of members.entries())
          assert.ok(published.slice(from[nth]).some(({ kind: is }) => is === 'gap'))
      })
      await commitReachesAll(test, all, members, 'after what was forged')
    })

    for (const [what, { lose, bringBack }] of Object.entries(losses))
      it(`follow the database by themselves where the Valkey ${what}, and share again`, async (test) => {
        assert(kind)
        const all = await group(test)
        const address = parseAddress(all.database.adminUrl)
        assert(address)
        const engine = openDatabase(address, limits)
        test.after(() => engine.close())
        const published: Change[] = []
        const following = createFollowing({
          apply: (changes) => published.push(...changes),
          tells: false,
          observe: () => {},
        })
        test.after(() => following.stop())
        const shared = (key: string, failed: (reason: string) => void) =>
          openSharedLog({ url: all.valkey.url, seal }, key, failed)
        const options = { feed: 'auto', pollMs: 100, serverId: undefined, shared, debezium: null } as const
        await following.follow(feedsFor(options, address, engine, layout, () => {}))
        assert.deepEqual(following.names(), { wanted: 'shared', used: 'shared' })
        await lose(all.valkey)
        await eventually(async () =>
          assert.deepEqual(following.names(), { wanted: 'shared', used: 'binlog' }),
        )
        const from = published.length
        await all.write('alone')
        await eventually(async () => assert.ok(published.slice(from).some(({ kind: is }) => is === 'row')))
        await bringBack(all.valkey)
        await eventually(async () =>
          assert.deepEqual(following.names(), { wanted: 'shared', used: 'shared' }),
        )
        const then = published.length
        await all.write('together')
        await eventually(async () => assert.ok(published.slice(then).some(({ kind: is }) => is === 'row')))
      })
  },
)
