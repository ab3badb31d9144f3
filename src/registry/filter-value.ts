// Values that clients give to declared filters, in the canonical form of their type; REST and GraphQL share it.
import {
  textMax,
  type DeclaredFilter,
  type FilterType,
  type Operator,
  type Test,
} from '../database/declared-filter.ts'
import type { Filter } from '../database/filter.ts'

/** An operator with its values, in canonical form. */
export interface Comparison {
  readonly operator: Operator
  readonly values: readonly string[]
}

/** Limits the values of one comparison. */
export const valuesMax = 100

/** The value in canonical form; null where the text is not of the type. */
export function filterValue(type: FilterType, text: string): string | null {
  switch (type) {
    case 'integer':
      return /^[+-]?\d{1,18}$/.test(text) ? String(BigInt(text.replace('+', ''))) : null
    case 'decimal':
      return /^[+-]?(?:\d{1,35}(?:\.\d{0,30})?|\.\d{1,30})$/.test(text) ? text.replace('+', '') : null
    case 'text':
      return text.length <= textMax && text.isWellFormed() && !text.includes('\0') ? text : null
    case 'boolean':
      return /^(?:true|1)$/i.test(text) ? '1' : /^(?:false|0)$/i.test(text) ? '0' : null
    case 'date':
      return timeDigits(text)
  }
}

function timeDigits(text: string): string | null {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  if (day === undefined) return null
  const instant = Date.parse(`${day}T${time}Z`)
  // Date.parse reads the 31st of a shorter month as a day of the next month
  const isThere = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day)
  return isThere ? `${day}${time}`.replace(/\D/g, '').padEnd(14, '0') : null
}

/** The filters that the comparisons mean: one value of a post has to meet all of them. */
export function comparedFilters(
  { by }: DeclaredFilter,
  comparisons: readonly Comparison[],
): readonly Filter[] {
  const tests: Test[] = []
  const values: string[] = []
  let isAbsent = false
  for (const { operator, values: given } of comparisons) {
    if (operator === 'exists') {
      isAbsent ||= given[0] === '0'
      continue
    }
    const padded = paddedTo(given)
    tests.push({ operator, from: values.length, count: padded.length })
    values.push(...padded)
  }
  const any: Filter = { kind: 'compared', by, tests: [], values: [] }
  return [
    ...(isAbsent ? [{ kind: 'none', filters: [any] } as const] : []),
    ...(tests.length > 0 || !isAbsent ? [{ kind: 'compared', by, tests, values } as const] : []),
  ]
}

/** Repeats the last value up to a power of two of values, so that few shapes of statements are compiled. */
function paddedTo(values: readonly string[]): readonly string[] {
  const last = values.at(-1)
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  return last === undefined ? [] : [...values, ...Array.from({ length: length - values.length }, () => last)]
}
