// A throw-away Valkey or Redis of a test's own, where a program of one is installed: it keeps nothing, and can be paused,
// emptied, killed and started again at the same port.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const programs = ['valkey-server', 'redis-server']

/** Null where none is installed. */
export const valkeyProgram: string | null =
  programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0) ?? null

export interface ValkeyProcess {
  readonly url: string
  readonly port: number
  /** The same for another account. */
  readonly urlAs: (user: string, password: string) => string
  readonly pause: () => void
  readonly resume: () => void
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Sends one command without arguments that need quotes; settles with the raw answer. */
  readonly send: (command: string) => Promise<string>
}

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

/** `more`: arguments of the program; a file of settings stands first. */
export async function startValkey(test: Test, more: readonly string[] = []): Promise<ValkeyProcess> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const send = async (command: string) => {
    const socket = createConnection(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      socket.write(`${command}\r\n`)
      // A server that becomes the primary ends all connections, and that without an error
      const closed = once(socket, 'close').then(() => {
        throw new Error('the connection was ended')
      })
      const [answer]: unknown[] = await Promise.race([once(socket, 'data'), closed])
      return String(answer)
    } finally {
      socket.destroy()
    }
  }
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn(valkeyProgram ?? '', [...more, ...options], { stdio: 'ignore' })
    await eventually(async () => {
      if (!(await send('PING')).includes('PONG')) throw new Error('it does not answer')
    })
  }
  const kill = async () => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  test.after(kill)
  await start()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    urlAs: (user, password) => `redis://${user}:${password}@127.0.0.1:${port}`,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    kill,
    start,
    send,
  }
}
