// A request to a receiver: only the status of the answer counts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
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

it('a receiver that answers something else than HTTP is not to be reached, without a code that is none', async (test) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('SSH-2.0-other\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => server.close())
  const address = server.address()
  assert(typeof address === 'object' && address !== null)
  const { signal } = new AbortController()
  const answered = await post(`http://127.0.0.1:${address.port}/`, {}, '{}', { timeoutMs: 5000, signal })
  assert.deepEqual(answered, { kind: 'failed', reason: 'it cannot be reached', retryAfterMs: null })
})
