// The offset of a site without a time zone, as its option says it in hours.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSite, yearAt } from '../../../src/site/site.ts'

const offsetOf = (stored: string) =>
  createSite(new Map([['gmt_offset', stored]]), {
    brand: 'cms',
    publicUrl: 'http://x',
    tablePrefix: 'wp_',
  }).offsetHoursNow()

describe('gmt_offset', () => {
  for (const [stored, hours] of [
    ['5.5', 5.5],
    ['-12', -12],
    ['0', 0],
    ['', 0],
    ['no number', 0],
    ['1e999', 0],
    ['-25', 0],
  ] as const)
    it(`of "${stored}" is ${hours}`, () => assert.equal(offsetOf(stored), hours))
})

describe('yearAt', () => {
  for (const [now, hours, year, end] of [
    ['2026-12-31T22:59:59Z', 1, 2026, '2026-12-31T23:00:00Z'],
    ['2026-12-31T23:00:00Z', 1, 2027, '2027-12-31T23:00:00Z'],
    ['2027-01-01T04:00:00Z', -5, 2026, '2027-01-01T05:00:00Z'],
    ['2026-06-01T00:00:00Z', 5.5, 2026, '2026-12-31T18:30:00Z'],
  ] as const)
    it(`of ${now}, ${hours} h ahead of UTC, is ${year} until ${end}`, () =>
      assert.deepEqual(yearAt(Date.parse(now), hours), { year, endMs: Date.parse(end) }))
})
