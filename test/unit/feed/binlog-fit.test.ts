// The fitness of a log is read for each server that queries reach, however these change while it is read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFitness } from '../../../src/feed/binlog-fit.ts'

function begun() {
  let reached: readonly string[] = ['one']
  const reading: PromiseWithResolvers<string | null>[] = []
  const fitness = createFitness({ reached: () => new Set(reached) }, () => {
    const read = Promise.withResolvers<string | null>()
    reading.push(read)
    return read.promise
  })
  const reach = (...servers: readonly string[]) => (reached = servers)
  return { fitness, reading, reach }
}

describe('the fitness of a log', () => {
  it('is read once while the same servers are reached', async () => {
    const { fitness, reading } = begun()
    const asked = [fitness.why(), fitness.why()]
    reading[0]?.resolve('why')
    assert.deepEqual(await Promise.all([...asked, fitness.why()]), ['why', 'why', 'why'])
    assert.deepEqual([fitness.unfit(), reading.length], ['why', 1])
  })

  it('is read again where another server was reached before it was known', async () => {
    const { fitness, reading, reach } = begun()
    const first = fitness.why()
    reach('two')
    reading[0]?.resolve(null)
    assert.equal(await first, null)
    const second = fitness.why()
    reading[1]?.resolve('the other lacks it')
    assert.equal(await second, 'the other lacks it')
    assert.equal(fitness.unfit(), 'the other lacks it')
  })

  it('is that of the last reading, whichever ends last', async () => {
    const { fitness, reading, reach } = begun()
    const first = fitness.why()
    reach('two')
    const second = fitness.why()
    reading[1]?.resolve(null)
    await second
    reading[0]?.resolve('the one lacks it')
    await first
    assert.equal(fitness.unfit(), null)
    assert.equal(await fitness.why(), null)
    assert.equal(reading.length, 2)
  })
})
