// Connections of clients: as many as may be, those beyond are closed and counted, and none is kept for long where room is short.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { ask } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { onOneDatabase, type TestGateway } from '../support/gateway.ts'

/** Its first answer; null where it was closed instead. */
async function client({
  url,
}: TestGateway): Promise<{ readonly socket: Socket; readonly answer: string | null }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('GET /cms-json/cms/v2/types?_fields=post.slug HTTP/1.1\r\nHost: x\r\n\r\n')
  const answer = await Promise.race([
    once(socket, 'data').then(String, () => null),
    once(socket, 'close').then(() => null),
  ])
  return { socket, answer }
}

const keptFor = ({ answer }: { readonly answer: string | null }) =>
  /\r\nKeep-Alive: timeout=(\d+)\r\n/.exec(answer ?? '')?.[1]

onOneDatabase(
  'connections of clients',
  'no query is needed to accept a connection',
  (on) => {
    it('clients-max/1 beyond CLIENTS_MAX are closed, reported and counted, until there is room again', async () => {
      const { gateway } = on()
      const first = await client(gateway)
      const second = await client(gateway)
      assert.deepEqual([first, second].map(keptFor), ['65', '65'])
      const third = await client(gateway)
      const fourth = await client(gateway)
      assert.deepEqual([third, fourth].map(keptFor), ['5', '5'])

      assert.equal((await client(gateway)).answer, null)
      const dropped = gateway.observed.filter(({ kind }) => kind === 'clients-dropped')
      assert.deepEqual(dropped, [{ kind: 'clients-dropped', count: 1 }])
      const { text } = await ask('GET', `${gateway.adminUrl}/metrics`)
      assert.match(text, /^lectern_clients_dropped_total 1$/m)

      first.socket.destroy()
      await eventually(async () => {
        const { socket, answer } = await client(gateway)
        socket.destroy()
        assert.match(answer ?? '', /^HTTP\/1\.1 200 /)
      })
      for (const { socket } of [second, third, fourth]) socket.destroy()
    })
  },
  { clientsMax: 4, adminPort: 0 },
)
