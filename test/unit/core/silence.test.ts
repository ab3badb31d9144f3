// Connections end by silence, unless their response goes on as it is noticed.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { endSilent } from '../../../src/core/silence.ts'

/** A server that sends this once a connection counts as silent, and the rest a moment later. */
async function answering(test: TestContext, onSilence: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.write('first ')
    server.once('timeout', () => {
      if (onSilence !== '') response.write(onSilence)
      setTimeout(() => response.end('last'), 20)
    })
  })
  server.timeout = 50
  endSilent(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => server.close())
  const address: AddressInfo | string | null = server.address()
  assert(typeof address === 'object' && address !== null)
  const answer = await fetch(`http://127.0.0.1:${address.port}/`, { headers: { connection: 'close' } })
  return answer.text()
}

describe('silence', () => {
  it('ends a connection', async (test) => {
    await assert.rejects(answering(test, ''), TypeError)
  })

  it('is over where the response goes on, as after a stall of the process', async (test) => {
    assert.equal(await answering(test, 'second '), 'first second last')
  })
})
