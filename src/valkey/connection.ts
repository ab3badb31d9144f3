// Connections to a Valkey or Redis.
import { createClient } from '@redis/client'

/** A server that is silent for so long is away; no command waits as long. */
const silentMs = 2500
const connectMs = 1500
const pingMs = 1000
const retryMsMax = 1000
/** Commands that wait for an answer; more fail at once. */
const waitingMax = 1000

/** A connection that is not made again: its user begins anew when it is lost. */
export function connection(url: string) {
  return createClient({ ...options(url), socket: { ...sockets, reconnectStrategy: false } })
}

/** A connection that is made again whenever it is lost. */
export function lastingConnection(url: string) {
  return createClient({
    ...options(url),
    commandsQueueMaxLength: waitingMax,
    // One without commands would be silent, too
    pingInterval: pingMs,
    socket: { ...sockets, reconnectStrategy: (times) => Math.min(retryMsMax, 50 * 2 ** times) },
  })
}

const sockets = { connectTimeout: connectMs, socketTimeout: silentMs }

function options(url: string) {
  return {
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  } as const
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
  return error instanceof Error ? error.message || error.name : String(error)
}
