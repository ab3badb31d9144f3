// When the catalogue says that a table has changed.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isChanged, type Listed } from '../../../src/feed/poll.ts'

const listed: Listed = { second: 100, isOver: true, mark: '7/0', made: '2026/BASE TABLE' }

it('a table has changed with its second, while that runs on, with its other marks, and where it comes or goes', () => {
  for (const [before, now, expected] of [
    [listed, listed, false],
    [listed, { ...listed, second: 101 }, true],
    [listed, { ...listed, second: null }, true],
    [{ ...listed, isOver: false }, listed, true],
    [listed, { ...listed, mark: '1/1' }, true],
    [listed, { ...listed, made: '2026/VIEW/0' }, true],
    [listed, undefined, true],
    [undefined, listed, true],
    [undefined, undefined, false],
  ] as const)
    assert.equal(isChanged(before, now), expected, JSON.stringify([before, now]))
})
