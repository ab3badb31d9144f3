// Converts a date query to filters (WP_Date_Query): parts of a date, and times before or after one.
import { GraphQLError } from 'graphql'
import { timeUnits, type Filter, type TimePart, type TimeUnit } from '../database/filter.ts'
import { givenTime } from '../site/given-time.ts'

type DateParts = { readonly [unit in TimeUnit]?: number | null }

interface DateQuery extends DateParts {
  readonly week?: number | null
  readonly after?: DateParts | null
  readonly before?: DateParts | null
  readonly inclusive?: boolean | null
  readonly column?: string | null
  readonly compare?: string | null
}

/** Throws a GraphQLError for conditions that are not supported: weeks, and bounds without a year. */
export function dateFilters(value: unknown): readonly Filter[] {
  if (!isQuery(value)) return []
  if (typeof value.week === 'number') throw new GraphQLError('A dateQuery cannot select dates by week.')
  const column = value.column === 'MODIFIED' ? 'modified_at' : 'created_at'
  const inclusive = value.inclusive === true
  const [after, before] = [value.after, value.before].map(boundOf)
  return [
    ...partFilters(column, value),
    ...(after ? [inclusive ? notBefore(column, first(after)) : later(column, last(after))] : []),
    ...(before ? [inclusive ? notAfter(column, last(before)) : earlier(column, first(before))] : []),
  ]
}

/** Null for a bound without parts. */
function boundOf(parts: DateParts | null | undefined): DateParts | null {
  if (!parts || timeUnits.every((unit) => typeof parts[unit] !== 'number')) return null
  if (isWhole(parts.year)) return parts
  throw new GraphQLError('after and before in a dateQuery need a year from 1 to 9999.')
}

/** A year, with the parts that follow it without a gap, is one span of time; other parts match in every year. */
function partFilters(column: string, query: DateQuery): readonly Filter[] {
  const parts = partsIn(query)
  const operator = operators.get(query.compare?.toUpperCase() ?? '=') ?? 'eq'
  const gap = timeUnits.findIndex((unit) => parts[unit] === undefined)
  const spanned = operator === 'eq' ? timeUnits.slice(0, gap === -1 ? timeUnits.length : gap) : []
  const others = timeUnits.filter((unit) => parts[unit] !== undefined && !spanned.includes(unit))
  const ofClock = others.filter((unit) => clock.has(unit))
  const span = Object.fromEntries(spanned.map((unit) => [unit, parts[unit]]))
  const having = (units: readonly TimeUnit[]): TimePart => {
    const value = units.reduce((made, unit) => made * 60 + (parts[unit] ?? 0), 0)
    return { kind: 'time-part', column, units, operator, values: [value] }
  }
  return [
    ...(spanned.length === 0 ? [] : [notBefore(column, first(span)), notAfter(column, last(span))]),
    ...others.filter((unit) => !clock.has(unit)).map((unit) => having([unit])),
    ...(ofClock.length === 0 ? [] : [having(ofClock)]),
  ]
}

const clock: ReadonlySet<TimeUnit> = new Set(['hour', 'minute', 'second'])

/** A part has one value, so that lists and ranges of it are compared as this value. */
const operators: ReadonlyMap<string, TimePart['operator']> = new Map([
  ['=', 'eq'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['>=', 'gte'],
  ['<', 'lt'],
  ['<=', 'lte'],
  ['NOT IN', 'ne'],
  ['NOT BETWEEN', 'ne'],
])

/** Removes parts of a date that are 0, and the time of day where it has hours and seconds without minutes. */
function partsIn(query: DateQuery): Readonly<Partial<Record<TimeUnit, number>>> {
  const given = timeUnits.flatMap((unit): readonly (readonly [TimeUnit, number])[] => {
    const value = query[unit]
    return typeof value === 'number' && (value !== 0 || clock.has(unit)) ? [[unit, value]] : []
  })
  const parts: Partial<Record<TimeUnit, number>> = Object.fromEntries(given)
  const { hour, minute, second, ...date } = parts
  return hour !== undefined && second !== undefined && minute === undefined ? date : parts
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

/** A bound that is no valid time, such as the 31st of a short month, matches no row, as some servers refuse to compare with it. */
function existing(time: string, filter: Filter): Filter {
  const clockMs = givenTime(time)?.clockMs ?? NaN
  const isThere = !Number.isNaN(clockMs) && new Date(clockMs).toISOString().startsWith(time.replace(' ', 'T'))
  return isThere ? filter : { kind: 'in', column: 'id', values: [] }
}
