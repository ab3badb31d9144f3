// When the catalogue says that a table has changed.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isChanged, type Listed } from '../../../src/feed/poll.ts'

const listed: Listed = { second: 100, isOver: true, mark: '2026/7/0/BASE TABLE' }

it('a table has changed with its second, while that runs on, with its other marks, and where it comes or goes', () => {
  for (const [before, now, expected] of [
    [listed, listed, false],
    [listed, { ...listed, second: 101 }, true],
    [listed, { ...listed, second: null }, true],
    [{ ...listed, isOver: false }, listed, true],
    [listed, { ...listed, mark: '2026/1/1/BASE TABLE' }, true],
    [listed, undefined, true],
    [undefined, listed, true],
    [undefined, undefined, false],
  ] as const)
    assert.equal(isChanged(before, now), expected, JSON.stringify([before, now]))
})
