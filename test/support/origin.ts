// An owning system as far as the gateway sees one: a server that remembers what it was asked, answers as it is told, and says by
// a header that it was asked at all.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { started } from './left-over.ts'

export interface Asked {
  readonly method: string
  readonly target: string
  readonly header: (name: string) => string | undefined
  /** Names and values in turn, as they came. */
  readonly raw: readonly string[]
  readonly body: string
}

export interface TestOrigin {
  readonly url: string
  /** What it was asked so far, oldest first. */
  readonly asked: readonly Asked[]
  /** The connections that are open. */
  readonly connections: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Answers `Hello.` unless told otherwise, having read the body. */
export async function startOrigin(answer: RequestListener | null = null): Promise<TestOrigin> {
  const asked: Asked[] = []
  const server = createServer((incoming, response) => {
    if (answer) {
      asked.push(askedBy(incoming, ''))
      return answer(incoming, response)
    }
    text(incoming).then(
      (body) => {
        asked.push(askedBy(incoming, body))
        response.writeHead(200, ['X-Origin', 'yes', 'Content-Type', 'text/plain', 'Content-Length', '6'])
        response.end('Hello.')
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    isStopped()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const isStopped = started('an origin', stop)
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    stop,
  }
}

function askedBy({ method = '', url = '', headers, rawHeaders }: IncomingMessage, body: string): Asked {
  return {
    method,
    target: url,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    raw: rawHeaders,
    body,
  }
}

export function portOf(address: string | AddressInfo | null): number {
  assert(typeof address === 'object' && address !== null)
  return address.port
}

/** What a server says to these very bytes, until it closes the connection. */
export async function rawExchange(url: string, bytes: string | readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => {})
  await once(socket, 'connect')
  for (const part of [bytes].flat()) socket.write(part, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(parts).toString('latin1')
}
