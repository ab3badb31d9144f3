// Date queries → the times that they let through.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Filter } from '../../../src/database/filter.ts'
import { dateFilters } from '../../../src/wpgraphql/where-date.ts'

/** Whether all of the filters let a time through. */
function passes(filters: readonly Filter[], time: string): boolean {
  return filters.every((filter) => {
    if (filter.kind === 'none') return !filter.filters.some((each) => passes([each], time))
    if (filter.kind !== 'after' && filter.kind !== 'before') return false
    const [limit = ''] = filter.values.map(String)
    return filter.kind === 'after' ? time > limit : time < limit
  })
}

describe('date queries of WPGraphQL', () => {
  for (const [query, inside, outside] of [
    [
      { year: 2024 },
      ['2024-01-01 00:00:00', '2024-12-31 23:59:59'],
      ['2023-12-31 23:59:59', '2025-01-01 00:00:00'],
    ],
    [{ year: 2024, month: 2 }, ['2024-02-29 23:59:59'], ['2024-01-31 23:59:59', '2024-03-01 00:00:00']],
    [{ after: { year: 2024, month: 1, day: 9 } }, ['2024-01-10 00:00:00'], ['2024-01-09 23:59:59']],
    [
      { after: { year: 2024, month: 1, day: 9 }, inclusive: true },
      ['2024-01-09 00:00:00'],
      ['2024-01-08 23:59:59'],
    ],
    [{ before: { year: 2024, month: 3 } }, ['2024-02-29 23:59:59'], ['2024-03-01 00:00:00']],
    [{ before: { year: 2024, month: 3 }, inclusive: true }, ['2024-03-31 23:59:59'], ['2024-04-01 00:00:00']],
  ] as const)
    it(`${JSON.stringify(query)} lets through what it names`, () => {
      const filters = dateFilters(query)
      for (const time of inside) assert.ok(passes(filters, time), time)
      for (const time of outside) assert.ok(!passes(filters, time), time)
    })

  it('without a year choose nothing', () => {
    assert.deepEqual([dateFilters(null), dateFilters({ month: 2 }), dateFilters('2024')], [[], [], []])
  })
})
