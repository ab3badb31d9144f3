// Times as arguments give them, and as the tables would store them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timeZone } from '../../../src/site/time-zone.ts'
import { givenTime } from '../../../src/site/given-time.ts'

const berlin = timeZone('Europe/Berlin', 0)

describe('a time that an argument gives', () => {
  for (const [given, stored] of [
    ['2024-01-10T10:00:00', '2024-01-10 10:00:00'],
    ['2024-01-10 10:00:00.999', '2024-01-10 10:00:00'],
    ['2024-01-10t10:00:00Z', '2024-01-10 11:00:00'],
    ['2024-07-10T10:00:00+05:30', '2024-07-10 06:30:00'],
    ['2024-07-10T10:00:00-05', '2024-07-10 17:00:00'],
    // Beyond the last of its kind
    ['2024-02-30T10:00:00', '2024-03-01 10:00:00'],
    ['2023-02-29T10:00:00Z', '2023-03-01 11:00:00'],
    ['2024-12-31T24:00:00', '2025-01-01 00:00:00'],
    ['2024-12-31T23:59:60', '2025-01-01 00:00:00'],
    ['2024-12-31T23:59:60Z', '2025-01-01 01:00:00'],
    ['2024-00-00T00:00:00', '2023-11-30 00:00:00'],
    // Beyond all
    ['9999-12-31T23:59:59-12:00', '9999-12-31 23:59:59'],
    ['9999-12-31T24:00:00', '9999-12-31 23:59:59'],
    ['0000-00-00T00:00:00', '0001-01-01 00:00:00'],
    ['0000-02-29T00:00:00+12:00', '0001-01-01 00:00:00'],
  ] as const)
    it(`${given} is stored as ${stored}`, () => assert.equal(berlin.stored(given), stored))

  for (const text of ['', '2024-01-10', '2024-13-01T00:00:00', '2024-01-10T25:00:00', '10000-01-01T00:00:00'])
    it(`${text} is none`, () => assert.equal(givenTime(text), null))
})
