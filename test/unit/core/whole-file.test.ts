// Files that are read whole: only files are, and nothing waits for what never comes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readWhole } from '../../../src/core/whole-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-whole-'))
after(() => rmSync(folder, { recursive: true }))

describe('a file that is read whole', () => {
  it('is text within its limit', async () => {
    const path = join(folder, 'text')
    writeFileSync(path, 'whole')
    assert.equal(await readWhole(path, 5), 'whole')
    assert.deepEqual(await readWhole(path, 4), { reason: 'it is larger than 4 bytes' })
    assert.equal(await readWhole(join(folder, 'none'), 5), null)
  })

  it('is no folder, and no pipe whose writer would be waited for', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of [folder, pipe])
      assert.deepEqual(await readWhole(path, 5), { reason: 'it is no file' }, path)
  })
})
