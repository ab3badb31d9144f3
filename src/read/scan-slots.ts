// Scans have a few slots of their own, so that they never delay indexed queries. A scan without a free slot waits in a
// short queue, within the deadline of its query; a full queue refuses it. Scans whose clients have gone leave the queue.
import { fail, type Failure } from '../core/failure.ts'
import type { Work } from '../core/work.ts'

export interface ScanLimits {
  readonly scansMax: number
  readonly scansWaitingMax: number
  /** The time limit of a scan, including its wait. */
  readonly scanTimeoutMs: number
}

export interface ScanSlot {
  /** Ms left until the deadline. */
  readonly leftMs: number
  readonly release: () => void
}

export type TakeSlot = (work?: Pick<Work, 'endIfGone'> | null) => Promise<ScanSlot | Failure>

interface Waiting {
  readonly hasGone: () => boolean
  readonly end: (hasSlot: boolean) => void
}

export interface ScanSlots {
  readonly take: TakeSlot
  readonly count: () => { readonly running: number; readonly waiting: number }
}

export function createScanSlots({ scansMax, scansWaitingMax, scanTimeoutMs }: ScanLimits): ScanSlots {
  const waiting: Set<Waiting> = new Set()
  let taken = 0
  const dropGone = () => {
    for (const each of waiting) if (each.hasGone()) each.end(false)
  }
  const release = () => {
    dropGone()
    const [next] = waiting
    if (next === undefined) return void (taken -= 1)
    // The slot passes to the next scan
    next.end(true)
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
  const take: TakeSlot = async (work = null) => {
    if (taken < scansMax) {
      taken += 1
      return slot(scanTimeoutMs)
    }
    if (waiting.size >= scansWaitingMax) dropGone()
    if (waiting.size >= scansWaitingMax) return tooMany
    const began = performance.now()
    const isFree = await new Promise<boolean>((resolve) => {
      const end = (hasSlot: boolean) => {
        clearTimeout(late)
        waiting.delete(own)
        resolve(hasSlot)
      }
      const own = { hasGone: () => (work?.endIfGone() ?? null) !== null, end }
      const late = setTimeout(() => end(false), scanTimeoutMs)
      waiting.add(own)
    })
    if (!isFree) return tooMany
    return slot(Math.max(1, scanTimeoutMs - (performance.now() - began)))
  }
  return { take, count: () => ({ running: taken, waiting: waiting.size }) }
}

const tooMany = fail('query_timeout', undefined, { retryAfterS: 5 })
