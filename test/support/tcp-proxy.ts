// A TCP proxy in front of a database server. It can stall, as a stuck network or a frozen server does: connections stay
// open, new ones are accepted, and no byte passes in either direction.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

export interface TcpProxy {
  /** The address that it was made for, through the proxy. */
  readonly url: string
  /** How many connections there were so far. */
  readonly accepted: () => number
  readonly stall: () => void
  readonly resume: () => void
  /** Ends every connection; new ones are accepted. */
  readonly cut: () => void
  /** Leads new connections to another server; those that are there live on. */
  readonly lead: (url: string) => void
  readonly close: () => Promise<void>
}

export async function createTcpProxy(url: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isStalled = false
  let accepted = 0
  const server = createServer((near) => {
    accepted += 1
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => other.write(bytes))
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (isStalled) socket.pause()
    }
  })
  const own = await freePort()
  server.listen(own, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(own)
  return {
    url: through.href,
    accepted: () => accepted,
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    lead: (other) => {
      ;({ hostname, port } = new URL(other))
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
