// Places for requests that are passed on: handed from one to the next, waited for within bounds.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isFailure } from '../../../src/core/failure.ts'
import { createOriginSlots, type Leave } from '../../../src/origin/pool.ts'

const staying = new AbortController().signal

async function taken(slot: ReturnType<ReturnType<typeof createOriginSlots>>): Promise<Leave> {
  const leave = await slot
  assert(typeof leave === 'function')
  return leave
}

it('a slot is handed to whoever waits longest; more than may wait are refused', async () => {
  const take = createOriginSlots({ slotsMax: 1, waitingMax: 4, waitMs: 60_000 })
  const order: string[] = []
  const first = await taken(take('a', staying))
  const waiting = ['second', 'third'].map(async (name) => {
    const leave = await taken(take('a', staying))
    order.push(name)
    leave()
  })
  const refused = await take('a', staying)
  assert(isFailure(refused) && refused.code === 'origin_overloaded' && refused.retryAfterS === 5)
  first()
  // It was left already
  first()
  await Promise.all(waiting)
  assert.deepEqual(order, ['second', 'third'])
  const again = await taken(take('a', staying))
  again()
})

it('who goes, or waits for too long, waits no more', async () => {
  const take = createOriginSlots({ slotsMax: 1, waitingMax: 1, waitMs: 30 })
  const leave = await taken(take('a', staying))
  const going = new AbortController()
  const gone = take('a', going.signal)
  going.abort()
  assert(isFailure(await gone))
  assert(isFailure(await take('a', staying)))
  leave()
  const next = await taken(take('a', staying))
  next()
})
