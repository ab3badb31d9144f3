// SIGTERM and SIGHUP under load: no request is lost, and balancers learn of a stop before the port is closed.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases } from '../support/databases.ts'
import { at } from '../support/gateway.ts'
import { askOver } from '../support/kept-connection.ts'
import { startProcess, until, type GatewayProcess } from '../support/process.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'

const path = '/cms-json/cms/v2/posts?_fields=id&per_page='

/** One request: its status and Connection header, or its error. */
const ask = (url: string, agent: Agent): Promise<string> =>
  askOver(agent, url).then(({ status, headers }) => `${status} ${headers.connection}`, String)

const stopping = new AbortController()
after(() => stopping.abort())

/**
 * Clients that ask one request after the other, and what came of all of these. Those that `leave` go elsewhere once an
 * answer closes their connection, as balancers do.
 */
function load(
  url: string,
  { keepAlive, leave }: { readonly keepAlive: boolean; readonly leave: boolean },
): Load {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, stopping.signal])
  const outcomes = new Set<string>()
  const first = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const clients = first.map(async ({ resolve }, nth) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    for (let asked = nth; !signal.aborted; asked += 1) {
      const outcome = await ask(`${url}${path}${1 + (asked % 90)}`, agent)
      outcomes.add(outcome)
      resolve()
      if (leave && outcome === '200 close') break
      await setTimeout(20)
    }
    agent.destroy()
  })
  return {
    begun: Promise.all(first.map(({ promise }) => promise)),
    end: async () => {
      ending.abort()
      await Promise.all(clients)
      return outcomes
    },
  }
}

interface Load {
  /** Each client has an open connection, by which it was answered. */
  readonly begun: Promise<unknown>
  readonly end: () => Promise<ReadonlySet<string>>
}

async function start(
  url: string,
  workers: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<{
  readonly started: GatewayProcess
  readonly url: string
  readonly ready: () => Promise<unknown>
}> {
  const started = startProcess(['serve', '--workers', String(workers), '--port', '0', '--admin-port', '0'], {
    DATABASE_URL: url,
    ...settings,
  })
  const served = await started.served()
  const [, admin] = /admin (http:\S+)\//.exec(started.output()) ?? []
  const ready = async (): Promise<unknown> => await (await fetch(`${admin}/ready`)).json()
  await until(async () => workers === 1 || at(await ready(), 'workers', 'ready') === workers)
  return { started, url: served, ready }
}

const [kind] = testDatabases()
assert(kind)

describe('a gateway under load', () => {
  it('answers every request over open connections when it is stopped, and closes them by an answer', async () => {
    const database = await kind.create()
    const { started, url } = await start(database.url, 1)
    const { begun, end } = load(url, { keepAlive: true, leave: true })
    await begun
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    assert.deepEqual(await end(), new Set(['200 keep-alive', '200 close']))
    await database.drop()
  })

  it('is not ready for STOP_DELAY_MS before it accepts no more connections', async () => {
    const database = await kind.create()
    const { started, url, ready } = await start(database.url, 1, { STOP_DELAY_MS: '1500' })
    const [, admin] = /admin (http:\S+)\//.exec(started.output()) ?? []
    const serving = async () => (await fetch(`${admin}/serving`)).status
    assert.equal(await serving(), 200)
    started.child.kill('SIGTERM')
    await until(async () => (await serving()) === 503)
    await isStopping(url, ready)
    assert.equal(await started.ended, 0)
    await database.drop()
  })

  it('ends all the same where its database does not answer', async (test) => {
    const server = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
    if (server === undefined) return test.skip('there is no server that could be silent')
    const database = await server.create()
    const proxy = await createTcpProxy(database.url)
    const { started } = await start(proxy.url, 1, { QUERY_TIMEOUT_MS: '1000' })
    proxy.stall()
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    await proxy.close()
    await database.drop()
  })

  it('does not wait for a reload that waits for the database', async (test) => {
    const server = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
    if (server === undefined) return test.skip('there is no server that could be silent')
    const database = await server.create()
    const proxy = await createTcpProxy(database.url)
    const { started } = await start(proxy.url, 1)
    proxy.stall()
    const before = proxy.accepted()
    started.child.kill('SIGHUP')
    await until(async () => proxy.accepted() > before)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    // A reload that has failed, and one that has not, say so
    assert(!/the settings (were|stay)/.test(started.output()), started.output())
    await proxy.close()
    await database.drop()
  })

  it('of two workers loses no request where workers are replaced, nor where it is stopped', async () => {
    const database = await kind.create()
    const { started, url, ready } = await start(database.url, 2, { STOP_DELAY_MS: '1500' })
    // A worker that takes the place of another accepts connections once it serves
    const loads = [true, false].map((keepAlive) => load(url, { keepAlive, leave: false }))
    for (let times = 1; times <= 2; times += 1) {
      started.child.kill('SIGHUP')
      await until(() => [...started.output().matchAll(/the settings were read again/g)].length === times)
    }
    for (const { end } of loads)
      assert.deepEqual((await end()).difference(new Set(['200 keep-alive', '200 close'])), new Set())

    const { begun, end } = load(url, { keepAlive: true, leave: true })
    await begun
    started.child.kill('SIGTERM')
    await isStopping(url, ready)
    assert.equal(await started.ended, 0)
    assert.deepEqual(await end(), new Set(['200 keep-alive', '200 close']))
    await database.drop()
  })
})

/** Balancers learn of it, and new connections are accepted all the same. */
async function isStopping(url: string, ready: () => Promise<unknown>): Promise<void> {
  await until(async () => at(await ready(), 'stopping') === true)
  assert.equal(at(await ready(), 'ready'), false)
  assert.match(await ask(`${url}${path}7`, new Agent()), /^200 /)
}
