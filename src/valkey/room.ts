// Watches how much memory a Valkey or Redis uses, so that optional data (answers, counts) leaves room for the log of changes.
import { memoryIn } from './connection.ts'

export interface Room {
  /** True where the last look found room; starts another look every `lookEveryMs`. */
  readonly has: () => boolean
  /** Records that the server refused to store a value. */
  readonly full: () => void
}

export interface RoomOptions {
  /** The part of the server's own limit that may be used, if it has one. */
  readonly partMax: number
  readonly bytesMax: number
}

const lookEveryMs = 2000

export function createRoom(
  send: (args: readonly string[]) => Promise<unknown>,
  { partMax, bytesMax }: RoomOptions,
): Room {
  let [hasRoom, lookedAt] = [false, -Infinity]
  const look = async () => {
    const { bytes, bytesMax: limit } = memoryIn(await send(['INFO', 'memory']))
    hasRoom = bytes !== null && bytes < Math.min(bytesMax, limit ? limit * partMax : Infinity)
  }
  return {
    has: () => {
      if (performance.now() - lookedAt > lookEveryMs) {
        lookedAt = performance.now()
        look().catch(() => (hasRoom = false))
      }
      return hasRoom
    },
    full: () => {
      hasRoom = false
    },
  }
}
