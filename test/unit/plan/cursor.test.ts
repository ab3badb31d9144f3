// Cursors come back as the places that they were made of, and only to the connection and key that made them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fail } from '../../../src/core/failure.ts'
import { createCursors } from '../../../src/plan/cursor.ts'
import { anyCodePoints } from '../../support/code-points.ts'

const [first, second, third] = ['first key, 16 by', 'second key, 16 b', 'third key, 16 by'] as const
const cursors = createCursors([first])
const connection = 'posts'
const position = { key: '2024-05-06 07:08:09', id: '42' }
const cursor = cursors.encode(connection, position)
const refused = fail('invalid_cursor')

const decoded = (text: string) => Buffer.from(text, 'base64url').toString('utf8')
const encoded = (text: string) => Buffer.from(text).toString('base64url')

const time = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
const id = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String)
const positions = fc.record({ key: time, id }, { noNullPrototype: true })

/** Lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units))

describe('cursors', () => {
  it('come back as the places that they were made of', () => {
    fc.assert(
      fc.property(positions, fc.string(), (each, name) => {
        assert.deepEqual(cursors.decode(name, cursors.encode(name, each)), each)
      }),
    )
  })

  it('tell a row without a value from any text', () => {
    const at = (key: string | null) => cursors.encode(connection, { key, id: '1' })
    assert.deepEqual(cursors.decode(connection, at(null)), { key: null, id: '1' })
    for (const key of ['', '%', '%25', 'null'])
      assert.deepEqual(cursors.decode(connection, at(key)), { key, id: '1' })
  })

  it('can stand in an address as they are', () => {
    fc.assert(
      fc.property(positions, (each) => assert.match(cursors.encode(connection, each), /^[\w-]{1,256}$/)),
    )
  })

  it('are the same in every process that has the key', () => {
    assert.equal(createCursors([first, second]).encode(connection, position), cursor)
    assert.notEqual(createCursors([second, first]).encode(connection, position), cursor)
  })

  it('of another connection are refused', () => {
    for (const other of ['', 'pages', 'Posts', 'posts ', 'posts\n'])
      assert.deepEqual(cursors.decode(other, cursor), refused, other)
  })

  it('of another key are refused', () => {
    assert.deepEqual(createCursors([second]).decode(connection, cursor), refused)
    assert.deepEqual(createCursors([]).decode(connection, cursor), refused)
  })

  it('outlive the rotation of their key for as long as it verifies', () => {
    assert.deepEqual(createCursors([second, first]).decode(connection, cursor), position)
    assert.deepEqual(createCursors([third, second, first]).decode(connection, cursor), position)
    assert.deepEqual(createCursors([third, second]).decode(connection, cursor), refused)
  })

  it('with one changed byte in what is signed are refused', () => {
    const text = Buffer.from(cursor, 'base64url')
    const signed = text.lastIndexOf('|')
    fc.assert(
      fc.property(fc.nat(signed), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(text)
        changed[at] = (text[at] ?? 0) ^ change
        assert.deepEqual(cursors.decode(connection, changed.toString('base64url')), refused)
      }),
    )
  })

  it('with any changed byte are refused', () => {
    const text = decoded(cursor)
    for (const [at, old] of text.split('').entries()) {
      for (const other of 'AQgwBCDabc0129-_|.') {
        if (other === old) continue
        const changed = encoded(text.slice(0, at) + other + text.slice(at + 1))
        assert.deepEqual(cursors.decode(connection, changed), refused, `${at} ${other}`)
      }
    }
  })

  it('have one form each', () => {
    for (const other of [`${cursor}=`, `${cursor}*`, ` ${cursor}`, encoded(`${decoded(cursor)}=`)])
      assert.deepEqual(cursors.decode(connection, other), refused, other)
  })

  it('that were cut, joined or emptied are refused', () => {
    const text = decoded(cursor)
    const parts = text.split('|')
    const others = [
      '',
      ...Array.from({ length: 12 }, (_, nth) => cursor.slice(0, nth * 5)),
      encoded(`${text}|`),
      encoded(`|${text}`),
      encoded(parts.slice(0, 3).join('|')),
      encoded([...parts.slice(0, 3), ''].join('|')),
      encoded([...parts.slice(0, 2), '43', parts[3]].join('|')),
      encoded(['1u', ...parts.slice(1)].join('|')),
      encoded(['2l', ...parts.slice(1)].join('|')),
    ]
    for (const other of others) assert.deepEqual(cursors.decode(connection, other), refused, other)
  })

  it('of one place do not vouch for another', () => {
    const other = decoded(cursors.encode(connection, { ...position, id: '43' })).split('|')
    const forged = [...decoded(cursor).split('|').slice(0, 3), other[3]].join('|')
    assert.deepEqual(cursors.decode(connection, encoded(forged)), refused)
  })

  it('are read up to 300 000 characters, as the longest text that a list is ordered by asks for', () => {
    const long = (length: number) => cursors.encode(connection, { key: '|'.repeat(length), id: '1' })
    assert.ok('id' in cursors.decode(connection, long(65_535)))
    assert.ok('id' in cursors.decode(connection, long(74_990)))
    assert.deepEqual(cursors.decode(connection, long(75_000)), refused)
  })

  it('hold any text that a list is ordered by', () => {
    const texts = anyCodePoints().map((text) => `%7C|%${text}`)
    fc.assert(
      fc.property(texts, id, (key, which) => {
        const each = { key, id: which }
        assert.deepEqual(cursors.decode(connection, cursors.encode(connection, each)), each)
      }),
    )
  })

  it('refuse any other text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.deepEqual(cursors.decode(connection, text), refused)
        assert.deepEqual(cursors.decode(connection, encoded(text)), refused)
      }),
    )
  })
})
