// A request over connections that stay open, as proxies and balancers send it: again where a connection may have been silent for
// longer than servers promise to keep it. A machine that stands still makes it so, and clients then ask again (RFC 9110, 9.2.2).
import { request, type Agent, type IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface KeptAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Gateways of tests keep a connection for at least this long after an answer. */
const openMs = 1000

/** When (performance.now()) the last request was sent that was answered: a process that stood still read the answer later. */
const usedAt = new WeakMap<Socket, number>()

export function askOver(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<KeptAnswer> {
  return new Promise((resolve, reject) => {
    const beganAt = performance.now()
    const sent = request(url, { agent, headers }, (response) => {
      const { statusCode: status = 0, headers: received, socket } = response
      response.once('end', () => usedAt.set(socket, beganAt))
      text(response).then((body) => resolve({ status, headers: received, text: body }), reject)
    })
    sent.once('error', (error) => {
      const before = sent.reusedSocket && sent.socket ? usedAt.get(sent.socket) : undefined
      const silentMs = before === undefined ? null : performance.now() - before
      if (silentMs !== null && silentMs > openMs) return resolve(askOver(agent, url, headers))
      const which = silentMs === null ? 'a new connection' : `a connection used ${silentMs} ms before`
      reject(new Error(`${error.message} on ${which}`, { cause: error }))
    })
    sent.end()
  })
}
