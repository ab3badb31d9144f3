// Builds of one folder: whoever starts from it meanwhile finds a whole program, of this build or of the one before.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { started } from '../support/left-over.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const build = new URL('../../config/tools/build.ts', import.meta.url).href
const atOnce = 2

describe('a folder that is built', () => {
  // The program finds its version and its packages beside its folder
  const beside = mkdtempSync(join(tmpdir(), 'lectern-build-'))
  const folder = join(beside, 'dist')
  before(() => {
    mkdirSync(folder)
    for (const name of ['package.json', 'node_modules']) symlinkSync(join(root, name), join(beside, name))
  })
  after(() => rmSync(beside, { recursive: true }))

  it('holds a whole program while several build it', async () => {
    const chunk = join(folder, 'chunk-00000000.js')
    writeFileSync(chunk, `console.log('the build before')`)
    writeFileSync(join(folder, 'main.js'), `import './chunk-00000000.js'`)
    const building = new Set(Array.from({ length: atOnce }, (_, nth) => nth))
    const builds = Array.from(building, async (nth) => {
      const call = `(await import(${JSON.stringify(build)})).buildProgram(${JSON.stringify(folder)})`
      const built = await run(['--input-type=module', '--eval', call])
      building.delete(nth)
      return built
    })
    const starts: Ended[] = []
    while (building.size > 0) starts.push(await run([join(folder, 'main.js'), '--version']))
    for (const { code, output } of await Promise.all(builds)) assert.equal(code, 0, output)
    for (const { code, output } of [...starts, await run([join(folder, 'main.js'), '--version'])])
      assert(code === 0 && /^(the build before|\d+\.\d+\.\d+.*)\n$/.test(output), output)

    assert(existsSync(chunk), 'a process that began with it may load it')
    const longAgo = Date.now() / 1000 - 7200
    utimesSync(chunk, longAgo, longAgo)
    const { buildProgram } = await import('../../config/tools/build.ts')
    await buildProgram(folder)
    assert(!existsSync(chunk), 'left over')
  })
})

it('says which packages of owners are not installed', async () => {
  const beside = mkdtempSync(join(tmpdir(), 'lectern-bare-'))
  symlinkSync(join(root, 'package.json'), join(beside, 'package.json'))
  const manifest: { readonly dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(beside, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(beside, 'node_modules', name))
  }
  const { buildProgram } = await import('../../config/tools/build.ts')
  await buildProgram(join(beside, 'dist'))
  const settings = ['--database-url', 'sqlite:none', '--otel-exporter-otlp-endpoint', 'http://127.0.0.1:1']
  const { code, output } = await run([join(beside, 'dist/main.js'), 'serve', ...settings])
  assert.match(output, /^otelExporterOtlpEndpoint: traces need packages that are not installed \(.*\)$/m)
  assert.equal(code, 1)
  rmSync(beside, { recursive: true })
})

interface Ended {
  readonly code: number | null
  readonly output: string
}

async function run(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  child.once(
    'close',
    started(`node ${args.join(' ')}`, () => void child.kill('SIGKILL')),
  )
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output: output + errors }
}
