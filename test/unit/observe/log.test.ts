// A log that cannot be written ends nothing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { it } from 'node:test'

/** A device on which the disk is always full. */
const full = '/dev/full'
const log = new URL('../../../src/observe/log.ts', import.meta.url).href
const program = `
import { createLog } from '${log}'
const observe = createLog('info')
for (let times = 0; times < 3; times += 1) {
  observe({ kind: 'warning', message: 'x'.repeat(400_000) })
  await new Promise(setImmediate)
}
process.stdout.write('goes on')`

it('a process goes on where the disk of its log is full', (test) => {
  if (!existsSync(full)) return test.skip(`there is no ${full}`)
  const errors = openSync(full, 'w')
  const args = ['--conditions=lectern-source', '--input-type=module', '-e', program]
  const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', errors] })
  closeSync(errors)
  assert.deepEqual([status, String(stdout)], [0, 'goes on'])
})
