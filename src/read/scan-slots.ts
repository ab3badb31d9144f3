// Scans have a few slots of their own, so that they never delay indexed queries. A scan without a free slot waits in
// a short queue, within the deadline of its query; a full queue refuses it.
import { fail, type Failure } from '../core/failure.ts'

export interface ScanLimits {
  readonly scansMax: number
  readonly scansWaitingMax: number
  /** The time limit of a scan, including its wait. */
  readonly scanTimeoutMs: number
}

export interface Place {
  /** What is left of the deadline. */
  readonly leftMs: number
  readonly leave: () => void
}

export type TakePlace = () => Promise<Place | Failure>

export interface ScanPlaces {
  readonly take: TakePlace
  readonly count: () => { readonly running: number; readonly waiting: number }
}

export function createScanPlaces({ scansMax, scansWaitingMax, scanTimeoutMs }: ScanLimits): ScanPlaces {
  const waiting: Set<() => void> = new Set()
  let taken = 0
  const leave = () => {
    const [next] = waiting
    if (next === undefined) return void (taken -= 1)
    // The slot passes to the next scan
    waiting.delete(next)
    next()
  }
  const place = (leftMs: number): Place => {
    let isLeft = false
    return {
      leftMs,
      leave: () => {
        if (isLeft) return
        isLeft = true
        leave()
      },
    }
  }
  const take = async () => {
    if (taken < scansMax) {
      taken += 1
      return place(scanTimeoutMs)
    }
    if (waiting.size >= scansWaitingMax) return tooMany
    const began = performance.now()
    const isFree = await new Promise<boolean>((resolve) => {
      const free = () => {
        clearTimeout(late)
        resolve(true)
      }
      const late = setTimeout(() => {
        waiting.delete(free)
        resolve(false)
      }, scanTimeoutMs)
      waiting.add(free)
    })
    if (!isFree) return tooMany
    return place(Math.max(1, scanTimeoutMs - (performance.now() - began)))
  }
  return { take, count: () => ({ running: taken, waiting: waiting.size }) }
}

const tooMany = fail('query_timeout', undefined, { retryAfterS: 5 })
