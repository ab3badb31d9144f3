// Callers that come while a load is under way get its outcome; a later caller loads anew.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { singleFlight } from '../../../src/cache/single-flight.ts'
import { workFor, workNow } from '../../../src/core/work.ts'

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

  it('is work of all who ask meanwhile, and loads anew for who comes once these have gone', async () => {
    const fly = singleFlight<number>()
    const gone = new Set<string>()
    const ends: ((value: number) => void)[] = []
    const ask = (name: string) =>
      workFor({ hasGone: () => gone.has(name) }, { route: name, piecesMsMax: Infinity }, () =>
        fly('a', () => {
          const { promise, resolve } = Promise.withResolvers<number>()
          ends.push(resolve)
          loads.push(workNow())
          return promise
        }),
      )
    const loads: ReturnType<typeof workNow>[] = []
    const flights = [ask('first'), ask('second')]
    gone.add('first')
    flights.push(ask('third'))
    gone.add('second')
    assert.deepEqual([loads.length, loads[0]?.hasGone(), loads[0]?.run(() => 7)], [1, false, 7])
    gone.add('third')
    assert.throws(() => loads[0]?.run(() => 7), { message: 'The client has left.' })
    flights.push(ask('fourth'))
    assert.deepEqual([loads.length, loads[1]?.hasGone()], [2, false])
    for (const [nth, end] of ends.entries()) end(nth)
    assert.deepEqual(await Promise.all(flights), [0, 0, 0, 1])
    // The end of the one is none of the other
    const later = ask('fifth')
    ends[2]?.(2)
    assert.equal(await later, 2)
  })

  it('is joined as long as it has not been given up, although all who asked before have gone', async () => {
    const fly = singleFlight<number>()
    const gone = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<number>()
    const loads: ReturnType<typeof workNow>[] = []
    const ask = (name: string) =>
      workFor({ hasGone: () => gone.has(name) }, { route: name, piecesMsMax: Infinity }, () =>
        fly('a', () => {
          loads.push(workNow())
          return promise
        }),
      )
    const first = ask('first')
    gone.add('first')
    const second = ask('second')
    assert.deepEqual([loads.length, loads[0]?.run(() => 7)], [1, 7])
    resolve(1)
    assert.deepEqual(await Promise.all([first, second]), [1, 1])
  })
})
