// The parent that a child theme names in its style.css.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { readThemeFiles } from '../../../src/app/theme-files.ts'

it('a child theme inherits files of a parent with spaces in its name, or in a subfolder, and of none outside', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-themes-'))
  test.after(() => rmSync(folder, { recursive: true }))
  const file = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const parent of ['themes/My Theme', 'themes/group/parent', 'themes/plain', 'outside']) {
    file(`${parent}/style.css`, '')
    file(`${parent}/parts/foot.html`, parent)
  }
  const partsBelow = async (header: string, child = 'child') => {
    file(`themes/${child}/style.css`, header)
    const path = join(folder, 'themes', child, 'theme.json')
    const root = join(folder, 'themes')
    const read = await readThemeFiles({ path, hasJson: false, bytesMax: 10_000, root }, () => true)
    assert(typeof read === 'object')
    return read.parts.map(({ text }) => text)
  }
  for (const [header, parts] of [
    ['/*\n * Template: My Theme\n */', ['themes/My Theme']],
    ['/*\r\nTemplate: group/parent\r\n*/', ['themes/group/parent']],
    ['/* Template: plain */', ['themes/plain']],
    ['/*\nTemplate:plain  \n*/', ['themes/plain']],
    ['/*\nTemplate: ../outside\n*/', []],
    ['/*\nTemplate: ..\n*/', []],
    ['/*\nTemplate:\n*/', []],
  ] as const)
    assert.deepEqual(await partsBelow(header), parts, header)
  for (const [header, parts] of [
    ['/* Template: plain */', ['themes/plain']],
    ['/* Template: parent */', ['themes/group/parent']],
    ['/* Template: group/parent */', ['themes/group/parent']],
    ['/* Template: group/child */', []],
  ] as const)
    assert.deepEqual(await partsBelow(header, 'group/child'), parts, header)
})
