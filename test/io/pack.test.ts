// The published package, as it lies in an owner's node_modules: built JavaScript, run from a folder of its own. Installing it
// from the registry under each Node is config/tools/check-pack.ts, which needs the network.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
import { until } from '../support/eventually.ts'

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

it('the program can be run by its name: it says what runs it, and which version it is', () => {
  assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/)
  assert(statSync(program).size > 0)
  assert(statSync(join(lectern, built)).size > 0)
  const { status, stdout } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' })
  assert.deepEqual([status, stdout], [0, `${String(at(manifest, 'version'))}\n`])
})

it('what is published needs few packages, none of which runs anything when it is installed', () => {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = Object.entries(Object(at(lock, 'packages'))).filter(
    ([path, each]) => path.startsWith('node_modules/') && !at(each, 'dev') && !at(each, 'peer'),
  )
  const names = needed.filter(([, each]) => !at(each, 'link')).map(([path]) => path)
  assert(names.length <= 45, names.join('\n'))
  assert(names.includes('node_modules/mysql2'))
  assert.deepEqual(
    needed.filter(([, each]) => at(each, 'hasInstallScript')).map(([path]) => path),
    [],
  )
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

it('what is published has the files of GraphiQL, with the licence of each package that is in them', async () => {
  const [kind] = testDatabases()
  assert(kind)
  const database = await kind.create()
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, PORT: '0' }
  const child = spawn(process.execPath, [program, 'serve'], { cwd: owner, env })
  const ended = once(child, 'close')
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  const url = await until(() => /page (http:\S+)\//.exec(said)?.[1])
  for (const name of ['graphiql.js', 'graphiql.css']) {
    const answer = await fetch(`${url}/graphiql/${name}`)
    assert.equal(answer.status, 200, name)
    const shipped = (await answer.text()).length
    assert(shipped > 5_000, name)
  }
  child.kill('SIGTERM')
  await ended
  const licences = readFileSync(join(lectern, 'dist/graphiql/LICENSES.txt'), 'utf8')
  for (const name of ['graphiql', '@graphiql/react', 'react', 'react-dom', 'codemirror', 'framer-motion'])
    assert.match(licences, new RegExp(`^${name} [\\d.]+: MIT$`, 'm'))
  // A licence that binds what it is bundled with would have to be looked at
  const kinds = new Set([...licences.matchAll(/^\S+ \d\S*: (.*)$/gm)].map(([, name]) => name))
  assert.deepEqual(kinds.difference(new Set(['MIT', 'ISC', 'BSD-2-Clause', '0BSD', 'Apache-2.0'])), new Set())
  await database.drop()
})
