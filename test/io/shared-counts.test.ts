// Limits of clients over several gateways that share a Valkey: together they let a client have what one would. While the Valkey
// is away each counts alone, which its metrics and its log say; nothing that it stores can be read.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser, basic, demoKeys } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'
import type { ConfigFile } from '../../src/settings/config.ts'
import { startWorkers, stopWorkers } from '../support/workers.ts'

const [kind] = testDatabases()
const skip = valkeyProgram === null && 'there is no valkey-server and no redis-server'
const redisSecret = 'a secret of at least thirty-two characters'
const path = '/cms-json/cms/v2/posts/228?_fields=title'
const key = 'k-2ac41f70 partner'
// Over a day, of which next to nothing comes back meanwhile
const apiKey = `partner:${hash('sha256', key)}:0:100`
const publicUrl = 'https://api.example.org'
const settings: ConfigFile = {
  ...demoKeys,
  adminPort: 0,
  redisSecret,
  publicUrl,
  applicationPasswords: 'any',
  wrongCredentials: 'strict',
  trustedProxies: ['127.0.0.1'],
  wrongPerAddressMax: 10,
  wrongPerAccountMax: 1000,
  apiKeys: [apiKey],
}

async function gateways(test: TestContext, count: number) {
  assert(kind)
  const valkey = await startValkey(test)
  const database = await kind.create()
  test.after(() => database.drop())
  const all: TestGateway[] = []
  for (let n = 0; n < count; n += 1) {
    const gateway = await startTestGateway(database, { ...settings, redisUrl: valkey.url })
    test.after(gateway.stop)
    all.push(gateway)
  }
  return { valkey, all, database }
}

const countedBy = async ({ adminUrl }: Pick<TestGateway, 'adminUrl'>, what: string, where: string) => {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
  const line = new RegExp(`^lectern_shared_counts_total\\{what="${what}",where="${where}"\\} (\\d+)`, 'm')
  return Number(line.exec(metrics)?.[1] ?? 0)
}
const sumOf = async (all: readonly TestGateway[], what: string, where: string) =>
  (await Promise.all(all.map((each) => countedBy(each, what, where)))).reduce((sum, each) => sum + each, 0)

/** Asks each in turn, `times` times in all; settles with how many were answered with a status. */
async function answered(
  all: readonly TestGateway[],
  times: number,
  status: number,
  headers: (nth: number) => Readonly<Record<string, string>>,
) {
  let count = 0
  for (let nth = 0; nth < times; nth += 1) {
    const answer = await all[nth % all.length]?.get(path, headers(nth))
    count += Number(answer?.status === status)
  }
  return count
}

const asPartner = () => ({ 'x-api-key': key })
/** A gateway counts alone what the Valkey takes too long for on a busy machine. */
const togetherFrom = async (
  all: readonly TestGateway[],
  what: string,
  more: (one: TestGateway) => unknown,
) => {
  for (const one of all)
    await eventually(async () => {
      await more(one)
      assert(await countedBy(one, what, 'shared'))
    })
}

