// A server on this machine that the gateway asks: what it answers can be changed at any time, and it counts how often it
// was asked. Without an answer it is silent. It lives no longer than the file of the test that starts it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { atEnd } from './left-over.ts'

export type RemoteAnswer = (incoming: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface RemoteServer {
  readonly url: string
  /** How often it was asked so far. */
  readonly asked: () => number
  readonly answerWith: (answer: RemoteAnswer) => void
  readonly stop: () => Promise<void>
}

export const silent: RemoteAnswer = () => {}

export function json(value: unknown, status = 200): RemoteAnswer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
}

export function redirect(to: string): RemoteAnswer {
  return (_, response) => void response.writeHead(302, { location: to }).end()
}

export async function startRemoteServer(first: RemoteAnswer): Promise<RemoteServer> {
  let answer = first
  let asked = 0
  const server = createServer((incoming, response) => {
    asked += 1
    void answer(incoming, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const stop = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  atEnd(stop)
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    answerWith: (next) => (answer = next),
    stop,
  }
}
