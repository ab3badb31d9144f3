// The thread that watches the main thread. It interrupts a main thread that hangs by the inspector, which can stop running
// JavaScript, and so finds out the request and the place in the code; the process then ends with an exit code of its own.
import { readFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import {
  beatPeriodMs,
  createHangTest,
  hungExitCode,
  routeSymbol,
  type ThreadTimes,
  type Watched,
} from './heartbeat.ts'

/** The inspector cannot interrupt native code: after this long the process is killed. */
const interruptLimitMs = 10_000
const framesMax = 10

const { beats, hangMs, isLogged, worker }: Watched = workerData
const hangs = createHangTest(hangMs)
const looking = setInterval(() => {
  if (!hangs(Atomics.load(beats, 0), mainThread())) return
  clearInterval(looking)
  endProcess()
}, beatPeriodMs(hangMs))

/** Reads the main thread's times, which Linux lists under the id of the process; null on other systems. */
function mainThread(): ThreadTimes | null {
  try {
    const read = (file: string) => readFileSync(`/proc/self/task/${process.pid}/${file}`, 'utf8')
    const [stat, times] = [read('stat'), read('schedstat')]
    const [ranMs = NaN, queuedMs = NaN] = times.split(' ').map((ns) => Number(ns) / 1e6)
    if (Number.isNaN(ranMs + queuedMs)) return null
    return { ranMs, queuedMs, isReady: stat.slice(stat.lastIndexOf(')')).startsWith(') R ') }
  } catch {
    return null
  }
}

function endProcess(): void {
  setTimeout(() => {
    log({}, 'in native code: the process is killed')
    process.kill(process.pid, 'SIGKILL')
  }, interruptLimitMs)
  const session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const stack = callFrames.slice(0, framesMax).map(({ functionName, location }) => {
      const file = files.get(location.scriptId) ?? ''
      return `${functionName} ${file}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1}`.trim()
    })
    const expression = `globalThis[Symbol.for('${routeSymbol}')]()`
    session.post('Runtime.evaluate', { expression, returnByValue: true }, (_, answer) => {
      const route: unknown = answer?.result.value ?? null
      log({ route, stack }, `the process ends with exit code ${hungExitCode}`)
      session.post('Runtime.evaluate', { expression: exit })
    })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Exits without listeners of `exit`, which may hang too, and without the line that Node writes while a debugger is connected. */
const exit = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${hungExitCode})`

/** Writes a line in the form of observe/log.ts. */
function log(fields: Readonly<Record<string, unknown>>, end: string): void {
  if (!isLogged) return
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    ...(worker === null ? {} : { worker }),
    ...fields,
    msg: `the main thread was blocked for ${hangMs} ms: ${end}`,
  }
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } catch {
    // A full log must not keep the process from ending
  }
}
