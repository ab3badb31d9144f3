// The slots of proxied requests. A request that finds no slot free waits in a bounded queue, for a bounded time, and no longer
// than its client does.
import { fail, type Failure } from '../core/failure.ts'
import { createShares } from '../core/shares.ts'

export interface PlaceLimits {
  readonly placesMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

/** Releases the slot; later calls do nothing. */
export type Leave = () => void

/** Takes a slot for a client of the network, which gets at most half of the slots and half of the queue. */
export type TakeOriginPlace = (network: string, gone: AbortSignal) => Promise<Leave | Failure>

interface Waiting {
  readonly network: string
  readonly end: (hasPlace: boolean) => void
}

export function createOriginPlaces({ placesMax, waitingMax, waitMs }: PlaceLimits): TakeOriginPlace {
  const places = createShares(placesMax)
  const queue = createShares(waitingMax)
  const waiting = new Set<Waiting>()
  const handOn = () => {
    for (const { network, end } of waiting) if (places.take(network)) end(true)
  }
  const placeOf = (network: string): Leave => {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      places.leave(network)
      handOn()
    }
  }
  const wait = (network: string, gone: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const each: Waiting = {
        network,
        end: (hasPlace) => {
          waiting.delete(each)
          queue.leave(network)
          clearTimeout(late)
          gone.removeEventListener('abort', leave)
          resolve(hasPlace)
        },
      }
      const leave = () => each.end(false)
      const late = setTimeout(leave, waitMs)
      gone.addEventListener('abort', leave)
      waiting.add(each)
    })
  return async (network, gone) => {
    if (places.take(network)) return placeOf(network)
    if (!queue.take(network)) return tooMany
    return (await wait(network, gone)) ? placeOf(network) : tooMany
  }
}

const tooMany = fail('origin_overloaded', undefined, { retryAfterS: 5 })
