// `lectern check` with WordPress behind the gateway: one that is there, that is not, that is Lectern itself.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDatabase } from '../../src/app/check.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { freePort } from '../support/free-port.ts'

async function findingsOf(url: string, settings: ConfigFile): Promise<readonly string[]> {
  const read = readConfig({ file: settings, environment: { DATABASE_URL: url }, flags: {} })
  const addresses = parseAddresses(url)
  assert(read.kind === 'config' && addresses !== null)
  const found: string[] = []
  for await (const { topic, findings } of checkDatabase(read.config, addresses))
    if (topic === 'Origin') found.push(...findings.map(({ level, says }) => `${level}: ${says}`))
  return found
}

describe('lectern check of WordPress', () => {
  it('asks once, by the public name and for nobody', async (t) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    t.after(() => database.drop())
    const origin = await startOrigin()
    const settings = { originUrl: origin.url, publicUrl: 'https://example.org' }
    assert.deepEqual(await findingsOf(database.url, settings), ['good: The origin answers (200).'])
    const [asked, ...others] = origin.asked
    assert.deepEqual(others, [])
    assert.deepEqual(
      [asked?.method, asked?.target, asked?.header('host'), asked?.header('x-forwarded-proto')],
      ['HEAD', '/', 'example.org', 'https'],
    )
    for (const name of ['authorization', 'cookie']) assert.equal(asked?.header(name), undefined)
    assert.deepEqual(await findingsOf(database.url, {}), [])
    await origin.stop()
    // Whatever the database is
    const away = await findingsOf(`${database.url}-nowhere`, settings)
    assert.match(away.join('\n'), /^problem: .*no server listens there/)
  })

  it('knows a Lectern that runs there, with or without WordPress of its own', async (t) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    t.after(() => database.drop())
    const port = await freePort()
    const originUrl = `http://127.0.0.1:${port}`
    for (const settings of [{}, { originUrl }]) {
      const gateway = await startTestGateway(database, { ...settings, port })
      assert.match((await findingsOf(database.url, { originUrl })).join('\n'), /^problem: .*Lectern itself/)
      await gateway.stop()
    }
  })
})
