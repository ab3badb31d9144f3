// `lectern check` with WordPress behind the gateway: one that is there, that is not, that is Lectern itself.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { startProcess } from '../support/process.ts'
import { freePort } from '../support/free-port.ts'

async function findingsOf(url: string, settings: Readonly<Record<string, string>>) {
  const started = startProcess(['check', '--json'], { DATABASE_URL: url, ...settings })
  await started.ended
  const origin = list(at(JSON.parse(started.output()), 'topics')).filter(
    (each) => at(each, 'topic') === 'Origin',
  )
  return origin.flatMap((each) =>
    list(at(each, 'findings')).map(
      (finding) => `${String(at(finding, 'level'))}: ${String(at(finding, 'says'))}`,
    ),
  )
}

describe('lectern check of WordPress', () => {
  it('asks once, by the public name and for nobody', async (t) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    t.after(() => database.drop())
    const origin = await startOrigin()
    const settings = { ORIGIN_URL: origin.url, PUBLIC_URL: 'https://example.org' }
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
    for (const settings of [{}, { ORIGIN_URL: originUrl }]) {
      const gateway = startProcess(['serve', '--port', String(port)], {
        DATABASE_URL: database.url,
        ...settings,
      })
      await gateway.url()
      assert.match(
        (await findingsOf(database.url, { ORIGIN_URL: originUrl })).join('\n'),
        /^problem: .*Lectern itself/,
      )
      gateway.child.kill('SIGTERM')
      assert.equal(await gateway.ended, 0)
    }
  })
})
