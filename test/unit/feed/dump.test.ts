// Failures of the connection that sends the log, and what follows from each.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createRest, failureOf } from '../../../src/feed/dump.ts'

const error = (more: Readonly<Record<string, unknown>>) => Object.assign(new Error('why'), more)

it('a connection that broke is made again, a place that is gone is given up, what cannot be read is passed', () => {
  for (const [failed, expected] of [
    [error({ code: 'ECONNRESET' }), 'away'],
    [error({ code: 'ETIMEDOUT' }), 'away'],
    [error({ code: 'PROTOCOL_CONNECTION_LOST', fatal: true }), 'away'],
    [error({ code: 'ER_CON_COUNT_ERROR', errno: 1040 }), 'away'],
    [error({ code: 'ER_ACCESS_DENIED_ERROR', errno: 1045 }), 'away'],
    [error({ code: 'ER_MASTER_FATAL_ERROR_READING_BINLOG', errno: 1236, fatal: true }), 'refused'],
    [error({ code: 'ER_SOURCE_FATAL_ERROR_READING_BINLOG', errno: 1236 }), 'refused'],
    [error({}), 'unreadable'],
    [new TypeError('of a decoder'), 'unreadable'],
  ] as const)
    assert.equal(failureOf(failed), expected, JSON.stringify(failed))
})

describe('a log that is read', () => {
  it('lets others have their turn where its events take one', async () => {
    const done: string[] = []
    const socket = new Socket()
    Object.assign(socket, { pause: () => done.push('pause'), resume: () => done.push('resume') })
    const rest = createRest(() => socket)
    rest()
    assert.deepEqual(done, [])
    const began = performance.now()
    while (performance.now() - began < 11);
    rest()
    assert.deepEqual(done, ['pause'])
    await setImmediate()
    assert.deepEqual(done, ['pause', 'resume'])
    rest()
    assert.deepEqual(done, ['pause', 'resume'])
  })
})
