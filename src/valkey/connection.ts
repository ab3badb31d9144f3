// Connections to a Valkey or Redis.
import { createClient } from '@redis/client'

/** A server that is silent for so long is away; no command waits as long. */
const silentMs = 2500
const connectMs = 1500

interface ConnectionOptions {
  readonly pingInterval?: number
  readonly commandsQueueMaxLength?: number
}

/** A connection that is not made again: its user begins anew when it is lost. */
export function connection(url: string, options: ConnectionOptions = {}) {
  return createClient({
    ...options,
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: false },
  })
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
