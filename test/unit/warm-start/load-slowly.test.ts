// When loading again makes way: for those who ask, and for a database that has enough to do.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { RequestTarget } from '../../../src/core/request-target.ts'
import { loadSlowly } from '../../../src/warm-start/load-slowly.ts'

const targets = ['/1', '/2', '/3', '/4'].map((target): RequestTarget => ({ target, accept: null }))

const loading = (load: (target: RequestTarget) => Promise<number>, isBusy = () => false) => {
  const stopping = new AbortController()
  const options = { load, isBusy, pauseMs: 0, signal: stopping.signal }
  return { ended: loadSlowly(targets, options), stop: () => stopping.abort() }
}

it('everything is loaded, one at a time; what is not found is no reason to end', async () => {
  let flying = 0
  const { ended } = loading(async ({ target }) => {
    flying += 1
    assert.equal(flying, 1)
    await setImmediate()
    flying -= 1
    return target === '/2' ? 404 : 200
  })
  assert.deepEqual(await ended, { loaded: 4, left: [], why: null })
})

it('a database that cannot be read ends it', async () => {
  const { ended } = loading(async ({ target }) => (target === '/2' ? 503 : 200))
  assert.deepEqual(await ended, { loaded: 1, left: targets.slice(1), why: 'failing' })
})

it('it waits while others ask, and ends when it is stopped', async () => {
  let asked = 0
  const { ended, stop } = loading(
    async () => 200,
    () => {
      asked += 1
      if (asked === 2) stop()
      return asked > 1
    },
  )
  assert.deepEqual(await ended, { loaded: 1, left: targets.slice(1), why: 'stopped' })
})
