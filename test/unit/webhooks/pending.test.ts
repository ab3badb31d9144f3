// The position of a message is that from which on all of it can be read, and is left out where that is not known of a part.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPending } from '../../../src/webhooks/pending.ts'

it('a message names the last position of its changes, and none where one has none', () => {
  const pending = createPending(10)
  const add = (at?: string) =>
    pending.add(
      { tags: ['row:posts:1'], paths: [], cause: 'update of posts', ...(at === undefined ? {} : { at }) },
      0,
    )
  for (const [positions, expected] of [
    [['a', 'b'], 'b'],
    [['a', undefined, 'b'], undefined],
    [[undefined, 'b'], undefined],
    [['c'], 'c'],
  ] as const) {
    for (const each of positions) add(each)
    assert.equal(pending.take()?.at, expected)
  }
})
