// Builds GraphiQL's files: one script with all packages that it is made of, which owners need not install (compressed, since it is a
// fifth of what is published), their licences, and the style without fonts: browsers show those of the system.
// `node config/tools/build-graphiql.ts [FOLDER]`, or from another module.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fontFace = /@font-face\s*\{[^}]*\}/g

/** What src/graphql/graphiql.ts finds the files by. */
const here = `export const folder = new URL('.', import.meta.url)\n`

export async function buildGraphiql(folder: string): Promise<void> {
  mkdirSync(join(root, folder), { recursive: true })
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: ['config/tools/graphiql-in-browsers.js'],
    outfile: join(folder, 'graphiql.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'error',
  })
  const style = readFileSync(join(root, 'node_modules/graphiql/graphiql.css'), 'utf8')
  const { code } = await transform(style.replace(fontFace, ''), { loader: 'css', minify: true })
  const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => packageOf(path) ?? []))
  const licences = [...packages].toSorted().map(licenceOf)
  for (const [name, content] of [
    ...outputFiles.map(({ contents }) => ['graphiql.js.br', brotliCompressSync(contents)] as const),
    ['graphiql.css', code],
    ['LICENSES.txt', licences.join(`\n${'-'.repeat(80)}\n\n`)],
    ['index.js', here],
  ] as const)
    writeFileSync(join(root, folder, name), content)
}

/** The folder of the package that a file belongs to. */
function packageOf(path: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null
}

/** A package's name, version and licence, with its text where the package has one. */
function licenceOf(folder: string): string {
  const read: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const manifest = new Map<string, unknown>(Object.entries(Object(read)))
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name))
  const text = file === undefined ? '' : `\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`
  return `${String(manifest.get('name'))} ${String(manifest.get('version'))}: ${String(manifest.get('license'))}\n${text}`
}

if (import.meta.main) await buildGraphiql(process.argv[2] ?? 'dist/graphiql')
