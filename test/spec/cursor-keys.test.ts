// Keys that sign cursors: those that are configured, in turn; else what the site's own keys and salts give; else one that ends
// with the process.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { codeOf, dataOf } from '../support/graphql.ts'

const [old, fresh, other] = ['an old key of cursors', 'a fresh key of cursors', 'another key of cursors']
const salts = { authKey: 'the key of the site', authSalt: 'the salt of the site' }

async function withDatabase(use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const [kind] = testDatabases()
  assert(kind)
  const database = await kind.create()
  try {
    await use(database)
  } finally {
    await database.drop()
  }
}

/** A cursor that a gateway with these settings gives out; and what it warned of. */
async function cursorOf(database: TestDatabase, settings: ConfigFile) {
  const gateway = await startTestGateway(database, settings)
  const found = await dataOf(gateway, '{ posts(first: 1) { pageInfo { endCursor } } }')
  await gateway.stop()
  const warnings = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
  return { cursor: String(at(found, 'posts', 'pageInfo', 'endCursor')), warnings }
}

/** The code with which a gateway refuses a cursor; undefined where it takes it. */
async function refusal(database: TestDatabase, cursor: string, settings: ConfigFile): Promise<unknown> {
  const gateway = await startTestGateway(database, settings)
  const query = 'query ($after: String) { posts(after: $after) { edges { cursor } } }'
  const code = await codeOf(gateway, query, { variables: { after: cursor } })
  await gateway.stop()
  return code
}

describe('cursors', () => {
  it('cursor-keys/1 are signed by the first key and verified by each', () =>
    withDatabase(async (database) => {
      const { cursor, warnings } = await cursorOf(database, { cursorKey: [old] })
      assert.deepEqual(warnings, [])
      assert.equal(await refusal(database, cursor, { cursorKey: [fresh, old] }), undefined)
      assert.equal(await refusal(database, cursor, { cursorKey: [fresh] }), 'INVALID_CURSOR')
      const next = await cursorOf(database, { cursorKey: [fresh, old] })
      assert.equal(await refusal(database, next.cursor, { cursorKey: [fresh] }), undefined)
      assert.equal(await refusal(database, next.cursor, { cursorKey: [old] }), 'INVALID_CURSOR')
    }))

  it('cursor-keys/2 are signed by what the configured keys and salts give, where no key is', () =>
    withDatabase(async (database) => {
      const settings = { cursorKey: [], ...salts }
      const { cursor, warnings } = await cursorOf(database, settings)
      assert.deepEqual(warnings, [])
      assert.equal(await refusal(database, cursor, settings), undefined)
      assert.equal(await refusal(database, cursor, { ...settings, authKey: other }), 'INVALID_CURSOR')
      // Of a label of their own: the salt itself signs nothing
      assert.equal(await refusal(database, cursor, { cursorKey: [salts.authSalt] }), 'INVALID_CURSOR')
    }))

  it('cursor-keys/3 are signed by what the salts of the options table give, where nothing is configured', () =>
    withDatabase(async (database) => {
      await database.execute(
        `insert into wp_options (option_name, option_value, autoload) values ('logged_in_salt', 'stored salt', 'no')`,
      )
      const { cursor, warnings } = await cursorOf(database, { cursorKey: [] })
      assert.deepEqual(warnings, [])
      assert.equal(await refusal(database, cursor, { cursorKey: [] }), undefined)
    }))

  it('cursor-keys/6 follow the salts of the options table, as gateways that are started afterwards do', () =>
    withDatabase(async (database) => {
      await database.execute(
        `insert into wp_options (option_name, option_value, autoload) values ('logged_in_salt', 'stored salt', 'no')`,
      )
      const gateway = await startTestGateway(database, { cursorKey: [], feed: 'auto' })
      const first = async () => {
        const found = await dataOf(gateway, '{ posts(first: 1) { pageInfo { endCursor } } }')
        return String(at(found, 'posts', 'pageInfo', 'endCursor'))
      }
      const before = await first()
      await database.execute(
        `update wp_options set option_value = 'another salt' where option_name = 'logged_in_salt'`,
      )
      await eventually(async () => assert.notEqual(await first(), before))
      const after = await first()
      await gateway.stop()
      assert.equal(await refusal(database, after, { cursorKey: [] }), undefined)
      assert.equal(await refusal(database, before, { cursorKey: [] }), 'INVALID_CURSOR')
    }))

  it('cursor-keys/4 end with the process where there is no key at all, and that is said', () =>
    withDatabase(async (database) => {
      await database.execute(
        `delete from wp_options where option_name like '%_salt' or option_name like '%_key'`,
      )
      const { cursor, warnings } = await cursorOf(database, { cursorKey: [] })
      assert.match(warnings.join('\n'), /CURSOR_KEY/)
      assert.equal(await refusal(database, cursor, { cursorKey: [] }), 'INVALID_CURSOR')
    }))

  it('cursor-keys/5 say nothing of anybody', () =>
    withDatabase(async (database) => {
      const gateway = await startTestGateway(database)
      const found = await dataOf(
        gateway,
        '{ users(first: 1) { pageInfo { endCursor } } posts(first: 1) { pageInfo { endCursor } } }',
      )
      const parts = ['users', 'posts'].map((name) =>
        Buffer.from(String(at(found, name, 'pageInfo', 'endCursor')), 'base64url')
          .toString()
          .split('|')
          .slice(0, 3),
      )
      assert.deepEqual(parts, [
        ['1l', '1', '1'],
        ['1u', '2024-02-25 09:00:00', '238'],
      ])
      await gateway.stop()
    }))
})
