// Composition anew: once for the same rows, and again where it failed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../src/core/observation.ts'
import { createRecomposition } from '../../../src/app/recomposition.ts'
import { until } from '../../support/process.ts'

/** `outcomes`: an error where the try fails; the last one counts for all that follow. */
function recomposing(...outcomes: readonly (string | null)[]) {
  const seen: Observation[] = []
  let tries = 0
  const recompose = async () => {
    const outcome = outcomes[Math.min(tries++, outcomes.length - 1)]
    if (outcome !== null) throw new Error(outcome)
    return []
  }
  const { outdated, stop } = createRecomposition(recompose, (observation) => seen.push(observation), 2)
  return { seen, tries: () => tries, outdated, stop }
}

const reloaded = { kind: 'reloaded', left: [], by: 'rows' }
const failed = (reason: string, retryMs?: number) => ({
  kind: 'not-reloaded',
  reason,
  ...(retryMs === undefined ? {} : { retryMs }),
})

describe('a recomposition', () => {
  it('is made once for the same rows while it is under way', async () => {
    const { seen, tries, outdated } = recomposing(null)
    for (const mark of ['a', 'a', 'b', 'b']) outdated(mark)
    await until(() => seen.length === 2)
    assert.deepEqual([seen, tries()], [[reloaded, reloaded], 2])
  })

  it('is made again where its rows are told of afterwards', async () => {
    const { seen, tries, outdated } = recomposing(null)
    for (const count of [1, 2, 3]) {
      outdated('a')
      await until(() => seen.length === count)
    }
    assert.equal(tries(), 3)
  })

  it('is tried again where it failed, each time later', async () => {
    const { seen, outdated } = recomposing('one', 'two', null)
    outdated('a')
    await until(() => seen.length === 3)
    assert.deepEqual(seen, [failed('one', 2), failed('two', 4), reloaded])
  })

  it('is left where newer rows are composed', async () => {
    const { seen, tries, outdated } = recomposing('one', null)
    outdated('a')
    outdated('b')
    await until(() => seen.length === 2)
    assert.deepEqual([seen, tries()], [[failed('one'), reloaded], 2])
  })

  it('is not tried again after a stop', async () => {
    const { seen, outdated, stop } = recomposing('one')
    outdated('a')
    stop()
    await until(() => seen.length === 1)
    assert.deepEqual(seen, [failed('one')])
  })
})
