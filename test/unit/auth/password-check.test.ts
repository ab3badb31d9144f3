// The thread that checks passwords: off the main thread, bounded, and begun again after it was given up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswordCheck } from '../../../src/auth/password-check.ts'
import { isFailure } from '../../../src/core/failure.ts'

/** Of the least cost: how long a check takes is looked at where it takes too long. */
const hash = '$wp$2y$04$abcdefghijklmnopqrstuuPlXQ3ku.P0hPbn5l62Eu7Fk.vegO7wi'
/** About a quarter of a second. */
const slow = `$2y$12$${'a'.repeat(53)}`
const observe = () => {}
const settings = { timeoutMs: 60_000, isEven: false, observe }
/** Each from a network of its own. */
let last = 0
const elsewhere = () => `192.0.2.${(last += 1)}`
const codeOf = (answer: unknown) => (isFailure(answer) ? answer.code : answer)

describe('a check of a password', () => {
  it('is made, while the main thread goes on', async () => {
    const { check, stop } = createPasswordCheck({ ...settings, waitingMax: 4 })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 1)
    const answers = await Promise.all([
      check('old-style-pass', hash, elsewhere()),
      check('wrong', hash, elsewhere()),
    ])
    clearInterval(counting)
    assert.deepEqual(answers, [true, false])
    assert(turns > 0)
    await stop()
  })

  it('is refused where too many wait, and made again once they do not', async () => {
    const { check, stop } = createPasswordCheck({ ...settings, waitingMax: 2 })
    const waiting = [check('old-style-pass', hash, elsewhere()), check('wrong', hash, elsewhere())]
    assert.equal(codeOf(await check('old-style-pass', hash, elsewhere())), 'overloaded')
    assert.deepEqual(await Promise.all(waiting), [true, false])
    assert.equal(await check('old-style-pass', hash, elsewhere()), true)
    await stop()
  })

  it('is refused to a network that has half of the slots', async () => {
    const { check, stop } = createPasswordCheck({ ...settings, waitingMax: 4 })
    const ofOne = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((address) =>
      check('wrong', hash, address),
    )
    const ofAnother = check('old-style-pass', hash, elsewhere())
    assert.deepEqual((await Promise.all([...ofOne, ofAnother])).map(codeOf), [
      false,
      false,
      'overloaded',
      true,
    ])
    assert.equal(await check('old-style-pass', hash, '2001:db8::4'), true)
    await stop()
  })

  it('that takes too long is given up, with what waits behind it; the next is made', async () => {
    const { check, stop } = createPasswordCheck({ ...settings, waitingMax: 32, timeoutMs: 400 })
    const answers = await Promise.all(Array.from({ length: 32 }, () => check('a', slow, elsewhere())))
    const codes = answers.map(codeOf)
    const made = codes.indexOf('overloaded')
    assert.notEqual(made, -1)
    assert.deepEqual(
      codes,
      codes.map((_, nth) => (nth < made ? false : 'overloaded')),
    )
    const md5 = '0cc175b9c0f1b6a831c399e269772661'
    // A new thread takes its time on a busy machine
    let next = await check('a', md5, elsewhere())
    while (isFailure(next)) next = await check('a', md5, elsewhere())
    assert.equal(next, true)
    await stop()
  })
})
