// Responses in flight, and sockets that were released from HTTP for streams.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'

export interface InFlight {
  readonly count: () => number
  readonly isAnswering: (socket: Duplex) => boolean
  readonly add: (response: ServerResponse) => void
  /** The response continues as a stream on its socket, which takes over its listeners. */
  readonly released: (response: ServerResponse, socket: Socket) => void
  /** Settles once the responses that are in flight now have ended. */
  readonly finished: () => Promise<void>
  /** Settles once none is in flight, nor follows from bytes that have arrived: after a stall, timers run before sockets are read. */
  readonly answered: () => Promise<void>
  readonly cutOff: () => void
}

export function createInFlight(): InFlight {
  const responses = new Set<ServerResponse>()
  const streams = new Set<Socket>()
  function forget(this: ServerResponse): void {
    responses.delete(this)
  }
  function forgetStream(this: Socket): void {
    streams.delete(this)
  }
  const all = () => [...responses, ...streams]
  const finished = async () => {
    await Promise.all(all().map((each) => new Promise((resolve) => each.once('close', resolve))))
  }
  return {
    count: () => responses.size,
    isAnswering: (socket) =>
      [...responses].some((response) => response.socket === socket && response.headersSent),
    add: (response) => void responses.add(response.on('close', forget)),
    released: (response, socket) => {
      responses.delete(response.off('close', forget))
      streams.add(socket.on('close', forgetStream))
      for (const listener of response.listeners('close')) socket.on('close', listener)
    },
    finished,
    answered: async () => {
      do {
        await finished()
        await turn()
      } while (all().length > 0)
    },
    cutOff: () => {
      for (const each of all()) each.destroy()
    },
  }
}
