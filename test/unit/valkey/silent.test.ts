// A server that accepts connections and never answers: whatever is waited for comes to an end, a request is answered before the
// connection is given up, and another connection is tried, however much is sent on the silent one.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSharedAnswers } from '../../../src/cache/shared-answers.ts'
import { createAnswerStore } from '../../../src/valkey/answer-store.ts'
import { connection } from '../../../src/valkey/connection.ts'
import { createCounts } from '../../../src/valkey/counts.ts'
import { probeValkey } from '../../../src/valkey/probe.ts'
import { createSeal } from '../../../src/core/seal.ts'
import { openSharedLog } from '../../../src/valkey/shared-log.ts'
import { eventually } from '../../support/eventually.ts'

const seal = createSeal('a secret of this test')

async function startSilent(test: TestContext) {
  let connections = 0
  let open = 0
  const server = createServer((socket) => {
    connections += 1
    open += 1
    socket
      .on('error', () => {})
      .once('close', () => (open -= 1))
      .resume()
    test.after(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  test.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return { host: `127.0.0.1:${address.port}`, connections: () => connections, open: () => open }
}

/** Tries until the call ends before the connection is given up on which it waits: a machine may stand still for as long. */
const endsFirst = (
  { connections, open }: Awaited<ReturnType<typeof startSilent>>,
  call: () => Promise<unknown>,
) =>
  eventually(async () => {
    const before = connections()
    assert.equal(open(), 1)
    await call()
    assert.deepEqual([open(), connections()], [1, before])
  })

describe('a Valkey that never answers', { concurrency: true }, () => {
  it('is not waited for to answer a request, and is replaced', async (test) => {
    const silent = await startSilent(test)
    const { host, connections } = silent
    const store = createAnswerStore({ url: `redis://${host}`, seal, site: 'a', bytesMax: 1 })
    test.after(store.stop)
    const { begin } = createSharedAnswers({
      store,
      nameOf: (key) => key,
      lifeMs: 60_000,
      place: () => ({ line: 'a', nth: 1 }),
      against: () => null,
      isProven: () => true,
      observe: () => {},
    })
    const find = () => begin('key').find({ isOwn: false })
    await endsFirst(silent, find)
    await eventually(async () => {
      await find()
      assert.ok(connections() > 1)
    })
  })

  it('is not waited for to count', async (test) => {
    const silent = await startSilent(test)
    const counts = createCounts({ url: `redis://${silent.host}`, seal, site: 'a' })
    test.after(counts.stop)
    const quotas = [{ name: 'a', requests: 1, windowS: 1 }]
    for (let n = 0; n < 5; n += 1) await endsFirst(silent, () => counts.take('a', quotas))
  })

  it('is not connected to after a stop', async (test) => {
    const { host, connections } = await startSilent(test)
    createCounts({ url: `redis://${host}`, seal, site: 'a' }).stop()
    await setImmediate()
    // The server has connections in their order
    const [name = '', port] = host.split(':')
    const later = connect(Number(port), name)
    test.after(() => later.destroy())
    await once(later, 'connect')
    await eventually(() => assert.ok(connections() > 0))
    assert.equal(connections(), 1)
  })

  it('keeps no connection that was closed while it was made and waits for an answer to its password', async (test) => {
    const { host, open } = await startSilent(test)
    const made = connection(`redis://:secret@${host}`)
    const connected = made.connect()
    made.close()
    await assert.rejects(connected)
    await eventually(() => assert.equal(open(), 0))
  })

  it('is no Valkey, Sentinel or node to be used', async (test) => {
    const { host } = await startSilent(test)
    const probes = ['redis://', 'redis+sentinel://', 'redis+cluster://'].map(async (scheme) => {
      const probed = await probeValkey(`${scheme}${host}${scheme.includes('sentinel') ? '/a' : ''}`, seal)
      assert.match(probed.kind === 'none' ? probed.reason : '', /there was no answer within 2500 ms/)
    })
    await Promise.all(probes)
  })

  it('ends the shared log, once', async (test) => {
    const { host } = await startSilent(test)
    const reasons: string[] = []
    const log = await openSharedLog({ url: `redis://${host}`, seal }, 'a', (reason) => reasons.push(reason))
    const calls = [log.latest(1), log.after('0-0'), log.renew('a', 1), log.release('a')]
    for (const { status } of await Promise.allSettled(calls)) assert.equal(status, 'rejected')
    assert.deepEqual(reasons, ['there was no answer within 2500 ms'])
    await assert.rejects(log.latest(1))
  })
})
