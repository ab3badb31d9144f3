// Workers are kept serving: started, replaced with back-off, exchanged one by one, stopped.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../src/core/observation.ts'
import type { Listening, Settings } from '../../../src/cluster/messages.ts'
import type { WorkerProcess } from '../../../src/cluster/worker-process.ts'
import { createWorkers } from '../../../src/cluster/supervisor.ts'
import { eventually } from '../../support/eventually.ts'

interface Fake extends WorkerProcess {
  readonly settings: Settings
  readonly end: (reason: string) => void
  /** Of those that are late: they serve from now on. */
  readonly serve: () => void
  isStopped: boolean
}

const where: Listening = { publicUrl: 'http://one.test', localUrl: 'http://127.0.0.1:1' }

/** `refuses`: which of them, counted from 1, never serve; `late`: which serve when they are told to. */
function crew({
  count = 2,
  refuses = [],
  late = [],
}: {
  readonly count?: number
  readonly refuses?: readonly number[]
  readonly late?: readonly number[]
}) {
  const started: Fake[] = []
  const losses: number[] = []
  const start = (settings: Settings): WorkerProcess => {
    const id = started.length + 1
    const ended = Promise.withResolvers<string>()
    const ready = Promise.withResolvers<string | null>()
    const refuse = refuses.includes(id)
    if (!late.includes(id)) ready.resolve(refuse ? 'it cannot' : null)
    if (refuse) ended.resolve('it cannot')
    const fake: Fake = {
      id,
      settings,
      isStopped: false,
      listening: Promise.resolve(refuse ? 'it cannot' : where),
      ready: ready.promise,
      ended: ended.promise,
      isListening: () => !refuse,
      isSilent: () => false,
      publish: () => {},
      send: () => {},
      tell: () => {},
      ask: async () => null,
      stop: async () => {
        fake.isStopped = true
        ended.resolve('it was stopped')
      },
      end: ended.resolve,
      serve: () => ready.resolve(null),
    }
    started.push(fake)
    return fake
  }
  const workers = createWorkers({
    count,
    settings: { port: 1 },
    start,
    stopTimeoutMs: 1000,
    ended: () => {},
    observe: (observed: Observation) => {
      if (observed.kind === 'worker-lost') losses.push(observed.retryMs)
    },
  })
  return { workers, started, losses }
}

const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)

describe('several processes', () => {
  it('are started, and stopped', async () => {
    const { workers, started } = crew({ count: 3 })
    assert.deepEqual(await workers.begin(), where)
    assert.equal(await workers.ready(), null)
    assert.deepEqual(ids(workers.all()), [1, 2, 3])
    await workers.stop()
    assert.ok(started.every(({ isStopped }) => isStopped))
  })

  it('are none where the first cannot start, and not all where another cannot', async () => {
    const none = crew({ refuses: [1] })
    assert.equal(await none.workers.begin(), 'it cannot')
    assert.deepEqual(ids(none.started), [1])
    const one = crew({ refuses: [2] })
    await one.workers.begin()
    assert.equal(await one.workers.ready(), 'it cannot')
    await one.workers.stop()
  })

  it('may be stopped before all serve', async () => {
    const { workers } = crew({ refuses: [2] })
    await workers.begin()
    await workers.stop()
    assert.equal(await workers.ready(), null)
  })

  it('are replaced at once, and later when that happens again', async () => {
    const { workers, started, losses } = crew({})
    await workers.begin()
    await workers.ready()
    started[1]?.end('it was killed')
    await eventually(async () => assert.deepEqual(ids(workers.all()), [1, 3]))
    started[2]?.end('it was killed')
    await eventually(async () => assert.deepEqual(ids(workers.all()), [1, 4]))
    started[3]?.end('it was killed')
    // Each in a place of its own
    started[0]?.end('it was killed')
    await eventually(async () => assert.deepEqual(losses, [0, 250, 500, 0]))
    await workers.stop()
  })

  it('are exchanged one by one for others with other settings', async () => {
    const { workers, started, losses } = crew({})
    await workers.begin()
    await workers.ready()
    assert.deepEqual(await workers.replaceAll({ port: 1, brand: 'other' }), { count: 2, refused: null })
    assert.deepEqual(ids(workers.all()), [3, 4])
    assert.ok(workers.all().every((worker) => started[worker.id - 1]?.settings['brand'] === 'other'))
    assert.deepEqual(losses, [])
    started[2]?.end('it was killed')
    await eventually(async () => assert.deepEqual(ids(workers.all()), [4, 5]))
    assert.equal(started[4]?.settings['brand'], 'other')
    await workers.stop()
  })

  it('are exchanged as well where one ends meanwhile, and another has come in its place', async () => {
    const { workers, started } = crew({ late: [3] })
    await workers.begin()
    await workers.ready()
    const replaced = workers.replaceAll({ port: 1, brand: 'other' })
    started[0]?.end('it was killed')
    await eventually(async () => assert.deepEqual(ids(workers.all()), [2, 3, 4]))
    started[2]?.serve()
    assert.deepEqual(await replaced, { count: 2, refused: null })
    assert.deepEqual(ids(workers.all()), [3, 5])
    assert.ok(workers.all().every((worker) => started[worker.id - 1]?.settings['brand'] === 'other'))
    await workers.stop()
  })

  it('stay what they are where another cannot start', async () => {
    const { workers } = crew({ refuses: [3] })
    await workers.begin()
    await workers.ready()
    assert.deepEqual(await workers.replaceAll({ port: 1, brand: 'other' }), {
      count: 0,
      refused: 'it cannot',
    })
    await eventually(async () => assert.deepEqual(ids(workers.all()), [1, 2]))
    await workers.stop()
  })
})
