// What is published, as it lies in an owner's node_modules: built JavaScript, run from a folder of its own. Installing it from
// the registry under each Node is config/tools/check-pack.ts, which needs the network.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabases } from '../support/databases.ts'
import { program as built } from '../support/built.ts'
import { at, list } from '../support/gateway.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const owner = mkdtempSync(join(tmpdir(), 'lectern-pack-'))
const lectern = join(owner, 'node_modules/lectern')
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const program = join(lectern, String(at(manifest, 'bin', 'lectern')))

before(() => {
  mkdirSync(lectern, { recursive: true })
  for (const name of ['package.json', ...list(at(manifest, 'files')).map(String)])
    cpSync(join(root, name), join(lectern, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(lectern, 'node_modules'))
})
after(() => rmSync(owner, { recursive: true, force: true }))

const check = (environment: Readonly<Record<string, string>>) => {
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'check', '--json'], {
    cwd: owner,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('the program can be run by its name: it says what runs it', () => {
  assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/)
  assert(statSync(program).size > 0)
  assert(statSync(join(lectern, built)).size > 0)
})

for (const kind of testDatabases())
  it(`what is published checks a database on ${kind.name}, with an owner's extension`, async () => {
    const database = await kind.create()
    const extension = join(owner, 'shop.ts')
    writeFileSync(
      extension,
      `import { defineContentType, defineExtension } from 'lectern'
       const labels = { plural: 'Products', singular: 'Product' }
       const product = defineContentType({ name: 'product', base: 'products', labels, supports: ['title'] })
       export default defineExtension({ name: 'shop', contentTypes: [product] })`,
    )
    const { status, stdout, stderr } = check({ DATABASE_URL: database.url, EXTENSIONS: extension })
    assert.equal(status, 0, stdout + stderr)
    assert.doesNotMatch(stdout, /types of content product/)
    await database.drop()
  })
