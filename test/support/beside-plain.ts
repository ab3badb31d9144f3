// Two gateways over one database: one keeps what it may, the other nothing, so that what it answers is made anew.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import type { TestDatabase, TestDatabaseKind } from './databases.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'

export interface BesidePlain {
  readonly database: TestDatabase
  readonly keeping: TestGateway
  readonly plain: TestGateway
}

/** Opens both for a suite, over a database of its own with these changes; the function returns them while its tests run. */
export function besidePlain(
  kind: TestDatabaseKind,
  feed: NonNullable<ConfigFile['feed']>,
  {
    extensions = [],
    changes = [],
  }: { readonly extensions?: readonly string[]; readonly changes?: readonly string[] } = {},
): () => BesidePlain {
  let opened: BesidePlain | null = null
  before(async () => {
    const database = await kind.create()
    for (const statement of changes) await database.execute(statement)
    // Links are the same in both, and no machine is too slow for a new answer
    const settings = {
      publicUrl: 'https://cms.example.org',
      extensions: [...extensions],
      replicaTimeoutMs: 60_000,
      scansWaitingMax: 1000,
    }
    opened = {
      database,
      // Tests wait by positions until all that they wrote is known
      keeping: await startTestGateway(
        { url: database.adminUrl },
        { ...settings, feed, staleLifeMs: 0, atWaitMs: 60_000 },
      ),
      plain: await startTestGateway(database, { ...settings, cacheBytesMax: 0 }),
    }
  })
  after(async () => {
    await opened?.keeping.stop()
    await opened?.plain.stop()
    await opened?.database.drop()
  })
  return () => {
    assert(opened)
    return opened
  }
}
