// Date queries → the times that they let through.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GraphQLError } from 'graphql'
import { timeUnits, type Filter, type TimePart } from '../../../src/database/filter.ts'
import { dateFilters } from '../../../src/wpgraphql/where-date.ts'

/** Whether all of the filters let a time through. */
function passes(filters: readonly Filter[], time: string): boolean {
  return filters.every((filter) => {
    if (filter.kind === 'none') return !filter.filters.some((each) => passes([each], time))
    if (filter.kind === 'time-part') return hasPart(filter, time)
    if (filter.kind !== 'after' && filter.kind !== 'before') return false
    const [limit = ''] = filter.values.map(String)
    return filter.kind === 'after' ? time > limit : time < limit
  })
}

function hasPart({ units, operator, values: [value] }: TimePart, time: string): boolean {
  const parts = time.split(/\D/).map(Number)
  const part = units.reduce((made, unit) => made * 60 + (parts[timeUnits.indexOf(unit)] ?? 0), 0)
  const wanted = Number(value)
  switch (operator) {
    case 'eq':
      return part === wanted
    case 'ne':
      return part !== wanted
    case 'gt':
      return part > wanted
    case 'gte':
      return part >= wanted
    case 'lt':
      return part < wanted
    case 'lte':
      return part <= wanted
  }
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
    [{ month: 2 }, ['2023-02-01 00:00:00', '2024-02-29 23:59:59'], ['2024-03-01 00:00:00']],
    [{ month: 2, day: 14 }, ['1999-02-14 10:00:00'], ['1999-02-15 10:00:00', '1999-03-14 10:00:00']],
    [
      { year: 2024, day: 5 },
      ['2024-01-05 00:00:00', '2024-06-05 12:00:00'],
      ['2024-06-06 00:00:00', '2023-01-05 00:00:00'],
    ],
    [{ hour: 0 }, ['2024-01-01 00:59:59'], ['2024-01-01 01:00:00']],
    [
      { hour: 9, minute: 30, compare: '>=' },
      ['2024-01-01 09:30:00', '2024-01-01 10:00:00'],
      ['2024-01-01 09:29:59'],
    ],
    [{ minute: 5, second: 7 }, ['2024-01-01 09:05:07'], ['2024-01-01 09:05:08', '2024-01-01 09:06:07']],
    [{ hour: 9, second: 7 }, ['2024-01-01 00:00:00'], []],
    [{ year: 0, month: 3 }, ['2024-03-01 00:00:00'], ['2024-04-01 00:00:00']],
    [{ year: 12345 }, [], ['2024-03-01 00:00:00']],
    [{ year: 2023, compare: '>' }, ['2024-01-01 00:00:00'], ['2023-12-31 23:59:59']],
    [
      { year: 2023, month: 6, compare: '<=' },
      ['2022-06-30 00:00:00'],
      ['2022-07-01 00:00:00', '2024-01-01 00:00:00'],
    ],
    [{ month: 6, compare: 'not in' }, ['2022-07-01 00:00:00'], ['2022-06-01 00:00:00']],
    [{ month: 6, compare: 'between' }, ['2022-06-01 00:00:00'], ['2022-07-01 00:00:00']],
  ] as const)
    it(`${JSON.stringify(query)} lets through what it names`, () => {
      const filters = dateFilters(query)
      for (const time of inside) assert.ok(passes(filters, time), time)
      for (const time of outside) assert.ok(!passes(filters, time), time)
    })

  it('by weeks, and with bounds that have no year, are refused', () => {
    for (const query of [{ week: 0 }, { after: { day: 2 } }, { before: { year: 10000 } }])
      assert.throws(() => dateFilters(query), GraphQLError, JSON.stringify(query))
    assert.deepEqual(dateFilters({ week: null, after: {}, before: null }), [])
  })

  it('without any part choose nothing', () => {
    assert.deepEqual([dateFilters(null), dateFilters({}), dateFilters('2024')], [[], [], []])
  })
})
