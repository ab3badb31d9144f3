// Runs tests: all of them (`npm test`), the files, folders and globs that are named (`npm test -- test/spec/auth.test.ts`), or
// those that concern what was changed (`npm run test:changed`); with `--coverage`, says which lines of src/ ran, with `--times`
// what each file took. Servers are started where a file needs them, unless TEST_DATABASES is `sqlite`.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { announcedServers } from './support/announced-servers.ts'
import { serversBy, type Servers } from './support/by-server.ts'
import { buildProgram } from './support/built.ts'
import { globalSetup, globalTeardown } from './support/global-setup.ts'
import { usedBy } from './support/imports.ts'
import { seedOfRun } from './support/random.ts'
import { changedFiles, testsOf } from './support/selection.ts'
import { keepFilesInMemory } from './support/temporary.ts'
import { printTimes, takeTimes } from './support/times.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const support = (name: string) => fileURLToPath(new URL(`support/${name}`, import.meta.url))

/** Files that mostly wait: for servers, processes and clocks. */
const waiting = ['test/io/**/*.test.ts', 'test/unit/{feed,http,valkey}/**/*.test.ts']
/** Files that mostly compute. The longest come first, so that what runs last is short. */
const computing = [
  'test/unit/**/linear.test.ts',
  'test/spec/{graphql-visibility,origin-streams,visibility,webhooks}.test.ts',
  'test/spec/**/*.test.ts',
  'test/query/**/*.test.ts',
  'test/{unit/**/,}!(linear).test.ts',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
})
const filesOf = (globs: readonly string[]) =>
  globs.flatMap((files) => globSync(files, { cwd: root }).toSorted())
const all = [...filesOf(waiting), ...filesOf(computing)]
const selected = new Set(select())
// A file that is named need not be one of all
const wanted = [...new Set([...all, ...selected])].filter((file) => selected.has(file))

const serversOf: (file: string) => Servers = positionals.length > 0 ? () => 'all' : serversBy(root)

const uses = (file: string) => wanted.some((each) => usedBy(each).has(file))
if (values.changed || !uses('test/support/announced-servers.ts')) process.env['TEST_DATABASES'] = 'sqlite'

keepFilesInMemory()
// Compilers written in Go take less processor time where they collect no garbage before they have this much memory
process.env['GOGC'] ??= 'off'
process.env['GOMEMLIMIT'] ??= '1GiB'
/**
 * Flags of V8 for processes of tests, sizes in MB. Most code runs too few times to be worth the last compiler, much of what a file
 * makes fits into memory that is collected rarely, and threads that help to collect it wait for each other. Without these flags
 * tests took a tenth more processor time.
 */
const lessWork = [
  '--no-turbofan',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-old-space-size=1024',
  '--single-threaded-gc',
]
const folder = mkdtempSync(join(tmpdir(), 'lectern-groups-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

// Files that are interrupted end with what they started
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    process.exitCode = 1
    interrupted.abort()
  })

const times = join(folder, 'times')
if (values.times) takeTimes(times)
if (uses('test/support/built.ts')) await buildProgram()
await globalSetup({ keepsCompiled: !values.coverage })
/**
 * How many processes take files, each the next one that none has taken: loading the gateway's two thousand modules takes longer
 * than most files do. Every second one begins with files that wait, so that the others have the processors meanwhile. Where there
 * is no server to wait for, fewer processes keep the processors busy.
 */
const concurrency = Number(
  process.env['TEST_CONCURRENCY'] ?? availableParallelism() + (announcedServers().length === 0 ? 2 : 4),
)
console.log(`random values follow from TEST_SEED=${seedOfRun()}`)
const tests = run({
  cwd: root,
  files: Array.from({ length: Math.min(concurrency, wanted.length) }, (_, nth) => toEntry(nth)),
  concurrency,
  execArgv: ['--conditions=lectern-source', ...lessWork],
  signal: interrupted.signal,
  coverage: values.coverage,
  coverageIncludeGlobs: ['src/**'],
})
tests.on('test:fail', () => (process.exitCode = 1))
/** By the reasons that tests and suites give. */
const skipped = new Map<string, number>()
tests.on('test:pass', ({ skip }) => {
  if (typeof skip === 'string') skipped.set(skip, (skipped.get(skip) ?? 0) + 1)
})
await pipeline(tests.compose(new spec()), process.stdout, { end: false })
if (values.times) printTimes(times)
await globalTeardown()
for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`)

function select(): readonly string[] {
  if (values.changed) {
    const concerned = testsOf(changedFiles(), all)
    console.log(concerned.length === 0 ? 'no test concerns what was changed' : concerned.join('\n'))
    return concerned
  }
  if (positionals.length === 0) return all
  const named = globSync(
    positionals.flatMap((name) => [name, join(name, '**/*.test.ts')]),
    { cwd: root },
  ).filter((file) => file.endsWith('.ts'))
  if (named.length === 0) throw new Error(`no test file is called ${positionals.join(' ')}`)
  return named
}

/** A module that runs files until none is left: node --test starts a process for each. */
function toEntry(nth: number): string {
  const entry = join(folder, `files-${nth + 1}.mjs`)
  const files = inOrderOf(nth).map((file) => ({ path: join(root, file), servers: serversOf(file) }))
  writeFileSync(
    entry,
    [
      `import ${JSON.stringify(support('untracked.ts'))}`,
      `const { runFiles } = await import(${JSON.stringify(support('group.ts'))})`,
      `await runFiles(${JSON.stringify(files)}, ${JSON.stringify(folder)})\n`,
    ].join('\n'),
  )
  return entry
}

function inOrderOf(nth: number): readonly string[] {
  const waits = new Set(filesOf(waiting))
  const beginsWith = (file: string) => waits.has(file) === (nth % 2 === 0)
  return [...wanted.filter(beginsWith), ...wanted.filter((file) => !beginsWith(file))]
}
