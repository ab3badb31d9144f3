// Global ids and cursors: what is made is read again, and nothing else is taken for one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cursorOf, globalId, keyOfCursor, parseGlobalId, rowIdIn } from '../../../src/wpgraphql/ids.ts'

/** Ids in which one character is another, or that go on. */
const nearlyIds = fc
  .tuple(fc.string(), fc.string(), fc.nat(), fc.string({ maxLength: 2 }))
  .map(([kind, key, nth, others]) => {
    const id = globalId(kind, key)
    const at = nth % id.length
    return id.slice(0, at) + others + id.slice(at + 1)
  })

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
      fc.property(fc.oneof(fc.string({ maxLength: 700 }), nearlyIds), (text) => {
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
      `${globalId('post', 1)}/`,
      'Azo+/',
    ])
      assert.equal(parseGlobalId(text), null, text)
    assert.equal(keyOfCursor(globalId('post', 1)), null)
    assert.equal(rowIdIn(globalId('term', 1), 'post'), null)
    assert.equal(rowIdIn('1e3', 'post'), null)
  })
})
