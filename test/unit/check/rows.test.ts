// Numbers of rows as people read them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { people } from '../../../src/check/rows.ts'

it('a number of rows is exact, unless counting ended at a million', () => {
  assert.deepEqual([12_300, 1_000_000, 1_000_001, 4_000_000].map(people), [
    '12,300',
    '1,000,000',
    'more than 1,000,000',
    '4,000,000',
  ])
})
