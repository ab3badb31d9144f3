// Connections to a Valkey or Redis. Whatever is waited for on one, its beginning or an answer, is waited for `answerMs` at most: then
// the connection ends, and with it all that waits on it.
import { readFileSync } from 'node:fs'
import { createClient } from '@redis/client'
import { tlsFilesOf } from '../core/store-address.ts'

/** A server that is silent for so long is away; no command waits as long. */
const answerMs = 2500
/** The library ends a socket that is being opened by this limit alone, however the connection is closed. */
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
  /** Called once, where the connection ends and was not closed. */
  readonly lost?: (error: unknown) => void
  /** Commands that wait for an answer; more fail at once. */
  readonly waitingMax?: number
}

/** A connection that is not made again: its user begins anew when it is lost. Throws where a file of its URL cannot be read. */
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
    // An answer that came while this process was busy with something else is read first
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
    // The library does not end a connection that was closed while it was made
    if (isClosed) client.destroy()
  }
  return {
    connect: () => within(connected()),
    send: (...command) => within(client.sendCommand<unknown>(...command)),
    isReady: () => client.isReady,
    close,
  }
}

/** Files are read for each connection, since certificates are renewed. */
function tlsOf(url: string) {
  const { ca, cert, key } = tlsFilesOf(new URL(url))
  return {
    ...(ca === null ? {} : { ca: readFileSync(ca) }),
    ...(cert === null || key === null ? {} : { cert: readFileSync(cert), key: readFileSync(key) }),
  }
}

/** Reads an answer to `INFO memory`; a figure that is not in it is null. */
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
    /** Zero: no limit but the machine's. */
    bytesMax: numberOf('maxmemory'),
    bytes: numberOf('used_memory'),
  }
}

/** A command's arguments may be values, so that only the error's own words are shown. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message.startsWith('MOVED '))
    return 'it is a node of a cluster, and another one has the keys, which is looked up with redis+cluster:// alone'
  return error instanceof Error ? error.message || error.name : String(error)
}
