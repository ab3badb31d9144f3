// A connection to a Valkey or Redis that is made again whenever it is lost, to the server that is the right one then.
import { setTimeout as sleep } from 'node:timers/promises'
import { connection } from './connection.ts'
import { locate } from './locate.ts'

export interface LastingConnection {
  readonly isReady: () => boolean
  /** Rejects while there is no connection. */
  readonly send: Send
  readonly stop: () => void
}

type Client = ReturnType<typeof connection>
type Send = (...command: Parameters<Client['sendCommand']>) => Promise<unknown>

const pingMs = 1000
const retryMsMax = 1000
/** Commands that wait for an answer; more fail at once. */
const waitingMax = 1000
/** Answers of a server that is not the right one any more. */
const elsewhere = /\b(?:READONLY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|LOADING)\b/

/** `onReady` is called with each connection. */
export function lastingConnection(url: string, tag: string, onReady: () => void): LastingConnection {
  const stopping = new AbortController()
  let current: Client | null = null

  const connected = async (client: Client): Promise<void> => {
    const lost = Promise.withResolvers<unknown>()
    client.on('error', lost.resolve)
    const end = () => {
      if (client.isOpen) client.destroy()
      lost.resolve(null)
    }
    stopping.signal.addEventListener('abort', end)
    try {
      await client.connect()
      current = client
      onReady()
      await lost.promise
    } finally {
      current = null
      stopping.signal.removeEventListener('abort', end)
      end()
    }
  }
  const go = async (): Promise<void> => {
    for (let times = 0; !stopping.signal.aborted; times += 1) {
      // One without commands would be silent, which counts as lost
      const options = { pingInterval: pingMs, commandsQueueMaxLength: waitingMax }
      const beganAt = performance.now()
      await locate(url, tag)
        .then((server) => connected(connection(server, options)))
        .catch(() => {})
      if (performance.now() - beganAt > retryMsMax) times = 0
      await sleep(Math.min(retryMsMax, 50 * 2 ** times), null, { signal: stopping.signal }).catch(() => {})
    }
  }
  void go()
  return {
    isReady: () => current?.isReady === true,
    send: async (...command) => {
      const client = current
      if (client === null) throw new Error('there is no connection')
      try {
        return await client.sendCommand<unknown>(...command)
      } catch (error) {
        if (error instanceof Error && elsewhere.test(error.message)) client.emit('error', error)
        throw error
      }
    },
    stop: () => stopping.abort(),
  }
}
