// About how large an index would be.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexBytes, megabytes, widthOf } from '../../../src/check/index-size.ts'
import { mysqlKind, type StoredColumn } from '../../../src/database/stored-column.ts'

const stored = (type: string): StoredColumn => ({
  type,
  kind: mysqlKind(type),
  isNullable: false,
  isFolded: false,
})

describe('the size of an index', () => {
  for (const [type, bytes] of [
    ['tinyint(4)', 1],
    ['bigint(20) unsigned', 8],
    ['datetime', 5],
    ['char(36)', 36],
    ['varchar(8)', 8],
    ['varchar(20)', 13],
    ['varchar(50)', 15],
    ['varchar(255)', 28],
    ['varchar(4000)', 40],
    ['longtext', 40],
    ['', 40],
  ] as const)
    it(`takes ${bytes} bytes for ${type === '' ? 'an unknown type' : type}`, () =>
      assert.equal(widthOf(type), bytes))

  it('counts each column once, the key included', () => {
    const table = new Map([
      ['id', stored('bigint(20)')],
      ['state', stored('tinyint(4)')],
      ['made', stored('datetime')],
    ])
    const bytes = indexBytes(1_000_000, table, ['State', 'made'], ['id', 'state'])
    assert.equal(bytes, Math.round((1_000_000 * 21) / 0.9))
    assert.equal(megabytes(bytes), '23 MB')
    assert.equal(megabytes(10), 'less than 1 MB')
  })
})
