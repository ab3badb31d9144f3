// The slots of proxied requests. A request that finds no slot free waits in a bounded queue, for a bounded time, and no longer
// than its client does.
import { fail, type Failure } from '../core/failure.ts'
import { createShares } from '../core/shares.ts'

export interface SlotLimits {
  readonly slotsMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

/** Releases the slot; later calls do nothing. */
export type Leave = () => void

/** Takes a slot for a client of the network, which gets at most half of the slots and half of the queue. */
export type TakeOriginSlot = (network: string, gone: AbortSignal) => Promise<Leave | Failure>

interface Waiting {
  readonly network: string
  readonly end: (hasSlot: boolean) => void
}

export function createOriginSlots({ slotsMax, waitingMax, waitMs }: SlotLimits): TakeOriginSlot {
  const slots = createShares(slotsMax)
  const queue = createShares(waitingMax)
  const waiting = new Set<Waiting>()
  const handOn = () => {
    for (const { network, end } of waiting) if (slots.take(network)) end(true)
  }
  const slotOf = (network: string): Leave => {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      slots.leave(network)
      handOn()
    }
  }
  const wait = (network: string, gone: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const each: Waiting = {
        network,
        end: (hasSlot) => {
          waiting.delete(each)
          queue.leave(network)
          clearTimeout(late)
          gone.removeEventListener('abort', leave)
          resolve(hasSlot)
        },
      }
      const leave = () => each.end(false)
      const late = setTimeout(leave, waitMs)
      gone.addEventListener('abort', leave)
      waiting.add(each)
    })
  return async (network, gone) => {
    if (slots.take(network)) return slotOf(network)
    if (!queue.take(network)) return tooMany
    return (await wait(network, gone)) ? slotOf(network) : tooMany
  }
}

const tooMany = fail('origin_overloaded', undefined, { retryAfterS: 5 })
