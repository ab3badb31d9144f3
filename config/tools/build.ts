// Builds the JavaScript of dist/: what processes begin with, and what they share, in a few files instead of some two thousand
// modules, which take three times as long to load. `node config/tools/build.ts [FOLDER]`, or from another module.
import { globSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { buildGraphiql } from './build-graphiql.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `import` makes of node:http reads all its exports at once, and with WebSocket loads fetch. */
const plainHttp: Plugin = {
  name: 'plain-http',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'plain-http' } : null,
    )
    plugin.onLoad({ filter: /^http$/, namespace: 'plain-http' }, () => ({
      contents: `const http = process.getBuiltinModule('node:http')
        export const { Agent, createServer, IncomingMessage, request } = http
        export default http`,
    }))
  },
}

export async function buildProgram(folder: string): Promise<void> {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    // The name of a thread's or a worker's file is the one that src/ starts it by
    entryPoints: [
      'src/main.ts',
      'src/index.ts',
      'src/cluster/worker.ts',
      'src/auth/password-worker.ts',
      'src/observe/watchdog-thread.ts',
    ],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Modules of packages that have both kinds, since only from those what nothing uses is left out
    conditions: ['lectern-source', 'module'],
    plugins: [plainHttp],
    legalComments: 'eof',
    // Names stay, for stack traces
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    // CommonJS that loads parts of itself by name, and what owners install if they want it
    external: ['mysql2', 'pino', 'prom-client', '@redis/client', '@vlasky/zongji', '@opentelemetry/*'],
    logLevel: 'warning',
  })
  // The names of chunks follow from what is in them, so those of earlier builds are left over
  for (const chunk of globSync(resolve(root, folder, 'chunk-*.js')))
    if (metafile.outputs[relative(root, chunk)] === undefined) rmSync(chunk)
}

if (import.meta.main) {
  const folder = process.argv[2] ?? 'dist'
  await buildProgram(folder)
  rmSync(join(root, folder, 'graphiql'), { recursive: true, force: true })
  await buildGraphiql(join(folder, 'graphiql'))
}
