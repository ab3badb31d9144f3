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
import { join } from 'node:path'
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

it('a program keeps its code for the next start of the same command', () => {
  const first = run('--version')
  const [kept = ''] = first.kept
  const { ino } = statSync(kept)
  assert.deepEqual(run('--version'), first)
  // A file that is written anew is another one
  assert.equal(statSync(kept).ino, ino)

  assert.equal(run('help').kept.length, 2)
})

/** A script of one line, which says a word: it begins in a fraction of the time that the program takes. */
function newScript() {
  const own = newFolder()
  const [main, script, compiled] = ['main.ts', 'script.cjs', 'compiled'].map((name) => join(own, name))
  assert(main !== undefined && script !== undefined && compiled !== undefined)
  copyFileSync('src/kept-code.ts', join(own, 'kept-code.ts'))
  writeFileSync(
    main,
    `import { loadProgram } from './kept-code.ts'\nconsole.log(loadProgram('script.cjs').said())`,
  )
  const says = (word: string) =>
    writeFileSync(script, `(function (module) { module.exports.said = () => '${word}' })`)
  says('one')
  const start = (...args: readonly string[]) => outputOf([main, ...args], { NODE_COMPILE_CACHE: compiled })
  return { script, says, start, kept: () => globSync(join(compiled, '*/script*')) }
}

it('code that is not whole, or that V8 does not take, is made anew', () => {
  const { script, start, kept } = newScript()
  assert.equal(start(), 'one\n')
  const [file = ''] = kept()
  const whole = readFileSync(file)
  const damaged = Buffer.from(whole).fill(0, whole.length / 2)
  const ofAnotherV8 = Buffer.from(`    ${'not code'.repeat(20)}`)
  ofAnotherV8.writeUInt32LE(crc32(ofAnotherV8.subarray(4), crc32(readFileSync(script))))
  for (const contents of [damaged, whole.subarray(0, whole.length / 2), Buffer.from(''), ofAnotherV8]) {
    writeFileSync(file, contents)
    assert.equal(start(), 'one\n')
    assert.equal(readFileSync(file).length, whole.length)
    assert.notDeepEqual(readFileSync(file), contents)
  }
})

it('what cannot be put in its place is not left beside it', () => {
  const { start, kept } = newScript()
  start()
  const before = kept()
  const [file = ''] = before
  rmSync(file)
  mkdirSync(file)
  assert.equal(start(), 'one\n')
  assert.deepEqual(kept(), before)
})

it('no name of a file has what a flag is given', () => {
  const { start, kept } = newScript()
  start('--log-level', 'secretly', '--help')
  assert.equal(kept().length, 1)
  assert.doesNotMatch(kept().join(), /secretly/)
})

it('code of another source is not run, although that is as long', () => {
  const { says, start } = newScript()
  assert.equal(start(), 'one\n')
  says('two')
  assert.equal(start(), 'two\n')
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
