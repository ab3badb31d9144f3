// The setting that a misspelt name stands for, and none where it is another word.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
})
