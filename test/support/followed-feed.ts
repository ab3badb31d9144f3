// Feeds as tests follow them: each on a database of its own, which it reaches through a proxy that can go wrong.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Change } from '../../src/core/change.ts'
import { parseAddress } from '../../src/database/address.ts'
import { wordpress } from '../../src/database/layout.ts'
import { connectionOptions } from '../../src/database/mysql/engine.ts'
import { openDatabase } from '../../src/database/open.ts'
import { binlogFeed } from '../../src/feed/binlog.ts'
import { dataVersionFeed } from '../../src/feed/data-version.ts'
import type { Feed } from '../../src/feed/feed.ts'
import { pollFeed } from '../../src/feed/poll.ts'
import type { TestDatabase, TestDatabaseKind } from './databases.ts'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'

export type Name = Exclude<Feed['name'], 'clock'>

export interface Followed {
  readonly database: TestDatabase
  readonly feed: Feed
  /** Null for a file. */
  readonly proxy: FaultyProxy | null
  readonly published: readonly Change[]
  readonly observed: readonly string[]
  /** Read through a connection of the database itself. */
  readonly title: () => Promise<string>
  readonly write: (title: string) => Promise<void>
}

export const layout = wordpress('wp_')
const limits = { connectionsMax: 8, queriesWaitingMax: 1000, queryTimeoutMs: 3000 }

/** A database, and how a feed reaches it. */
export async function reach(test: TestContext, kind: TestDatabaseKind, name: Name) {
  const database = await kind.create()
  const url = new URL(database.adminUrl)
  const proxy = name === 'data-version' ? null : await startFaultyProxy(url.hostname, Number(url.port))
  if (proxy) url.port = String(proxy.port)
  const address = parseAddress(proxy ? url.href : database.adminUrl)
  assert(address)
  const engine = openDatabase(address, limits)
  test.after(async () => {
    await engine.close()
    await proxy?.stop()
    await database.drop()
  })
  return { database, proxy, address, engine }
}

export async function follow(
  test: TestContext,
  kind: TestDatabaseKind,
  name: Name,
  onPublish: (changes: readonly Change[], followed: Followed) => void = () => {},
): Promise<Followed> {
  const { database, proxy, address, engine } = await reach(test, kind, name)
  const published: Change[] = []
  const observed: string[] = []
  const make = (): Feed => {
    if (address.kind === 'sqlite') return dataVersionFeed(engine)
    const schema = address.database
    if (name === 'poll') return pollFeed({ engine, schema, layout, everyMs: 100 })
    const serverId = 0x30000000 + Math.floor(Math.random() * 0xfffffff)
    const connection = connectionOptions(address)
    return binlogFeed({
      engine,
      connection,
      schema,
      layout,
      serverId,
      observe: ({ kind: what }) => observed.push(what),
    })
  }
  const followed: Followed = {
    database,
    feed: make(),
    proxy,
    published,
    observed,
    title: async () => {
      const [row] = await database.execute('select post_title as title from wp_posts where ID = 228')
      return String(row?.['title'])
    },
    write: async (title) => {
      await database.execute('update wp_posts set post_title = ? where ID = 228', [title])
    },
  }
  test.after(() => followed.feed.stop())
  const problem = await followed.feed.start((changes) => {
    published.push(...changes)
    onPublish(changes, followed)
  })
  assert.equal(problem, null)
  return followed
}
