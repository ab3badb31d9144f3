// Weights of what clients accept, as every header has them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { weightedIn } from '../../../src/core/weighted.ts'

describe('the weight of a member', () => {
  for (const [member, weight] of [
    ['br', 1],
    ['br;q=1', 1],
    ['br;q=1.', 1],
    ['br;q=1.000', 1],
    ['br;q=0.5', 0.5],
    ['br;q=0.125', 0.125],
    ['BR ; Q=0.5', 0.5],
    ['br;level=1;q=0.5', 0.5],
    ['br;q=0', 0],
    ['br;q=0.', 0],
    ['br;q=0.000', 0],
    // Malformed: more than three decimals, beyond 1, no decimal number
    ['br;q=0.1234', 0],
    ['br;q=1.0000', 0],
    ['br;q=1.5', 0],
    ['br;q=2', 0],
    ['br;q=-1', 0],
    ['br;q=.5', 0],
    ['br;q=1e-1', 0],
    ['br;q=0x1', 0],
    ['br;q=Infinity', 0],
    ['br;q= 0.5', 0],
    ['br;q="0.5"', 0],
    ['br;q=', 0],
    ['br;q=high', 0],
  ] as const)
    it(`${member}: ${weight}`, () =>
      assert.deepEqual(
        weightedIn(member).map((each) => [each.name, each.weight]),
        [['br', weight]],
      ))

  it('stands beside its parameters, in the order of the header', () => {
    assert.deepEqual(weightedIn('text/html, a/B; Charset=UTF-8 ;q=0.5,'), [
      { name: 'text/html', parameters: [], weight: 1 },
      { name: 'a/b', parameters: ['charset=utf-8', 'q=0.5'], weight: 0.5 },
      { name: '', parameters: [], weight: 1 },
    ])
  })
})
