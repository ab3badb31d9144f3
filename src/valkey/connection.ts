// One connection to a Valkey or Redis. It is not made again: who lost it has to begin anew.
import { createClient } from '@redis/client'

/** A server that is silent for so long is away; no command waits as long. */
const silentMs = 2500
const connectMs = 1500

export function connection(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: connectMs, socketTimeout: silentMs },
  })
}

/** A command's arguments may be values, so that only the error's own words are shown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
