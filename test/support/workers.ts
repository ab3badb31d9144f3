// A gateway of two workers, started as an owner would, and what it logs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request, type Agent } from 'node:http'
import { at } from './gateway.ts'
import { startProcess, until, type GatewayProcess } from './process.ts'
import { freePort } from './free-port.ts'

export interface Running {
  readonly started: GatewayProcess
  readonly url: string
  readonly adminUrl: string
}

export async function startWorkers(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const port = String(await freePort())
  const started = startProcess(['serve', '--workers', '2', '--port', port, '--admin-port', '0'], {
    DATABASE_URL: url,
    LOG_LEVEL: 'debug',
    ...settings,
  })
  const adminUrl = await until(() => /admin (http:\S+)\//.exec(started.output())?.[1])
  return { started, url: `http://127.0.0.1:${port}`, adminUrl }
}

/** While their database is there (last-first.ts): one of them may still be starting, and where it starts without one all end. */
export async function stopWorkers({ started }: Running): Promise<void> {
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0, started.output().slice(-2000))
}

/** The lines of the log, as JSON. */
export function lines({ started }: Pick<Running, 'started'>): readonly unknown[] {
  return started
    .output()
    .split('\n')
    .filter((line) => /^\{.*\}$/.test(line))
    .map((line): unknown => JSON.parse(line))
}

/** Which workers have said something of a kind, from a line on. */
export function workersThat(
  running: Running,
  kind: string,
  value: Readonly<Record<string, unknown>> = {},
  from = 0,
): Set<unknown> {
  const said = lines(running).slice(from)
  return new Set(
    said
      .filter(
        (line) =>
          at(line, 'kind') === kind && Object.entries(value).every(([key, each]) => at(line, key) === each),
      )
      .map((line) => at(line, 'worker')),
  )
}

/** Of a request that is made again where it has no answer. */
const impatienceMs = 1_000

/** Asks until each of the workers has answered from what it keeps. */
export async function keptBy(running: Running, path: string, workers: readonly number[]): Promise<void> {
  const from = lines(running).length
  await until(async () => {
    await ask(running.url + path, false, impatienceMs)
    return new Set(workers).isSubsetOf(workersThat(running, 'request', { cache: 'hit' }, from))
  })
}

/** Over a connection of its own, unless it is given one that is kept; null where there is no answer. */
export function ask(url: string, agent: Agent | false = false, timeoutMs = 15_000): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, timeout: timeoutMs }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => resolve(text))
    })
    asked.on('error', () => resolve(null))
    // A worker that hangs or is stopped answers nobody
    asked.on('timeout', () => asked.destroy())
    asked.end()
  })
}

/** Of the processes that serve. */
export function workerIds({ started }: Running): readonly number[] {
  const { pid } = started.child
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return ids.map(Number)
}
