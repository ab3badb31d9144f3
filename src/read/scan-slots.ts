// Scans have a few slots of their own, so that they never delay indexed queries. A scan without a free slot waits in
// a short queue, within the deadline of its query; a full queue refuses it.
import { fail, type Failure } from '../core/failure.ts'

export interface ScanLimits {
  readonly scansMax: number
  readonly scansWaitingMax: number
  /** The time limit of a scan, including its wait. */
  readonly scanTimeoutMs: number
}

export interface ScanSlot {
  /** The rest of the deadline. */
  readonly leftMs: number
  readonly release: () => void
}

export type TakeSlot = () => Promise<ScanSlot | Failure>

export interface ScanSlots {
  readonly take: TakeSlot
  readonly count: () => { readonly running: number; readonly waiting: number }
}

export function createScanSlots({ scansMax, scansWaitingMax, scanTimeoutMs }: ScanLimits): ScanSlots {
  const waiting: Set<() => void> = new Set()
  let taken = 0
  const release = () => {
    const [next] = waiting
    if (next === undefined) return void (taken -= 1)
    // The slot passes to the next scan
    waiting.delete(next)
    next()
  }
  const slot = (leftMs: number): ScanSlot => {
    let isReleased = false
    return {
      leftMs,
      release: () => {
        if (isReleased) return
        isReleased = true
        release()
      },
    }
  }
  const take = async () => {
    if (taken < scansMax) {
      taken += 1
      return slot(scanTimeoutMs)
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
    return slot(Math.max(1, scanTimeoutMs - (performance.now() - began)))
  }
  return { take, count: () => ({ running: taken, waiting: waiting.size }) }
}

const tooMany = fail('query_timeout', undefined, { retryAfterS: 5 })
