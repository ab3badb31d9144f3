// Housekeeping that no linter does: every source file opens by saying what it is for, and no folder grows a barrel.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync(['src/**/*.ts', 'test/**/*.ts', 'config/**/*.ts'], {
  cwd: root,
  exclude: ['test/client/{generated,node_modules}/**'],
})

describe('the house', () => {
  it('has files that open with one to five lines on what they are for', () => {
    assert(files.length > 80)
    for (const file of files) {
      const lines = readFileSync(`${root}${file}`, 'utf8')
        .replace(/^#!.*\n/, '')
        .split('\n')
      const head = lines.findIndex((line) => !line.startsWith('//'))
      assert(head >= 1 && head <= 6, `${file} opens with ${head} lines of comment`)
    }
  })

  it('has file names in kebab-case, and no barrels below src/', () => {
    for (const file of files) {
      assert.match(file, /^(?:[a-z0-9-]+\/)*[a-z0-9.-]+\.ts$/)
      assert(file === 'src/index.ts' || !file.endsWith('/index.ts'), file)
    }
  })
})
