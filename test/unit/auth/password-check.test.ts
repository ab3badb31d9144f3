// The thread that checks passwords: off the main thread, bounded, and begun again after it was given up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswordCheck } from '../../../src/auth/password-check.ts'
import { isFailure } from '../../../src/core/failure.ts'

const hash = '$wp$2y$10$abcdefghijklmnopqrstuusSNXYmZUFCJ2/GmNGsE6ElCU35pJi2m'
/** The costliest that is checked at all: about a second. */
const slow = `$2y$14$${'a'.repeat(53)}`
const observe = () => {}
const codeOf = (answer: unknown) => (isFailure(answer) ? answer.code : answer)

describe('a check of a password', () => {
  it('is made, while the main thread goes on', async () => {
    const { check, stop } = createPasswordCheck({ waitingMax: 4, timeoutMs: 60_000, observe })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 1)
    const answers = await Promise.all([check('old-style-pass', hash), check('wrong', hash)])
    clearInterval(counting)
    assert.deepEqual(answers, [true, false])
    assert(turns > 0)
    await stop()
  })

  it('is refused where too many wait, and made again once they do not', async () => {
    const { check, stop } = createPasswordCheck({ waitingMax: 2, timeoutMs: 60_000, observe })
    const waiting = [check('old-style-pass', hash), check('wrong', hash)]
    assert.equal(codeOf(await check('old-style-pass', hash)), 'overloaded')
    assert.deepEqual(await Promise.all(waiting), [true, false])
    assert.equal(await check('old-style-pass', hash), true)
    await stop()
  })

  it('that takes too long is given up, with what waits behind it; the next is made', async () => {
    const { check, stop } = createPasswordCheck({ waitingMax: 32, timeoutMs: 1500, observe })
    const answers = await Promise.all(Array.from({ length: 32 }, () => check('a', slow)))
    const codes = answers.map(codeOf)
    const made = codes.indexOf('overloaded')
    assert.notEqual(made, -1)
    assert.deepEqual(
      codes,
      codes.map((_, nth) => (nth < made ? false : 'overloaded')),
    )
    const md5 = '0cc175b9c0f1b6a831c399e269772661'
    // A new thread takes its time on a busy machine
    let next = await check('a', md5)
    while (isFailure(next)) next = await check('a', md5)
    assert.equal(next, true)
    await stop()
  })
})
