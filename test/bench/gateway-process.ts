// Gateways for benches, run as a user would start them, each in a process of its own, and raw answers to compare with.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get, type Agent, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Server {
  readonly url: string
  readonly pid: number
}

export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export interface GatewayOptions {
  readonly config: string
  /** What is asked for until it is answered. */
  readonly path: string
  readonly headers: Headers
  readonly environment: Readonly<Record<string, string>>
  /** True where profiles are to name the files of src/; else the bundle runs, as users run it. */
  readonly fromSource?: boolean
  /** Every process that is started is put here, for whoever ends them. */
  readonly children: ChildProcess[]
}

type Headers = Readonly<Record<string, string>>

export async function startGateway(options: GatewayOptions): Promise<Server> {
  const { config, path, headers, environment, fromSource = false, children } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const conditions = `--conditions=lectern-${fromSource ? 'source' : 'clone'}`
  const child = spawn(
    process.execPath,
    [conditions, 'bin/lectern.cjs', 'serve', '--config', config, '--port', String(port)],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  children.push(child)
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`)
    const status = await fetchRaw(url + path, headers).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status !== 0 && status !== 503) return { url, pid: pidOf(child) }
  }
  throw new Error('the gateway did not answer within two minutes')
}

/** As it comes over the wire: the body still encoded, the headers as written. */
export async function fetchRaw(url: string, headers: Headers, agent: Agent | false = false): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent }, resolve).on('error', reject)
  })
  const raw = response.rawHeaders
  return {
    status: response.statusCode ?? 0,
    headers: raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : [])),
    body: Buffer.concat(await response.toArray()),
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process did not start')
  return pid
}
