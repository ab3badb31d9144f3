// Keeps as many processes serving as are wanted. The first starts alone, so that what keeps it from starting is said once;
// one that ends is replaced, the later the more often that happens.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import type { Stopping } from '../core/stopping.ts'
import type { Listening, Settings } from './messages.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface WorkersOptions {
  readonly count: number
  readonly settings: Settings
  readonly start: (settings: Settings) => WorkerProcess
  /** How long one may take to stop before it is ended. */
  readonly stopTimeoutMs: number
  /** It is no more, and what it was asked stays unanswered. */
  readonly ended: (worker: WorkerProcess) => void
  readonly observe: Observe
}

export interface Workers {
  /** Starts them; settles with where the first listens, or why it cannot. */
  readonly begin: () => Promise<Listening | string>
  /** Settles with null once all serve, or are stopped before; with why one cannot, where it cannot. */
  readonly ready: () => Promise<string | null>
  /** Those that have not ended. */
  readonly all: () => readonly WorkerProcess[]
  /** Replaces one after the other by one with these settings, as long as they can start; else why one cannot. */
  readonly replaceAll: (settings: Settings) => Promise<string | null>
  readonly stop: (stopping?: Stopping) => Promise<void>
}

/** One that lived for so long had no trouble in starting. */
const provenMs = 60_000
/** Connections that are open are told by an answer that they are to be made anew. */
const drainMs = 2000
const retryMinMs = 250
const retryMaxMs = 30_000

export function createWorkers(options: WorkersOptions): Workers {
  const { count, start, stopTimeoutMs, ended, observe } = options
  let { settings } = options
  const alive = new Set<WorkerProcess>()
  /** Those that are to be replaced when they end, by their places. */
  const places = new Map<number, WorkerProcess>()
  const stopping = new AbortController()
  let ready: Promise<string | null> = Promise.resolve(null)

  const launch = (wanted: Settings): WorkerProcess => {
    const worker = start(wanted)
    alive.add(worker)
    void worker.ended.then(() => {
      alive.delete(worker)
      ended(worker)
    })
    return worker
  }

  /** As long as it is the one of its place. */
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
      for (const [place, before] of places) {
        const next = launch(wanted)
        const refused = await next.ready
        if (refused !== null) return refused
        settings = wanted
        void keep(place, next)
        await before.stop(stopTimeoutMs, { delayMs: 0, drainMs })
      }
      return null
    },
    stop: async (how) => {
      stopping.abort()
      await Promise.all([...alive].map((worker) => worker.stop(stopTimeoutMs, how)))
    },
  }
}
