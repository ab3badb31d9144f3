// Positions in a server's log as the text that clients send back: what was encoded is parsed, and nothing else is.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  encodePosition,
  hasReached,
  parsePosition,
  type LogPosition,
} from '../../../src/core/log-position.ts'

const position = fc.record({
  server: fc.string({ minLength: 1 }),
  file: fc
    .tuple(fc.stringMatching(/^[!-~]{1,40}$/), fc.nat({ max: 999_999 }))
    .map(([log, number]) => `${log}.${String(number).padStart(6, '0')}`),
  offset: fc.nat({ max: 2 ** 40 }),
  madeMs: fc.option(fc.nat({ max: 2 ** 42 })),
})

const reaches = (at: LogPosition, wanted: LogPosition) => {
  const parsed = parsePosition(encodePosition(wanted))
  assert(parsed !== null)
  return hasReached(at, parsed)
}

describe('a position in a log', () => {
  it('is parsed as it was encoded, and is a header value of bounded length', () => {
    fc.assert(
      fc.property(position, (one) => {
        const text = encodePosition(one)
        assert.match(text, /^[\w-]{12,400}$/)
        const { file, offset, madeMs } = parsePosition(text) ?? {}
        assert.deepEqual([file, offset, madeMs], [one.file, one.offset, one.madeMs])
        assert.equal(reaches(one, one), true)
      }),
    )
  })

  it('is none where a client made it up', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          const parsed = parsePosition(text)
          if (parsed !== null)
            assert.match(
              Buffer.from(text, 'base64url').toString('latin1'),
              /^[\da-f]{8}:\d{1,15}:[!-~]{1,200}(?: \d{1,15})?$/,
            )
        },
      ),
    )
    for (const text of ['', 'A'.repeat(401), 'a b', 'é', '__proto__']) assert.equal(parsePosition(text), null)
  })

  it('is reached at it and behind it in the same log, and nowhere in another', () => {
    const at = { server: 'a server', file: 'binlog.000009', offset: 100 }
    for (const [file, offset, expected] of [
      ['binlog.000009', 99, true],
      ['binlog.000009', 101, false],
      ['binlog.000008', 4000, true],
      ['binlog.000010', 4, false],
      ['binlog.1000000', 4, false],
    ] as const)
      assert.equal(reaches(at, { server: 'a server', file, offset }), expected, `${file} ${offset}`)
    assert.equal(reaches(at, { ...at, server: 'another' }), null)
    assert.equal(reaches(at, { ...at, file: 'other.000001' }), null)
  })
})
