// first, last, after and before → the part of a list that is read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cursorOf } from '../../../src/wpgraphql/ids.ts'
import { windowOf } from '../../../src/wpgraphql/window.ts'

describe('windows of WPGraphQL', () => {
  it('have ten rows without a number, and a hundred at most', () => {
    const sizes = [
      {},
      { first: 0 },
      { last: 0 },
      { first: 3 },
      { last: 7 },
      { first: 101 },
      { last: 1e9 },
    ].map((args) => windowOf(args))
    assert.deepEqual(
      sizes.map(({ count, isSized, direction }) => [count, isSized, direction]),
      [
        [10, false, 'forward'],
        [10, false, 'forward'],
        [10, false, 'forward'],
        [3, true, 'forward'],
        [7, true, 'backward'],
        [100, true, 'forward'],
        [100, true, 'backward'],
      ],
    )
  })

  it('ignore what is no cursor', () => {
    const { after, before } = windowOf({ first: 1, after: 'garbage', before: cursorOf('12') })
    assert.deepEqual([after, before], [null, '12'])
  })

  it('refuse what is negative, and both ends at once', () => {
    fc.assert(
      fc.property(fc.integer({ max: -1 }), (size) => {
        assert.throws(() => windowOf({ first: size }), { message: 'first must be a positive integer.' })
        assert.throws(() => windowOf({ last: size }), { message: 'last must be a positive integer.' })
      }),
    )
    assert.throws(() => windowOf({ first: 1, last: 1 }))
  })
})
