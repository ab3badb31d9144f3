// Seals: what was sealed is opened at its place alone, and nothing else is.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeal } from '../../../src/core/seal.ts'

const seal = createSeal('a secret')
const bytes = Buffer.from('some bytes')

describe('a seal', () => {
  it('opens what it has closed, at the same place alone', () => {
    assert.deepEqual(seal.open('here', seal.close('here', bytes)), bytes)
    assert.equal(seal.openText('here', seal.closeText('here', 'téxt')), 'téxt')
    assert.equal(seal.open('there', seal.close('here', bytes)), null)
    assert.equal(seal.openText('there', seal.closeText('here', 'text')), null)
  })

  it('opens nothing of another secret', () => {
    const other = createSeal('another secret')
    assert.equal(other.open('here', seal.close('here', bytes)), null)
    assert.equal(other.openText('here', seal.closeText('here', 'text')), null)
    assert.notEqual(other.nameOf('key'), seal.nameOf('key'))
  })

  it('opens nothing that was changed, cut or made by hand', () => {
    const closed = seal.close('here', bytes)
    for (let at = 0; at < closed.length; at += 1) {
      const changed = Buffer.from(closed)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(seal.open('here', changed), null)
      assert.equal(seal.open('here', closed.subarray(0, at)), null)
    }
    const text = seal.closeText('here', 'text')
    for (let at = 0; at < text.length; at += 1) assert.equal(seal.openText('here', text.slice(0, at)), null)
    assert.equal(seal.openText('here', `A${text}`), null)
    assert.equal(seal.openText('here', '{"kind":"begin"}'), null)
  })
})
