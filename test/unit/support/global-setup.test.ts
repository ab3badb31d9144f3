// Removal of the folder of compiled code, which several runs share.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { removeShared } from '../../support/global-setup.ts'

const above = mkdtempSync(join(tmpdir(), 'lectern-shared-'))
after(() => rmSync(above, { recursive: true, force: true }))

/** Writes files into folders below the shared one until its input ends. */
const writer = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  let isOver = false
  process.stdin.on('end', () => { isOver = true }).resume()
  let nth = 0
  const write = () => {
    for (let times = 0; times < 50; times += 1) {
      const folder = process.argv[1] + '/' + nth % 20
      try {
        mkdirSync(folder, { recursive: true })
        writeFileSync(folder + '/' + nth, '')
      } catch {}
      nth += 1
    }
    if (nth === 1000) console.log('writes')
    if (!isOver) setImmediate(write)
  }
  write()`

it('a folder that another run fills is removed, and so is one that is gone already', async () => {
  const folder = join(above, 'compiled')
  mkdirSync(folder)
  const child = spawn(process.execPath, ['-e', writer, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  for (let times = 0; times < 50; times += 1) removeShared(folder)
  child.stdin.end()
  await once(child, 'exit')
  removeShared(folder)
  removeShared(folder)
  assert.deepEqual(readdirSync(above), [])
})
