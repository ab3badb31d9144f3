// The number of requests that are proxied at once. A request that finds no slot free waits in a bounded queue, for a bounded
// time, and no longer than its client does.
import { fail, type Failure } from '../core/failure.ts'

export interface PlaceLimits {
  readonly placesMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

/** Releases the slot; later calls do nothing. */
export type Leave = () => void

export type TakeOriginPlace = (gone: AbortSignal) => Promise<Leave | Failure>

export function createOriginPlaces({ placesMax, waitingMax, waitMs }: PlaceLimits): TakeOriginPlace {
  const waiting = new Set<() => void>()
  let taken = 0
  const place = (): Leave => {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const [next] = waiting
      if (next === undefined) return void (taken -= 1)
      // The slot is handed on
      waiting.delete(next)
      next()
    }
  }
  return async (gone) => {
    if (taken < placesMax) {
      taken += 1
      return place()
    }
    if (waiting.size >= waitingMax) return tooMany
    const isFree = await new Promise<boolean>((resolve) => {
      const end = (free: boolean) => {
        waiting.delete(take)
        clearTimeout(late)
        gone.removeEventListener('abort', leave)
        resolve(free)
      }
      const take = () => end(true)
      const leave = () => end(false)
      const late = setTimeout(leave, waitMs)
      gone.addEventListener('abort', leave)
      waiting.add(take)
    })
    return isFree ? place() : tooMany
  }
}

const tooMany = fail('origin_overloaded', undefined, { retryAfterS: 5 })
