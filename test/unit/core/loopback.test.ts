// Names of this machine.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isLoopback } from '../../../src/core/loopback.ts'

it('this machine has names and addresses that no other has', () => {
  for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '[::1]'])
    assert.equal(isLoopback(host), true, host)
  for (const host of [
    '',
    'localhost.example.org',
    '127.0.0.1.example.org',
    '128.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::2]',
  ])
    assert.equal(isLoopback(host), false, host)
})
