// A start begins with what V8 compiled for an earlier process of the same command.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { program } from '../support/built.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-kept-code-'))
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

function outputOf(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout + stderr
}

const folder = newFolder()
function run(...args: readonly string[]): { readonly output: string; readonly kept: readonly string[] } {
  const output = outputOf([program, ...args], { NODE_COMPILE_CACHE: folder })
  return { output, kept: globSync(join(folder, '*/program-*')) }
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
  const source = readFileSync(join('dist', basename(kept).replace(/-main.*/, '')))
  ofAnotherV8.writeUInt32LE(crc32(ofAnotherV8.subarray(4), crc32(source)))
  for (const contents of [damaged, damaged.subarray(0, 1000), Buffer.from(''), ofAnotherV8]) {
    writeFileSync(kept, contents)
    assert.deepEqual(run('--version'), first)
    assert(statSync(kept).size > 1000)
    assert.notDeepEqual(readFileSync(kept), contents)
  }
  assert.equal(run('help').kept.length, 2)
})

it('what cannot be put in its place is not left beside it', () => {
  const kept = run('completion', 'bash').kept.find((each) => each.endsWith('-completion')) ?? ''
  rmSync(kept)
  mkdirSync(kept)
  const before = run('--version').kept
  assert.deepEqual(run('completion', 'bash').kept, before)
})

it('no name of a file has what a flag is given', () => {
  const { kept } = run('--log-level', 'secretly', '--help')
  assert.deepEqual(
    kept.filter((each) => each.includes('secretly')),
    [],
  )
})

it('code of another source is not run, although that is as long', () => {
  const changing = newFolder()
  copyFileSync('src/kept-code.ts', join(changing, 'kept-code.ts'))
  const main = join(changing, 'main.ts')
  writeFileSync(
    main,
    `import { loadProgram } from './kept-code.ts'\nconsole.log(loadProgram('script.cjs').said())`,
  )
  const saying = (word: string) => {
    writeFileSync(
      join(changing, 'script.cjs'),
      `(function (module) { module.exports.said = () => '${word}' })`,
    )
    return outputOf([main], { NODE_COMPILE_CACHE: join(changing, 'compiled') })
  }
  assert.equal(saying('one'), 'one\n')
  assert.equal(saying('two'), 'two\n')
})

describe('without NODE_COMPILE_CACHE', () => {
  const own = `lectern-${process.geteuid?.()}`
  const version = run('--version').output
  const keptBelow = (temporary: string) => {
    assert.equal(outputOf(['bin/lectern.cjs', '--version'], { TMPDIR: temporary }), version)
    return globSync(join(temporary, '**/program-*'))
  }

  it('code is kept in a folder of the user alone', () => {
    const temporary = newFolder()
    assert.equal(keptBelow(temporary).length, 1)
    assert.equal(statSync(join(temporary, own)).mode & 0o777, 0o700)
  })

  it('nothing is kept where others may have put something', () => {
    const attempts: readonly ((path: string) => void)[] = [
      (path) => {
        mkdirSync(path)
        chmodSync(path, 0o777)
      },
      (path) => {
        mkdirSync(`${path}-elsewhere`, { mode: 0o700 })
        symlinkSync(`${path}-elsewhere`, path)
      },
      (path) => writeFileSync(path, ''),
      // Only root can give a folder to another user
      ...(process.geteuid?.() === 0
        ? [
            (path: string) => {
              mkdirSync(path, { mode: 0o700 })
              chownSync(path, 65_534, 65_534)
            },
          ]
        : []),
    ]
    for (const attempt of attempts) {
      const temporary = newFolder()
      attempt(join(temporary, own))
      assert.deepEqual(keptBelow(temporary), [])
    }
  })
})
