// Tests of what clients are told of changes, on every database: over a gateway that follows its log, where it has one.
import { after, before, describe } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from './databases.ts'
import { startTestGateway, type On, type TestGateway } from './gateway.ts'

export interface Followed {
  /** False where changes have no positions. */
  readonly isFollowed: boolean
  readonly on: () => On
  /** Another gateway over the same database. */
  readonly start: (settings?: ConfigFile) => Promise<TestGateway>
}

export function onFollowedDatabases(about: string, define: (followed: Followed) => void): void {
  for (const kind of testDatabases())
    describe(`${about} on ${kind.name}`, () => {
      const isFollowed = kind.flavour !== 'sqlite'
      let database: TestDatabase
      let gateway: TestGateway
      const start = (settings: ConfigFile = {}) =>
        startTestGateway(
          { url: database.adminUrl },
          { changes: 'on', feed: isFollowed ? 'binlog' : 'auto', ...settings },
        )
      before(async () => {
        database = await kind.create()
        gateway = await start()
      })
      after(async () => {
        await gateway.stop()
        await database.drop()
      })
      define({ isFollowed, on: () => ({ database, gateway }), start })
    })
}
