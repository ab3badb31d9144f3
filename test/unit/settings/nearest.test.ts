// The setting that a misspelt name stands for, and none where it is another word.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nearest } from '../../../src/settings/nearest.ts'

const names = ['port', 'adminPort', 'databaseUrl', 'cacheBytesMax', 'logLevel']

describe('nearest', () => {
  for (const [given, meant] of [
    ['prot', 'port'],
    ['databse-url', 'databaseUrl'],
    ['DATABASE_URL', 'databaseUrl'],
    ['cache-byte-max', 'cacheBytesMax'],
    ['logLevl', 'logLevel'],
    ['', undefined],
    ['part', 'port'],
    ['colour', undefined],
    ['databsaeUlr', 'databaseUrl'],
    ['dtabsaeUlr', undefined],
    ['xlogLevel', 'logLevel'],
    ['cacheBytesMaxes', 'cacheBytesMax'],
    ['x'.repeat(100_000), undefined],
  ] as const)
    it(`of ${given.slice(0, 20) || 'nothing'} is ${meant ?? 'nothing'}`, () =>
      assert.equal(nearest(given, names), meant))

  it('is a name with a letter too many, too few, or another one, wherever that is', () => {
    const edited = fc
      .tuple(
        fc.constantFrom('databaseUrl', 'cacheBytesMax', 'adminPort'),
        fc.nat(),
        fc.constantFrom('', 'q', 'qq'),
      )
      .map(([name, place, text]) => {
        const at = place % name.length
        return { name, given: name.slice(0, at) + text + name.slice(at + 1) }
      })
    fc.assert(fc.property(edited, ({ name, given }) => assert.equal(nearest(given, names), name)))
  })
})
