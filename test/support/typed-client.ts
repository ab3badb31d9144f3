// The clients of test/client, whose types are generated from what a gateway says of itself: their programs, in processes of their
// own, since the generators bring a TypeScript of their own.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { at } from './gateway.ts'

const execute = promisify(execFile)
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))

export interface Ran {
  /** Everything that was printed. */
  readonly text: string
  readonly isWell: boolean
}

export interface TypedClient {
  readonly folder: string
  /** Runs a program in the client's folder; its words are Node's. */
  readonly run: (...words: readonly string[]) => Promise<Ran>
  /** Compiles all files of the client, with less processor time than several threads take. */
  readonly compile: () => Promise<Ran>
}

export function typedClient(name: 'graphql' | 'rest'): TypedClient {
  const folder = fileURLToPath(new URL(`../client/${name}/`, import.meta.url))
  const run: TypedClient['run'] = async (...words) => {
    const printed = (of: unknown) => `${String(at(of, 'stdout'))}${String(at(of, 'stderr'))}`
    return execute(process.execPath, words, { cwd: folder }).then(
      (said) => ({ text: printed(said), isWell: true }),
      (error: unknown) => ({ text: printed(error), isWell: false }),
    )
  }
  return { folder, run, compile: () => run(compiler, '-p', folder, '--singleThreaded') }
}
