// The gateway as its own process, started as an owner would; and a door before a server that can be shut.
import { fail } from 'node:assert/strict'
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { programArgs } from './built.ts'
import { until } from './eventually.ts'
import { freePort } from './free-port.ts'
import { started } from './left-over.ts'

export { until } from './eventually.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface GatewayProcess {
  readonly child: ChildProcess
  /** What it has written so far, to either stream. */
  readonly output: () => string
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Where it listens, once it says so; its database may not be found yet. */
  readonly url: () => Promise<string>
  /** The same, once one that asks there is answered from the database. */
  readonly served: () => Promise<string>
}

export function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): GatewayProcess {
  return watched(
    spawn(process.execPath, [...programArgs, ...args], { cwd: root, env: { ...inherited, ...environment } }),
  )
}

/** `npm start`, in a group of processes of its own, which has its id. */
export function startNpm(
  environment: Readonly<Record<string, string>>,
): GatewayProcess & { readonly pid: number } {
  const child = spawn('npm', ['start'], { cwd: root, env: { ...inherited, ...environment }, detached: true })
  const { pid } = child
  if (pid === undefined) throw new Error('npm cannot be started')
  return { ...watched(child, () => process.kill(-pid, 'SIGKILL')), pid }
}

const inherited = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  // Too short for fetch to keep a connection, whose end a stop waits for a second
  KEEP_ALIVE_TIMEOUT_MS: '2000',
}

function watched(
  child: ChildProcessWithoutNullStreams,
  end: () => void = () => child.kill('SIGKILL'),
): GatewayProcess {
  child.once('close', started(`the process ${child.pid}: ${child.spawnargs.join(' ')}`, end))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const said = () => /page (http:\S+)\//.exec(output)?.[1]
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const url = async () => {
    await until(() => said() !== undefined || hasEnded()).catch(() => {})
    return said() ?? fail(`it does not say where it listens, but: ${output}`)
  }
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(() => child.exitCode),
    url,
    served: async () => {
      const at = await url()
      await until(async () => (await fetch(`${at}/graphql?query={__typename}`)).status !== 503)
      return at
    },
  }
}

export interface Door {
  readonly port: number
  readonly open: () => Promise<void>
  /** Keeps every connection through it open, and lets nothing pass any more. */
  readonly silence: () => void
  /** Ends every connection through it; new ones are refused. */
  readonly shut: () => Promise<void>
}

/** A port of its own that leads to a server while it is open. */
export async function createDoor(host: string, port: number): Promise<Door> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const own = await freePort()
  const open = async () => {
    server.listen(own, '127.0.0.1')
    await once(server, 'listening')
  }
  const shut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { port: own, open, silence, shut }
}
