// Builds the JavaScript of dist/: what processes begin with, and what they share, in a few files instead of some two thousand
// modules, which take three times as long to load. Most of it is one script, whose compiled code is kept (src/kept-code.ts).
// `node config/tools/build.ts [FOLDER]`, or from another module.
import { globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild'
import { buildGraphiql } from './build-graphiql.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Owners of an SQLite file, and commands that open no database, need not wait for the driver of MySQL to load. */
const lateDriver: Plugin = {
  name: 'late-driver',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^mysql2$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'mysql2', namespace: 'late-driver' } : null,
    )
    plugin.onLoad({ filter: /^mysql2$/, namespace: 'late-driver' }, () => ({
      contents: `
        export const createConnection = (options) => require('mysql2').createConnection(options)
        export const createPool = (options) => require('mysql2').createPool(options)`,
    }))
  },
}

/** A script imports nothing by itself. */
const importedOutside: Plugin = {
  name: 'imported-outside',
  setup: (plugin) => {
    plugin.onLoad({ filter: /\/core\/import-module\.ts$/ }, () => ({
      contents: 'const given = importModule; export { given as importModule }',
    }))
  },
}

/**
 * Packages that are loaded late are required. As from a module without a type, `default` is then what an ES module exports by that
 * name; from modules of ours it would be the whole of what is required.
 */
const requiredLate: Plugin = {
  name: 'required-late',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'required-late' } : null,
    )
    plugin.onLoad({ filter: /^/, namespace: 'required-late' }, ({ path }) => ({
      contents: `export * from '${path}'; export { default } from '${path}'`,
    }))
  },
}

/** What entries import of src/program.ts, and what owners do, they have of the script. */
function fromProgram(script: string, names: readonly string[]): Plugin {
  const resolveDir = join(root, 'src')
  return {
    name: 'from-program',
    setup: (plugin) => {
      plugin.onResolve({ filter: /program\.ts$/ }, () => ({ path: 'program', namespace: 'program' }))
      plugin.onResolve({ filter: /index\.ts$/ }, ({ kind }) =>
        kind === 'entry-point' ? { path: 'index', namespace: 'program' } : null,
      )
      plugin.onLoad({ filter: /^program$/, namespace: 'program' }, () => ({
        resolveDir,
        contents: `import { loadProgram } from './kept-code.ts'
          export const { main, beginWorker, ${names.join()} } = loadProgram('./${script}')`,
      }))
      plugin.onLoad({ filter: /^index$/, namespace: 'program' }, () => ({
        resolveDir,
        contents: `export { ${names.join()} } from './program.ts'`,
      }))
    },
  }
}

/** The names that a module exports, types left out. */
async function exportsOf(module: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [module],
    outdir: '.',
    write: false,
    metafile: true,
    format: 'esm',
  })
  return Object.values(metafile.outputs).flatMap((output) => output.exports)
}

/** How far apart the files of one build are written, at most. */
const apartMs = 60_000

/**
 * Several may build the same folder at once, and others start from it meanwhile. The chunks of the build before are left to those
 * that began with it.
 */
export async function buildProgram(folder: string): Promise<void> {
  const beforeMs = writtenAt(resolve(root, folder, 'main.js')) - apartMs
  const options = {
    write: false,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // Modules of packages that have both kinds, since only from those what nothing uses is left out
    conditions: ['lectern-source', 'module'],
    legalComments: 'eof',
    // Names stay, for stack traces
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    logLevel: 'warning',
  } as const satisfies BuildOptions
  const program = await build({
    ...options,
    entryPoints: ['src/program.ts'],
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // The parameters are those that src/kept-code.ts gives
    banner: { js: '(function (module, require, importMeta, importModule) {' },
    footer: { js: '})' },
    define: { 'import.meta': 'importMeta' },
    plugins: [lateDriver, importedOutside, requiredLate],
    // CommonJS that loads parts of itself by name, and what owners install if they want it
    external: ['mysql2', 'pino', 'prom-client', '@redis/client', '@vlasky/zongji', '@opentelemetry/*'],
  })
  const entries = await build({
    ...options,
    // The name of a thread's or a worker's file is the one that src/ starts it by
    entryPoints: [
      'src/main.ts',
      'src/index.ts',
      'src/worker.ts',
      'src/auth/password-worker.ts',
      'src/observe/watchdog-thread.ts',
    ],
    entryNames: '[name]',
    splitting: true,
    format: 'esm',
    plugins: [fromProgram(basename(program.outputFiles[0]?.path ?? ''), await exportsOf('src/index.ts'))],
  })
  const outputFiles = [...program.outputFiles, ...entries.outputFiles]
  // A chunk is there before what names it, and is the same of whoever writes it
  const entriesLast = outputFiles.toSorted(
    (one, other) => Number(isChunk(other.path)) - Number(isChunk(one.path)),
  )
  for (const file of entriesLast) putInPlace(file)
  const used = new Set(outputFiles.map(({ path }) => path))
  for (const chunk of chunksIn(folder))
    if (!used.has(chunk) && writtenAt(chunk) < beforeMs) rmSync(chunk, { force: true })
}

/** Whether a file's name follows from what is in it. */
function isChunk(path: string): boolean {
  return /-[\dA-Z]{8}\.c?js$/.test(path)
}

function chunksIn(folder: string): readonly string[] {
  return globSync(resolve(root, folder, '*.{js,cjs}')).filter(isChunk)
}

/** Whole from the first moment. */
function putInPlace({ path, contents }: OutputFile): void {
  mkdirSync(dirname(path), { recursive: true })
  const written = `${path}.${process.pid}`
  writeFileSync(written, inAscii(Buffer.from(contents).toString()))
  renameSync(written, path)
}

/** A single other character in a regular expression makes V8 keep the whole file in two bytes a letter, which takes longer to load. */
function inAscii(code: string): string {
  return code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** In ms since 1970; 0 where there is no such file. */
function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (import.meta.main) {
  const folder = process.argv[2] ?? 'dist'
  // What is published has nothing of earlier builds
  for (const chunk of chunksIn(folder)) rmSync(chunk)
  await buildProgram(folder)
  rmSync(join(root, folder, 'graphiql'), { recursive: true, force: true })
  await buildGraphiql(join(folder, 'graphiql'))
}
