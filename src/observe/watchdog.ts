// Ends a process whose main thread hangs, so that its supervisor restarts it. A separate thread watches a heartbeat of the main
// thread, since code that hangs runs no timers.
import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { beatPeriodMs, routeSymbol, type Watched } from './heartbeat.ts'

export interface WatchdogOptions {
  /** The time without a heartbeat after which the process is ended; 0 never ends it. */
  readonly hangMs: number
  readonly isLogged: boolean
  /** The id of the worker process; null where there is one process, and in the primary. */
  readonly worker: number | null
  /** The request that the running code answers, without its query. */
  readonly route: () => string | null
}

// The file extension differs between source and build
const file = import.meta.url.endsWith('.ts') ? './watchdog-thread.ts' : './watchdog-thread.js'

export function startWatchdog({ hangMs, isLogged, worker, route }: WatchdogOptions): void {
  // A debugger stops the main thread on purpose
  if (hangMs === 0 || debuggerUrl() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  Object.defineProperty(globalThis, Symbol.for(routeSymbol), { value: route, configurable: true })
  const workerData: Watched = { beats, hangMs, isLogged, worker }
  const thread = new Worker(new URL(file, import.meta.url), {
    name: 'watchdog',
    workerData,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  setInterval(() => Atomics.add(beats, 0, 1), beatPeriodMs(hangMs)).unref()
}
