// A connection to a Valkey or Redis that reconnects whenever it is lost, to the server that is the right one at that time.
import { setTimeout as sleep } from 'node:timers/promises'
import { connection, type Connection, type Send } from './connection.ts'
import { locate } from './locate.ts'

interface Current extends Connection {
  readonly end: () => void
}

export interface LastingConnection {
  readonly isReady: () => boolean
  /** Rejects while there is no connection. */
  readonly send: Send
  readonly stop: () => void
}

const retryMsMax = 1000
/** The most commands that wait for an answer; more fail at once. */
const waitingMax = 1000
/** Errors of a server that is no longer the right one. */
const elsewhere = /\b(?:READONLY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|LOADING)\b/

/** `onReady` is called whenever a connection is made. */
export function lastingConnection(url: string, tag: string, onReady: () => void): LastingConnection {
  const stopping = new AbortController()
  let current: Current | null = null

  const connected = async (server: string): Promise<void> => {
    stopping.signal.throwIfAborted()
    const lost = Promise.withResolvers<unknown>()
    const made = connection(server, { lost: lost.resolve, waitingMax })
    const end = () => {
      made.close()
      lost.resolve(null)
    }
    stopping.signal.addEventListener('abort', end)
    try {
      await made.connect()
      current = { ...made, end }
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
      const beganAt = performance.now()
      await locate(url, tag)
        .then(connected)
        .catch(() => {})
      if (performance.now() - beganAt > retryMsMax) times = 0
      await sleep(Math.min(retryMsMax, 50 * 2 ** times), null, { signal: stopping.signal }).catch(() => {})
    }
  }
  void go()
  return {
    isReady: () => current?.isReady() === true,
    send: async (...command) => {
      if (current === null) throw new Error('there is no connection')
      const { send, end } = current
      try {
        return await send(...command)
      } catch (error) {
        if (error instanceof Error && elsewhere.test(error.message)) end()
        throw error
      }
    },
    stop: () => stopping.abort(),
  }
}
