// A date query → the times that it lets through (WP_Date_Query): parts of a date, and before or after one.
import type { Filter } from '../database/filter.ts'
import { givenTime } from '../site/given-time.ts'

interface DateParts {
  readonly year?: number | null
  readonly month?: number | null
  readonly day?: number | null
  readonly hour?: number | null
  readonly minute?: number | null
  readonly second?: number | null
}

interface DateQuery extends DateParts {
  readonly after?: DateParts | null
  readonly before?: DateParts | null
  readonly inclusive?: boolean | null
  readonly column?: string | null
}

export function dateFilters(value: unknown): readonly Filter[] {
  if (!isQuery(value)) return []
  const column = value.column === 'MODIFIED' ? 'modified_at' : 'created_at'
  const inclusive = value.inclusive === true
  const { after, before } = value
  return [
    // Without a year a part names times of every year, which no range does
    ...(isWhole(value.year) ? [notBefore(column, first(value)), notAfter(column, last(value))] : []),
    ...(after && isWhole(after.year)
      ? [inclusive ? notBefore(column, first(after)) : later(column, last(after))]
      : []),
    ...(before && isWhole(before.year)
      ? [inclusive ? notAfter(column, last(before)) : earlier(column, first(before))]
      : []),
  ]
}

function isQuery(value: unknown): value is DateQuery {
  return typeof value === 'object' && value !== null
}

function isWhole(value: number | null | undefined): value is number {
  return typeof value === 'number' && value >= 1 && value <= 9999
}

function first(parts: DateParts): string {
  return printed(parts, { month: 1, day: 1, hour: 0, minute: 0, second: 0 })
}

function last(parts: DateParts): string {
  const month = parts.month ?? 12
  const day = new Date(Date.UTC(parts.year ?? 0, month, 0)).getUTCDate()
  return printed(parts, { month: 12, day, hour: 23, minute: 59, second: 59 })
}

function printed(parts: DateParts, rest: Required<Omit<DateParts, 'year'>>): string {
  const two = (name: keyof typeof rest) => String(parts[name] ?? rest[name] ?? 0).padStart(2, '0')
  const year = String(parts.year ?? 0).padStart(4, '0')
  return `${year}-${two('month')}-${two('day')} ${two('hour')}:${two('minute')}:${two('second')}`
}

function later(column: string, time: string): Filter {
  return existing(time, { kind: 'after', column, values: [time] })
}

function earlier(column: string, time: string): Filter {
  return existing(time, { kind: 'before', column, values: [time] })
}

function notBefore(column: string, time: string): Filter {
  return existing(time, { kind: 'none', filters: [{ kind: 'before', column, values: [time] }] })
}

function notAfter(column: string, time: string): Filter {
  return existing(time, { kind: 'none', filters: [{ kind: 'after', column, values: [time] }] })
}

/** A bound that is no time, such as the 31st of a short month, lets no row through: some servers refuse to compare with it. */
function existing(time: string, filter: Filter): Filter {
  const clockMs = givenTime(time)?.clockMs ?? NaN
  const isThere = !Number.isNaN(clockMs) && new Date(clockMs).toISOString().startsWith(time.replace(' ', 'T'))
  return isThere ? filter : { kind: 'in', column: 'id', values: [] }
}
