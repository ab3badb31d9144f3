// GraphiQL's files in a clone of the repository, which are built where there are none yet or other packages were installed since.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const folder = new URL('../../dist/graphiql/', import.meta.url)

const madeOf = ['../../package-lock.json', 'build-graphiql.ts', 'graphiql-in-browsers.js']

/** In ms since 1970; 0 where there is no such file. */
const changedAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

const builtAt = changedAt(new URL('index.js', folder))
if (madeOf.some((file) => changedAt(new URL(file, import.meta.url)) > builtAt))
  execFileSync(process.execPath, [fileURLToPath(new URL('build-graphiql.ts', import.meta.url))])
