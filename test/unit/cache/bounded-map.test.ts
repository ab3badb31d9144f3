// A map of a fixed size, which forgets what was used least recently.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundedMap, sparing } from '../../../src/cache/bounded-map.ts'

const value = (of: string) => ({ of })

function filled(entriesMax: number, names: readonly string[]) {
  const map = boundedMap<string, { of: string }>(entriesMax)
  for (const name of names) map.set(name, value(name))
  return map
}

describe('boundedMap', () => {
  it('holds as many entries as it may, and not one more', () => {
    const full = filled(3, ['a', 'b', 'c'])
    assert.deepEqual(['a', 'b', 'c'].map(full.get), [value('a'), value('b'), value('c')])
    const over = filled(3, ['a', 'b', 'c', 'd'])
    assert.deepEqual(['a', 'b', 'c', 'd'].map(over.get), [undefined, value('b'), value('c'), value('d')])
  })

  it('counts a name once', () => {
    const map = filled(2, ['a', 'a', 'b', 'b'])
    assert.deepEqual([map.get('a'), map.get('b')], [value('a'), value('b')])
  })

  it('keeps what was used last', () => {
    const map = filled(2, ['a', 'b'])
    map.get('a')
    map.set('c', value('c'))
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [value('a'), undefined, value('c')])
  })

  it('gives the last value of a name', () => {
    const map = filled(2, ['a'])
    map.set('a', value('other'))
    assert.deepEqual(map.get('a'), value('other'))
    assert.equal(map.get('b'), undefined)
  })
})

describe('a sparing map', () => {
  it('takes every key until it is full, and then those that come again', () => {
    const map = sparing(boundedMap<string, { of: string }>(3))
    for (const name of ['a', 'b', 'c', 'd', 'e']) map.set(name, value(name))
    assert.deepEqual(['a', 'b', 'c', 'd', 'e'].map(map.get), [
      value('a'),
      value('b'),
      value('c'),
      undefined,
      undefined,
    ])
    map.set('e', value('again'))
    assert.deepEqual(['a', 'e'].map(map.get), [undefined, value('again')])
  })
})
