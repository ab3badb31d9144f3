// Keeps a number of workers running. The first starts alone, so that a reason why none can start is reported once; a worker that ends is
// replaced, with growing delays if that happens often.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import type { Stopping } from '../core/stopping.ts'
import type { Listening, Settings } from './messages.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface WorkersOptions {
  readonly count: number
  readonly settings: Settings
  /** `isSuccessor`: true where the worker replaces one that serves. */
  readonly start: (settings: Settings, isSuccessor: boolean) => WorkerProcess
  /** The time that a worker has to stop before it is killed. */
  readonly stopTimeoutMs: number
  /** Called when a worker has ended. */
  readonly ended: (worker: WorkerProcess) => void
  readonly observe: Observe
}

export interface Workers {
  /** Starts the workers; settles with the addresses of the first, or with the reason why it cannot start. */
  readonly begin: () => Promise<Listening | string>
  /** Settles with null once all serve, or if they are stopped before; with the reason where one cannot start. */
  readonly ready: () => Promise<string | null>
  /** The workers that have not ended, successors included. */
  readonly all: () => readonly WorkerProcess[]
  /** Replaces workers one after the other, until one cannot be replaced. */
  readonly replaceAll: (settings: Settings) => Promise<Replaced>
  readonly stop: (stopping?: Stopping) => Promise<void>
}

export interface Replaced {
  readonly count: number
  /** The reason why a successor cannot start; null where all workers were replaced. */
  readonly refused: string | null
}

/** A worker that ran for this long started well, so its end adds no delay. */
const provenMs = 60_000
/** The time in which responses on open connections ask clients to reconnect (`Connection: close`). */
const drainMs = 2000
const retryMinMs = 250
const retryMaxMs = 30_000

export function createWorkers(options: WorkersOptions): Workers {
  const { count, start, stopTimeoutMs, ended, observe } = options
  let { settings } = options
  const alive = new Set<WorkerProcess>()
  /** The workers to replace when they end, by slot. */
  const places = new Map<number, WorkerProcess>()
  const stopping = new AbortController()
  let ready: Promise<string | null> = Promise.resolve(null)

  const launch = (wanted: Settings, isSuccessor = false): WorkerProcess => {
    const worker = start(wanted, isSuccessor)
    alive.add(worker)
    void worker.ended.then(() => {
      alive.delete(worker)
      ended(worker)
    })
    return worker
  }

  /** Replaces the worker of a slot until the slot is given to another. */
  async function keep(place: number, first: WorkerProcess): Promise<void> {
    let worker = first
    let losses = 0
    places.set(place, worker)
    for (;;) {
      const since = performance.now()
      const reason = await worker.ended
      if (stopping.signal.aborted || places.get(place) !== worker) return
      losses = performance.now() - since > provenMs ? 1 : losses + 1
      const retryMs = losses === 1 ? 0 : Math.min(retryMinMs * 2 ** (losses - 2), retryMaxMs)
      observe({ kind: 'worker-lost', worker: worker.id, reason, retryMs })
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || places.get(place) !== worker) return
      worker = launch(settings)
      places.set(place, worker)
    }
  }

  async function begun(first: WorkerProcess): Promise<string | null> {
    const refused = await first.ready
    if (stopping.signal.aborted) return null
    if (refused !== null) return refused
    const others = Array.from({ length: count - 1 }, () => launch(settings))
    const reasons = await Promise.all(others.map((worker) => worker.ready))
    if (stopping.signal.aborted) return null
    const reason = reasons.find((each) => each !== null) ?? null
    if (reason === null) for (const [place, worker] of [first, ...others].entries()) void keep(place, worker)
    return reason
  }

  return {
    begin: async () => {
      const first = launch(settings)
      const listening = await first.listening
      if (typeof listening === 'string') return listening
      ready = begun(first)
      return listening
    },
    ready: () => ready,
    all: () => [...alive],
    replaceAll: async (wanted) => {
      let replaced = 0
      for (const place of places.keys()) {
        // A worker launched now would outlive the others
        if (stopping.signal.aborted) break
        const next = launch(wanted, true)
        const refused = await next.ready
        if (refused !== null) return { count: replaced, refused }
        settings = wanted
        // The slot's worker may have ended meanwhile and been replaced
        const before = places.get(place)
        void keep(place, next)
        await before?.stop(stopTimeoutMs, { delayMs: 0, drainMs })
        replaced += 1
      }
      return { count: replaced, refused: null }
    },
    stop: async (how) => {
      stopping.abort()
      await Promise.all([...alive].map((worker) => worker.stop(stopTimeoutMs, how)))
    },
  }
}
