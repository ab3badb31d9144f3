// `lectern check` of the Valkey that gateways share: one that is there, with the rights that the documentation names and with
// fewer, and one that is not.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sharedLogToCheck } from '../../src/app/database-options.ts'
import { checkSharedLog } from '../../src/check/shared-log.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const redisSecret = 'a secret of at least thirty-two characters'
const skip = valkeyProgram === null && 'there is no valkey-server and no redis-server'

async function findingsOf(
  redisUrl: string,
  feed: 'auto' | 'poll' = 'auto',
  database = 'mysql://a@127.0.0.1/b',
) {
  const read = readConfig({ file: { redisUrl, redisSecret, feed }, environment: {}, flags: {} })
  const addresses = parseAddresses(database)
  assert(read.kind === 'config' && addresses)
  const shared = sharedLogToCheck(read.config, addresses)
  assert(shared)
  return (await checkSharedLog(shared)).map(({ level, says }) => `${level}: ${says}`)
}

/** The account of docs/many.md, with a password. */
function documented(): string {
  const page = readFileSync(new URL('../../docs/many.md', import.meta.url), 'utf8')
  const [line] = /^ACL SETUSER .*$/m.exec(page) ?? []
  assert(line)
  return line.replace('>…', '>secret')
}

describe('lectern check of a Valkey', { skip }, () => {
  it('finds it well, also with the rights that the documentation names', async (test) => {
    const valkey = await startValkey(test)
    // A busy machine is slow, which is said as well
    const well =
      /^(?:good: The Valkey answers in [\d.]+ ms, and accepts all commands that Lectern needs\.|warning: The Valkey answers in .*)$/
    for (let times = 0; times < 2; times += 1) {
      const [first, ...others] = await findingsOf(valkey.url)
      assert.match(first ?? '', well)
      assert.deepEqual(others, [])
    }
    assert.match(await valkey.send(documented()), /OK/)
    assert.match((await findingsOf(valkey.urlAs('lectern', 'secret'))).join(), well)
  })

  it('finds it slow where a whole look takes longer than a gateway holds its lease', async (test) => {
    const { port } = await startValkey(test)
    const proxy = await startFaultyProxy('127.0.0.1', port)
    test.after(proxy.stop)
    proxy.delay('all', 100)
    const [first] = await findingsOf(`redis://127.0.0.1:${proxy.port}`)
    assert.match(first ?? '', /^warning: The Valkey answers in /)
  })

  it('says what is missing', async (test) => {
    const valkey = await startValkey(test)
    await valkey.send(documented().replace(' +xadd', ''))
    assert.match(
      (await findingsOf(valkey.urlAs('lectern', 'secret'))).join(),
      /^problem: .*(?:NOPERM|can't run this command)/,
    )
    assert.match((await findingsOf(valkey.urlAs('lectern', 'wrong'))).join(), /^problem: .*WRONGPASS/)
    await valkey.kill()
    assert.match((await findingsOf(valkey.url)).join(), /^problem: .*ECONNREFUSED/)
  })

  it('warns where it may evict the log, and where it is not used', async (test) => {
    const valkey = await startValkey(test)
    await valkey.send('CONFIG SET maxmemory-policy allkeys-lru')
    await valkey.send('CONFIG SET maxmemory 20000000')
    const findings = (await findingsOf(valkey.url)).join('\n')
    assert.match(findings, /^advice: It may evict the log \(allkeys-lru\)/m)
    assert.match(findings, /^warning: It has less than 64 MB left/m)
    assert.match(
      (await findingsOf(valkey.url, 'poll')).join(),
      /^warning: REDIS_URL has no effect: with FEED=poll/,
    )
    const onFile = await findingsOf(valkey.url, 'auto', 'sqlite:./none.sqlite')
    assert.match(onFile.join(), /^warning: REDIS_URL has no effect: SQLite/)
  })
})
