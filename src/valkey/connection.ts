// Connections to a Valkey or Redis. Connecting and every command take `answerMs` at most: then the connection ends, and all commands that
// wait on it fail.
import { readFileSync } from 'node:fs'
import { createClient } from '@redis/client'
import { tlsFilesOf } from '../core/store-address.ts'

/** A server that is silent for this long is away; no command blocks as long. */
const answerMs = 2500
/** The library's limit for opening a socket, the only way to end that, however the connection is closed. */
const socketMs = 2 * answerMs

export interface Connection {
  readonly connect: () => Promise<void>
  readonly send: Send
  readonly isReady: () => boolean
  readonly close: () => void
}

type Client = ReturnType<typeof createClient>
export type Send = (...command: Parameters<Client['sendCommand']>) => Promise<unknown>

interface ConnectionOptions {
  /** Called once if the connection ends without `close`. */
  readonly lost?: (error: unknown) => void
  /** The most commands that wait for an answer; more fail at once. */
  readonly waitingMax?: number
}

/** Makes a connection that never reconnects: its user begins anew when it is lost. Throws where a file of its URL cannot be read. */
export function connection(url: string, { lost = () => {}, waitingMax }: ConnectionOptions = {}): Connection {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    ...(waitingMax === undefined ? {} : { commandsQueueMaxLength: waitingMax }),
    socket: { connectTimeout: socketMs, reconnectStrategy: false, ...tlsOf(url) },
  })
  const silent = new Error(`there was no answer within ${answerMs} ms`)
  let isClosed = false
  const close = () => {
    isClosed = true
    client.destroy()
  }
  const end = (error: unknown) => {
    const isLost = !isClosed
    close()
    if (isLost) lost(error)
  }
  client.on('error', end)
  const within = async <T>(answer: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>()
    // The event loop reads an answer that came while this process was busy before the immediate
    const timer = setTimeout(() => setImmediate(late.reject, silent), answerMs).unref()
    try {
      return await Promise.race([answer, late.promise])
    } catch (error) {
      if (error === silent) end(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  const connected = async () => {
    await client.connect()
    // The library does not end a connection that was closed while it was being made
    if (isClosed) client.destroy()
  }
  return {
    connect: () => within(connected()),
    send: (...command) => within(client.sendCommand<unknown>(...command)),
    isReady: () => client.isReady,
    close,
  }
}

/** Reads the TLS files for each connection, since owners renew certificates. */
function tlsOf(url: string) {
  const { ca, cert, key } = tlsFilesOf(new URL(url))
  return {
    ...(ca === null ? {} : { ca: readFileSync(ca) }),
    ...(cert === null || key === null ? {} : { cert: readFileSync(cert), key: readFileSync(key) }),
  }
}

/** Parses the reply to `INFO memory`; a missing figure is null. */
export function memoryIn(reply: unknown) {
  const lines = new Map(
    (typeof reply === 'string' ? reply : '').split('\r\n').map((line): readonly [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)]
    }),
  )
  const numberOf = (name: string) => {
    const value = Number(lines.get(name) ?? NaN)
    return Number.isNaN(value) ? null : value
  }
  return {
    policy: lines.get('maxmemory_policy') ?? null,
    /** Zero where only the machine limits memory. */
    bytesMax: numberOf('maxmemory'),
    bytes: numberOf('used_memory'),
  }
}

/** The message of an error alone, since a command's arguments may contain secret values. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message.startsWith('MOVED '))
    return 'it is a node of a cluster, and another one has the keys, which is looked up with redis+cluster:// alone'
  return error instanceof Error ? error.message || error.name : String(error)
}
