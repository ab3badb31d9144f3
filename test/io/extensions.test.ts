// Extensions in the real process: what ends its start, and what does not end it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { extensionFile } from '../support/extensions.ts'
import { startProcess, until } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-extensions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const seeded = (name: string) => ({
  DATABASE_URL: `sqlite:${join(folder, `${name}.sqlite`)}`,
  DATABASE_SEED: 'sql/schema/sqlite.sql,sql/demo.sql',
  PORT: '0',
})

describe('extensions of a process', () => {
  it('end the start with one sentence, and the port is free', async () => {
    const file = extensionFile(
      'broken.ts',
      `export default { name: 'broken', shortcodes: { gallery: () => '' } }`,
    )
    const started = startProcess(['serve'], { ...seeded('broken'), EXTENSIONS: file })
    assert.equal(await started.ended, 1)
    assert.equal(started.output(), `extension ${file}: there is a shortcode gallery already\n`)
  })

  it('do not end it by what they leave behind', async () => {
    const leaving = (name: string, left: string) =>
      extensionFile(
        `${name}.ts`,
        `import { defineExtension, defineRoute, everybody } from 'lectern'
         const stray = defineRoute({
           namespace: '${name}/v1', path: '/leave', methods: ['GET'], permission: everybody,
           handle: async () => { ${left}; return { ok: true } },
         })
         export default defineExtension({ name: '${name}', routes: [stray] })`,
      )
    const promise = leaving('promise', `Promise.reject(new Error('left a promise'))`)
    // As a configuration may name it
    const thrown = leaving('timer', `setTimeout(() => { throw new Error('left a timer') })`)
    const timer = `./${relative('.', thrown)}`
    const started = startProcess(['serve'], { ...seeded('stray'), EXTENSIONS: `${promise},${timer}` })
    const url = await started.served()
    for (const [name, file] of Object.entries({ promise, timer })) {
      assert.equal((await fetch(`${url}/cms-json/${name}/v1/leave`)).status, 200)
      await until(() => started.output().includes(`left a ${name}`))
      assert.match(started.output(), new RegExp(`an error while nothing awaited ${file}`))
    }
    assert.equal((await fetch(`${url}/cms-json/`)).status, 200)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('are named by what they leave behind, also those that a reload added', async () => {
    const leaving = (name: string) =>
      extensionFile(
        `${name}.ts`,
        `import { defineExtension } from 'lectern'
         setTimeout(() => { throw new Error('left by ${name}') })
         export default defineExtension({ name: '${name}' })`,
      )
    const config = join(folder, 'added.json')
    const use = (...extensions: readonly string[]) => writeFileSync(config, JSON.stringify({ extensions }))
    const [first, added] = ['first', 'added'].map(leaving)
    assert(first !== undefined && added !== undefined)
    use(first)
    const started = startProcess(['serve', '--config', config], seeded('added'))
    const url = await started.served()
    use(first, added)
    started.child.kill('SIGHUP')
    await until(() => started.output().includes('left by added'))
    assert.match(started.output(), new RegExp(`an error while nothing awaited ${added}`))
    assert.equal((await fetch(`${url}/cms-json/`)).status, 200)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('do not end it where a reload cannot use them', async () => {
    const file = extensionFile(
      'refused.ts',
      `setTimeout(() => { throw new Error('left by refused') })
       export default { name: 'refused', shortcodes: { gallery: () => '' } }`,
    )
    const config = join(folder, 'refused.json')
    writeFileSync(config, '{}')
    const started = startProcess(['serve', '--config', config], seeded('refused'))
    const url = await started.served()
    writeFileSync(config, JSON.stringify({ extensions: [file] }))
    started.child.kill('SIGHUP')
    await until(() => started.output().includes(`an error while nothing awaited ${file}`))
    assert.equal((await fetch(`${url}/cms-json/`)).status, 200)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })
})