describe('gateways that share a Valkey count clients together', { skip }, () => {
  it('by their requests', async (test) => {
    const { all } = await gateways(test, 2)
    await togetherFrom(all, 'requests', (one) => one.get(path, asPartner()))
    const before = await sumOf(all, 'requests', 'shared')
    const more = await answered(all, 220, 200, asPartner)
    const alone = await sumOf(all, 'requests', 'alone')
    // One gateway would have let 100 through, and two that do not know of each other 200
    assert(Math.abs(before + more - 100) <= alone, `${before} + ${more}, ${alone} alone`)
    for (const one of all) {
      const refused = await one.get(path, asPartner())
      assert.equal(refused.status, 429)
      assert.match(refused.headers.get('ratelimit') ?? '', /^"day";r=0;t=\d+$/)
    }
  })

  it('by their wrong credentials, of which repeated ones count once', async (test) => {
    const { all } = await gateways(test, 2)
    const as = (password: string) => ({ ...basic('admin', password), 'x-forwarded-for': '198.51.100.7' })
    await togetherFrom(all, 'credentials', (one) => one.get(path, as('wrong 0')))
    assert.equal(await answered(all, 12, 401, () => as('wrong 0')), 12)
    const refused = await answered(all, 30, 401, (nth) => as(`wrong ${nth}`))
    const alone = await sumOf(all, 'credentials', 'alone')
    assert(refused >= 10 && refused <= 10 + alone, `${refused} refused, ${alone} alone`)
    for (const one of all) {
      const waits = await one.get(path, as('wrong 29'))
      assert.equal(waits.status, 429)
      assert.match(waits.headers.get('retry-after') ?? '', /^(?:[1-9]|[1-5]\d|60)$/)
      // A right password is let in all the same
      const headers = { ...asUser('admin'), 'x-forwarded-for': '198.51.100.7' }
      assert.equal((await one.get(path, headers)).status, 200)
    }
  })

  it('and alone while it is away, from what was left; then together again', async (test) => {
    const { valkey, all } = await gateways(test, 2)
    await togetherFrom(all, 'requests', (one) => one.get(path, asPartner()))
    await answered(all, 40, 200, asPartner)
    const left = 100 - (await sumOf(all, 'requests', 'shared'))
    await valkey.kill()
    const [one] = all
    assert(one)
    const late = await sumOf(all, 'requests', 'alone')
    const more = await answered([one], 120, 200, asPartner)
    // It does not know of the last request that the other answered
    assert(Math.abs(more - left) <= late + 1, `${more} of ${left}`)
    assert(await countedBy(one, 'requests', 'alone'))
    const said = ({ observed }: TestGateway) =>
      observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
    assert.match(said(one).join(), /counts the requests and wrong credentials of clients alone/)
    await valkey.start()
    const before = await sumOf(all, 'credentials', 'shared')
    await eventually(async () => {
      await one.get(path, basic('admin', 'wrong'))
      assert((await sumOf(all, 'credentials', 'shared')) > before)
    })
  })

  it('and store nothing that can be read', async (test) => {
    const { valkey, all } = await gateways(test, 1)
    await togetherFrom(all, 'requests', (one) => one.get(path, asPartner()))
    const headers = { ...basic('admin', 'very wrong'), 'x-forwarded-for': '198.51.100.7' }
    await togetherFrom(all, 'credentials', (one) => one.get(path, headers))
    const keys = (await valkey.send('KEYS *')).match(/lectern:\S+/g) ?? []
    assert(keys.some((each) => each.includes(':client:')) && keys.some((each) => each.includes(':wrong:')))
    for (const each of keys) assert.match(each, /^lectern:\{[\w-]{32}\}:(?:client|wrong):[\w-]{32}$/)
    for (const each of keys.filter((one) => one.includes(':wrong:')))
      assert.match(await valkey.send(`SMEMBERS ${each}`), /^\*1\r\n\$32\r\n[\w-]{32}\r\n$/)
    // All of it goes by itself
    for (const each of keys) assert.match(await valkey.send(`PTTL ${each}`), /^:[1-9]/)
  })

  it('also with the workers of another', async (test) => {
    const { valkey, all, database } = await gateways(test, 1)
    const [one] = all
    assert(one)
    const workers = await startWorkers(database.url, {
      REDIS_URL: valkey.url,
      REDIS_SECRET: redisSecret,
      PUBLIC_URL: publicUrl,
      API_KEYS: apiKey,
    })
    await togetherFrom([one], 'requests', () => one.get(path, asPartner()))
    await answered([one], 150, 200, asPartner)
    // Each of its workers has heard that nothing is left once it has asked
    await eventually(async () => {
      const statuses = []
      for (let nth = 0; nth < 4; nth += 1)
        statuses.push((await fetch(`${workers.url}${path}`, { headers: asPartner() })).status)
      assert.deepEqual(statuses, [429, 429, 429, 429])
    })
    assert(await countedBy(workers, 'requests', 'shared'))
    await stopWorkers(workers)
  })
})
