// The row that shows when the transaction that changed it can be read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PhysicalRow } from '../../../src/feed/binlog-rows.ts'
import {
  both,
  canBeRead,
  nameOf,
  tableShapeOf,
  tellingOf,
  sentinelsOf,
  type TableShape,
} from '../../../src/feed/sentinel.ts'

const types = (entries: Readonly<Record<string, string>>, ...key: readonly string[]) =>
  Object.entries(entries).map(([column, type]) => ({ column, type, isKey: key.includes(column) }))

function posts(): TableShape {
  const columns = {
    ID: 'bigint',
    title: 'text',
    at: 'datetime',
    seen: 'timestamp',
    weight: 'float',
    n: 'int',
  }
  const shape = tableShapeOf('posts', types(columns, 'ID'))
  assert(shape)
  return shape
}

const post = (changed: PhysicalRow = {}): PhysicalRow => ({
  ID: 7,
  title: 'one',
  at: '2024-01-01 10:00:00',
  seen: '2024-01-01 10:00:00',
  weight: 1,
  n: 1,
  ...changed,
})

const sentinel = (before: PhysicalRow | null, after: PhysicalRow | null) => {
  const [only, ...others] = sentinelsOf(posts(), before, after)
  assert(only && others.length === 0)
  return only
}

it('rows are known by keys of whole numbers, and compared by what is the same in the log and in an answer', () => {
  assert.deepEqual(posts(), {
    table: 'posts',
    key: ['ID'],
    compared: ['title', 'at', 'n'],
    integers: ['ID', 'n'],
  })
  assert.deepEqual(tableShapeOf('r', types({ a: 'bigint', b: 'int', c: 'int' }, 'a', 'b'))?.key, ['a', 'b'])
  for (const type of ['varchar', 'binary', 'decimal', 'float', 'datetime'])
    assert.equal(tableShapeOf('r', types({ a: 'bigint', b: type }, 'a', 'b')), null)
  assert.equal(tableShapeOf('r', types({ a: 'bigint' })), null)
})

it('a row that came can be read once it is there, one that went once it is not', () => {
  const [came, went] = [sentinel(null, post()), sentinel(post(), null)]
  assert.deepEqual(
    [null, post(), post({ n: 9 })].map((found) => [canBeRead(came, found), canBeRead(went, found)]),
    [
      [false, true],
      [true, false],
      [true, false],
    ],
  )
})

it('a row that changed can be read once it is as it was left, in a column that changed, or gone', () => {
  const changed = sentinel(post(), post({ title: 'two', n: 2 }))
  assert.deepEqual(tellingOf(changed), ['title', 'n'])
  for (const [found, expected] of [
    [post(), false],
    [post({ title: 'two', n: 2 }), true],
    [null, true],
    // Later, and in one column back to what it was
    [post({ title: 'two' }), true],
    // Later or told in another way: the log tells
    [post({ title: 'three', n: 3 }), false],
    // What did not change says nothing
    [post({ at: '2024-01-02 10:00:00' }), false],
    [post({ n: '2' }), false],
  ] as const)
    assert.equal(canBeRead(changed, found), expected, JSON.stringify(found))
})

it('what is not certain to look the same in the log and in an answer shows nothing', () => {
  for (const [before, after] of [
    [{ title: 'ä' }, { title: 'ü' }],
    [{ title: 'one' }, { title: 'ü' }],
    [{ title: 'ä' }, { title: '?' }],
    [{ title: 'x'.repeat(1001) }, { title: 'two' }],
    [{ title: Buffer.from('one') }, { title: Buffer.from('two') }],
    [{ n: 1 }, { n: 1.5 }],
    [{ at: new Date(0) }, { at: new Date(1) }],
    [{ seen: '2024-01-01 10:00:00' }, { seen: '2024-01-01 11:00:00' }],
    [{ weight: 1 }, { weight: 2 }],
    [{}, {}],
  ]) {
    const changed = sentinel(post(before), post(after))
    assert.equal(tellingOf(changed), null, JSON.stringify([before, after]))
    assert.equal(canBeRead(changed, post(after)), false)
    assert.equal(canBeRead(changed, null), false)
  }
  assert.equal(canBeRead(sentinel(post({ title: null }), post()), post()), true)
  assert.equal(canBeRead(sentinel(post(), post({ title: null })), post({ title: null })), true)
  const long = '18446744073709551615'
  assert.equal(canBeRead(sentinel(post(), post({ n: long })), post({ n: long })), true)
})

it('of several changes of a row in a transaction the first says what it was, the last what it is', () => {
  const [one, two, three] = [post(), post({ n: 2 }), post({ n: 3 })]
  const twice = both(sentinel(one, two), sentinel(two, three))
  assert.deepEqual(
    [one, two, three].map((found) => canBeRead(twice, found)),
    [false, false, true],
  )
  // To and back, come and gone: nothing to be seen
  assert.equal(tellingOf(both(sentinel(one, two), sentinel(two, one))), null)
  assert.equal(tellingOf(both(sentinel(null, one), sentinel(one, null))), null)
  // Gone and come again, as another
  const replaced = both(sentinel(one, null), sentinel(null, three))
  assert.deepEqual(
    [null, one, three].map((found) => canBeRead(replaced, found)),
    [true, false, true],
  )
  const come = both(sentinel(null, one), sentinel(one, two))
  assert.deepEqual(
    [null, one, two].map((found) => canBeRead(come, found)),
    [false, true, true],
  )
})

it('a row whose key changed is gone, and another there', () => {
  const moved = sentinelsOf(posts(), post(), post({ ID: 8 }))
  assert.deepEqual(moved.map(nameOf), ['posts 7', 'posts 8'])
  assert.deepEqual(
    moved.map((each) => [canBeRead(each, null), canBeRead(each, post())]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.deepEqual(sentinelsOf(posts(), null, post({ ID: 'x' })), [])
})
