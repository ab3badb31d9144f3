// A Node that is too old for Lectern gets one sentence and exit code 1; every other Node gets the program.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { program as built } from '../support/built.ts'
import { at } from '../support/gateway.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const program = join(root, String(at(manifest, 'bin', 'lectern')))
const folder = mkdtempSync(join(tmpdir(), 'lectern-old-node-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function run(node: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const refusal = (version: string) => ({
  status: 1,
  stdout: '',
  stderr: `Lectern needs Node 24.12 or later; this is ${version}.\n`,
})

before(() => assert(existsSync(join(root, built))))

describe('the program', () => {
  for (const [version, isOld] of [
    ['12.22.12', true],
    ['20.20.2', true],
    ['24.2.0', true],
    ['24.11.1', true],
    ['24.12.0', false],
    ['26.0.0', false],
    ['100.0.0', false],
  ] as const)
    it(`${isOld ? 'says what it needs' : 'runs'} where Node says that it is ${version}`, () => {
      const named = join(folder, `${version}.cjs`)
      writeFileSync(
        named,
        `Object.defineProperty(process.versions, 'node', { value: ${JSON.stringify(version)} })`,
      )
      const said = run(process.execPath, '-r', named, program, '--help')
      if (isOld) assert.deepEqual(said, refusal(version))
      else assert.match(said.stdout, /^Usage: lectern \[COMMAND\]/)
    })

  it('loads no SQLite, of which Node 24 before 24.15 warns, but for a database of it', () => {
    const hook = `process.once('exit', () => console.log(process.moduleLoadList.join(' ')))`
    const loaded = (...args: readonly string[]) =>
      run(process.execPath, '--import', `data:text/javascript,${encodeURIComponent(hook)}`, program, ...args)
        .stdout
    assert.doesNotMatch(loaded('--version'), /sqlite/)
    assert.match(loaded('check', '--database-url', `sqlite:${join(folder, 'none')}`), /NativeModule sqlite/)
  })

  const nodes = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
  const versions = new Map(nodes.map((path) => [path, run(path, '--version').stdout.trim().slice(1)]))
  const old = [...versions].find(([, version]) => Number.parseInt(version, 10) < 24)

  it('is refused by a Node of this machine that is too old, in the package and by npm start', (test) => {
    if (!old) return test.skip('no Node before 24 is installed')
    const [node, version] = old
    assert.deepEqual(run(node, program, 'check'), refusal(version))
    for (const script of ['start', 'serve', 'check-database']) {
      const command = String(at(manifest, 'scripts', script))
      assert.match(command, /\bnode /)
      const said = run('/bin/sh', '-c', command.replace(/\bnode /, `${node} `))
      assert.deepEqual(said, refusal(version), script)
    }
  })
})
