// The program as it is built for owners, which tests start: test/run.ts builds it where a file of its tests needs it.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const program = 'dist/main.js'

/** What Node is given to run it. Where lines of src/ are counted, it is run as it is written. */
export const programArgs: readonly string[] =
  process.env['NODE_V8_COVERAGE'] === undefined ? [program] : ['--conditions=lectern-source', 'src/main.ts']

export function buildProgram(): void {
  execFileSync(process.execPath, ['config/tools/build.ts'], { cwd: root, stdio: 'inherit' })
}
