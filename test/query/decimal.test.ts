// Exact decimals: rounded half away from zero, alike on every database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { roundedDecimal } from '../../src/sql/decimal.ts'
import { withCompile } from '../support/compile.ts'
import { testDatabases } from '../support/databases.ts'

const cases: readonly (readonly [text: string, places: number, rounded: string])[] = [
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['2.675', 2, '2.68'],
  ['21.989', 2, '21.99'],
  ['0.004', 2, '0.00'],
  ['-0.004', 2, '0.00'],
  ['0.5', 0, '1'],
  ['-0.5', 0, '-1'],
  ['999.999', 2, '1000.00'],
  ['12345678901234567890.125', 2, '12345678901234567890.13'],
  ['7', 2, '7.00'],
]

describe('decimals', () => {
  for (const kind of testDatabases()) {
    it(`round exactly on ${kind.name}`, async () => {
      const database = await kind.create({ seed: 'empty' })
      await withCompile(database.url, 'wp_', async (_, { kysely, dialect }) => {
        for (const [text, places, rounded] of cases) {
          const { rows } = await sql<{
            readonly value: string
          }>`select ${roundedDecimal(sql`${text}`, places, dialect)} as value`.execute(kysely)
          assert.equal(rows[0]?.value, rounded, `${text} to ${places}`)
        }
      })
      await database.drop()
    })
  }
})
