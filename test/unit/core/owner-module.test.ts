// Modules of owners: which of them are read, by what the package.json beside them says.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { importOwnerModule } from '../../../src/core/owner-module.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-owner-module-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function urlOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return pathToFileURL(path).href
}

describe('a module of the owner, where npm init wrote "type": "commonjs"', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')

  it('is an ES module as .ts, with what it imports', async () => {
    urlOf('port.ts', 'export const port: number = 7')
    const href = urlOf('config.ts', `import { port } from './port.ts'\nexport default { port }`)
    assert.deepEqual(await importOwnerModule(href), { port: 7 })
  })

  it('is read anew under another query', async () => {
    const href = urlOf('again.ts', 'export default 1')
    assert.equal(await importOwnerModule(href), 1)
    urlOf('again.ts', 'export default 2')
    assert.equal(await importOwnerModule(`${href}?read=1`), 2)
  })

  it('is CommonJS as .cts and .js', async () => {
    const text = 'module.exports = { port: 7 }'
    assert.deepEqual(await importOwnerModule(urlOf('config.cts', text)), { port: 7 })
    assert.deepEqual(await importOwnerModule(urlOf('config.js', text)), { port: 7 })
  })

  it('has no value where it exports none, and throws what Node does where it cannot be read', async () => {
    assert.equal(await importOwnerModule(urlOf('none.ts', 'export {}')), undefined)
    await assert.rejects(importOwnerModule(urlOf('broken.ts', 'export default {')), SyntaxError)
  })

  it('says the place of a syntax error, in a file that it imports as well', async () => {
    const broken = { name: 'SyntaxError', message: /owner-module-[^/]+[/]wrong\.[a-z]+:2:11: / }
    for (const read of ['', '?read=1']) {
      await assert.rejects(
        importOwnerModule(urlOf('wrong.ts', 'export default {\n  port: 1 2\n}') + read),
        broken,
      )
      await assert.rejects(
        importOwnerModule(urlOf('wrong.cjs', 'module.exports = {\n  port: 1 2\n}') + read),
        broken,
      )
    }
    await assert.rejects(importOwnerModule(urlOf('imports.ts', `import './wrong.ts'`)), broken)
  })
})

describe('a module of the owner, where the package.json says no type, as npm install writes it', () => {
  it('is an ES module as .ts, of which Node warns of nothing', async (test) => {
    const plain = mkdtempSync(join(folder, 'plain-'))
    writeFileSync(join(plain, 'package.json'), '{ "private": true }')
    writeFileSync(join(plain, 'config.ts'), 'const port: number = 7\nexport default { port }')
    const warned: string[] = []
    const note = ({ message }: Error) => warned.push(message)
    process.on('warning', note)
    test.after(() => process.off('warning', note))
    assert.deepEqual(await importOwnerModule(pathToFileURL(join(plain, 'config.ts')).href), { port: 7 })
    await setImmediate()
    assert.deepEqual(warned, [])
  })
})
