// The offset of a site without a time zone, as its option says it in hours.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSite } from '../../../src/site/site.ts'

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
