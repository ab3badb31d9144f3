// The program in a clone of the repository, as `npm start` runs it: what is built, which is built anew first where something that
// it is made of was changed since.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'dist/main.js')
const madeOf = ['src/**/*.ts', 'package-lock.json', 'config/tools/build.ts']

/** In ms since 1970; 0 where there is no such file. */
const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

const builtAt = changedAt(built)
if (globSync(madeOf, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)) {
  const { buildProgram } = await import('./build.ts')
  await buildProgram('dist')
}
await import(built)
