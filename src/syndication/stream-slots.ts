// Streams have a limited number of slots, for each client and in all: a client that reads slowly holds one for long.
import type { TakeSlot } from '../core/event-stream.ts'
import { fail } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'

export interface StreamLimits {
  readonly max: number
  readonly perClientMax: number
}

export function createStreamSlots({ max, perClientMax }: StreamLimits): TakeSlot {
  const taken = new Map<string, number>()
  let all = 0
  return (request, viewer) => {
    const waiting = request.waiting?.()
    if (waiting === undefined || waiting.hasLeft()) return null
    const client =
      viewer.kind === 'user' ? `account ${viewer.id}` : `address ${networkOf(request.client.address)}`
    const own = taken.get(client) ?? 0
    if (own >= perClientMax) return fail('too_many_streams', undefined, { retryAfterS: 5 })
    if (all >= max)
      return fail('too_many_streams', 'All streams are taken. Please wait.', { status: 503, retryAfterS: 5 })
    taken.set(client, own + 1)
    all += 1
    waiting.onLeft(() => {
      const rest = (taken.get(client) ?? 1) - 1
      if (rest === 0) taken.delete(client)
      else taken.set(client, rest)
      all -= 1
    })
    return null
  }
}
