// Callers that come while a load is under way get its outcome; a later caller loads anew.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { singleFlight } from '../../../src/cache/single-flight.ts'

describe('singleFlight', () => {
  it('loads once for all who ask meanwhile', async () => {
    const fly = singleFlight<number>()
    const { promise, resolve } = Promise.withResolvers<number>()
    let loads = 0
    const load = () => {
      loads += 1
      return promise
    }
    const flights = Array.from({ length: 100 }, () => fly('a', load))
    assert.equal(loads, 1)
    resolve(7)
    assert.deepEqual(
      await Promise.all(flights),
      Array.from({ length: 100 }, () => 7),
    )
    assert.equal(loads, 1)
  })

  it('loads again for who comes later', async () => {
    const fly = singleFlight<number>()
    let loads = 0
    const load = async () => (loads += 1)
    assert.deepEqual([await fly('a', load), await fly('a', load)], [1, 2])
  })

  it('keeps keys apart', async () => {
    const fly = singleFlight<string>()
    assert.deepEqual(await Promise.all([fly('a', async () => 'A'), fly('b', async () => 'B')]), ['A', 'B'])
  })

  it('fails for all who ask meanwhile, and for nobody later', async () => {
    const fly = singleFlight<number>()
    const { promise, reject } = Promise.withResolvers<number>()
    const flights = [fly('a', () => promise), fly('a', async () => 1)]
    reject(new Error('lost'))
    for (const flight of flights) await assert.rejects(flight, { message: 'lost' })
    assert.equal(await fly('a', async () => 2), 2)
  })

  it('forgets a load that fails before it begins', async () => {
    const fly = singleFlight<number>()
    const load = (): Promise<number> => {
      throw new Error('at once')
    }
    assert.throws(() => void fly('a', load), { message: 'at once' })
    assert.equal(await fly('a', async () => 2), 2)
  })
})
