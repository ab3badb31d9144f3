// A start begins with what V8 compiled for an earlier process of the same command.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { program } from '../support/built.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-kept-code-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: readonly string[]): { readonly output: string; readonly kept: readonly string[] } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: folder },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return { output: stdout + stderr, kept: globSync(join(folder, '*/program-*')) }
}

it('a program keeps its code for the next start of the same command, and makes anew what is not whole', () => {
  const first = run('--version')
  const [kept = ''] = first.kept
  const { ino } = statSync(kept)
  assert.deepEqual(run('--version'), first)
  // A file that is written anew is another one
  assert.equal(statSync(kept).ino, ino)

  const damaged = readFileSync(kept)
  damaged.fill(0, damaged.length / 2)
  const ofAnotherV8 = Buffer.from(`    ${'not code'.repeat(20)}`)
  ofAnotherV8.writeUInt32LE(crc32(ofAnotherV8.subarray(4)))
  for (const contents of [damaged, damaged.subarray(0, 1000), Buffer.from(''), ofAnotherV8]) {
    writeFileSync(kept, contents)
    assert.deepEqual(run('--version'), first)
    assert(statSync(kept).size > 1000)
    assert.notDeepEqual(readFileSync(kept), contents)
  }
  assert.equal(run('help').kept.length, 2)
})
