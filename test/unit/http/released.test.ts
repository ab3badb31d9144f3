// A connection that is taken from HTTP has the response's headers, and whatever is written to its socket; others stay as they are.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { noUpgrades, prepareReleases, released } from '../../../src/http/released.ts'

type Answer = (incoming: IncomingMessage, response: ServerResponse) => void

/** A client of a server that answers so; the text is all that the client got up to the end. */
async function client(test: TestContext, answer: Answer) {
  const server = createServer(noUpgrades, answer).listen(0, '127.0.0.1')
  prepareReleases(server)
  await once(server, 'listening')
  const address = server.address()
  assert(isAddress(address))
  const socket = connect({ port: address.port, allowHalfOpen: true })
  test.after(() => {
    socket.destroy()
    server.close()
    server.closeAllConnections()
  })
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  return {
    socket,
    end: async () => {
      await once(socket, 'end')
      return text
    },
  }
}

function isAddress(address: ReturnType<ReturnType<typeof createServer>['address']>): address is AddressInfo {
  return address !== null && typeof address !== 'string'
}

function stream(incoming: IncomingMessage, response: ServerResponse): Socket | null {
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, ['X-Kind', 'stream'])
  return released(incoming, response)
}

it('a stream is written to the socket, after the headers, and ends', async (test) => {
  const { socket, end } = await client(test, (incoming, response) => {
    setImmediate(() => {
      const own = stream(incoming, response)
      assert.equal(response.socket, null)
      own?.write('one ')
      setImmediate(() => own?.end('two'))
    })
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(await end(), /^HTTP\/1\.1 200 OK\r\nX-Kind: stream\r\n.*\r\n\r\none two$/s)
})

it('a client that leaves, or sends no more, closes the socket', async (test) => {
  for (const leave of ['destroy', 'end'] as const) {
    const closed = Promise.withResolvers<void>()
    const { socket } = await client(test, (incoming, response) => {
      setImmediate(() => {
        stream(incoming, response)?.once('close', () => closed.resolve())
        socket[leave]()
      })
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await closed.promise
  }
})

it('a client that sends something afterwards is cut off, and no request is read', async (test) => {
  let requests = 0
  const closed = Promise.withResolvers<void>()
  const { socket } = await client(test, (incoming, response) => {
    requests += 1
    setImmediate(() => {
      stream(incoming, response)?.once('close', () => closed.resolve())
      socket.write('GET /second HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed.promise
  assert.equal(requests, 1)
})

it('a request whose body is read is released, and one whose body is still to come is not', async (test) => {
  const { socket, end } = await client(test, (incoming, response) => {
    assert.equal(incoming.complete, false)
    assert.equal(released(incoming, response), null)
    incoming.resume().once('end', () => setImmediate(() => stream(incoming, response)?.end('all')))
    socket.write('body')
  })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n')
  assert.match(await end(), /\r\n\r\nall$/)
})

it('requests for another protocol are served as if they were none', async (test) => {
  const { socket, end } = await client(test, (_, response) => response.end('plain'))
  socket.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  assert.match(await end(), /plain/)
})
