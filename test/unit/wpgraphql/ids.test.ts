// Global ids and cursors: what is made is read again, and nothing else is taken for one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cursorOf, globalId, keyOfCursor, parseGlobalId, rowIdIn } from '../../../src/wpgraphql/ids.ts'

describe('ids of WPGraphQL', () => {
  it('are read as they were made', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,20}$/), fc.integer({ min: 1 }), (kind, id) => {
        assert.deepEqual(parseGlobalId(globalId(kind, id)), { kind, key: String(id) })
        assert.equal(keyOfCursor(cursorOf(String(id))), String(id))
        assert.equal(rowIdIn(globalId(kind, id), kind), String(id))
        assert.equal(rowIdIn(String(id), kind), String(id))
      }),
    )
  })

  it('are nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 700 }), (text) => {
        const parsed = parseGlobalId(text)
        if (parsed !== null)
          assert.equal(globalId(parsed.kind, parsed.key).replace(/=+$/, ''), text.replace(/=+$/, ''))
      }),
    )
    for (const text of [
      '',
      'abc',
      globalId('post', 0),
      globalId('', 1),
      globalId('post', ''),
      'A'.repeat(1000),
    ])
      assert.equal(parseGlobalId(text), null, text)
    assert.equal(keyOfCursor(globalId('post', 1)), null)
    assert.equal(rowIdIn(globalId('term', 1), 'post'), null)
    assert.equal(rowIdIn('1e3', 'post'), null)
  })
})
