// The circuit: what answers in time is passed on, and what does not is asked rarely.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCircuit } from '../../../src/valkey/circuit.ts'
import { until } from '../../support/eventually.ts'

const never = () => new Promise<string>(() => {})

describe('a circuit', () => {
  it('passes on what comes in time, and null for what fails', async () => {
    const { within } = createCircuit(60_000)
    assert.equal(await within(async () => 'answer'), 'answer')
    assert.equal(await within(() => Promise.reject(new Error('a test'))), null)
    assert.equal(await within(async () => 'another'), 'another')
  })

  it('makes no calls for a while after several that took too long, and then one', async () => {
    const { within } = createCircuit(1)
    for (let n = 0; n < 3; n += 1) assert.equal(await within(never), null)
    let calls = 0
    const call = async () => {
      calls += 1
      return 'answer'
    }
    assert.equal(await within(call), null)
    assert.equal(calls, 0)
    assert.equal(await until(() => within(call)), 'answer')
    assert.equal(await within(call), 'answer')
  })
})
