// A request to a receiver: only the status of the answer counts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { post } from '../../../src/webhooks/post.ts'
import { startRemoteServer } from '../../support/remote-server.ts'

it('a message is taken when the status says so, though the body of the answer does not end', async (test) => {
  const server = await startRemoteServer((_, response) => {
    response.writeHead(200).write('x')
  })
  test.after(server.stop)
  const { signal } = new AbortController()
  const answered = post(server.url, {}, '{}', { timeoutMs: 60_000, signal })
  const late = setTimeout(20_000, 'late', { ref: false })
  assert.deepEqual(await Promise.race([answered, late]), { kind: 'taken' })
})
