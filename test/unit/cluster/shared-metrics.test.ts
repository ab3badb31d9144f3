// Reports of several processes as if they were one.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Counter, Registry } from 'prom-client'
import type { Answer } from '../../../src/cluster/messages.ts'
import { createClusterReports } from '../../../src/cluster/shared-metrics.ts'
import type { WorkerProcess } from '../../../src/cluster/worker-process.ts'

it('a worker that ends while others are asked is counted once', async () => {
  const registry = new Registry()
  new Counter({ name: 'counted_total', help: 'x', registers: [registry] }).inc()
  const metrics = await registry.getMetricsAsJSON()
  const answer: Answer = { kind: 'metrics', metrics: [] }
  let slow = Promise.resolve<Answer>(answer)
  const worker = (id: number, ask: () => Promise<Answer>): WorkerProcess => ({
    id,
    listening: new Promise(() => {}),
    ready: Promise.resolve(null),
    ended: new Promise(() => {}),
    isListening: () => true,
    isSilent: () => false,
    publish: () => {},
    send: () => {},
    tell: () => {},
    ask,
    stop: async () => {},
  })
  const ending = worker(1, async () => ({ kind: 'metrics', metrics }))
  let workers = [ending, worker(2, () => slow)]
  const { shown, forget } = await createClusterReports({
    of: 2,
    workers: () => workers,
    feed: () => ({ followed: () => null, wanted: () => null, servers: () => [], purge: () => {} }),
    webhooksWaiting: () => [],
  })
  const read = async () => /^counted_total .*$/m.exec(await shown.metrics.text())?.[0]
  assert.equal(await read(), 'counted_total 1')
  const late = Promise.withResolvers<Answer>()
  slow = late.promise
  const reading = read()
  await new Promise(setImmediate)
  workers = workers.slice(1)
  forget(ending)
  late.resolve(answer)
  assert.equal(await reading, 'counted_total 1')
})
