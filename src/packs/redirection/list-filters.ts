// The argument `filterBy` of the plug-in's lists: names of filters, each with the text that rows are compared with.
import { integerOf, textOf, Type, type Row } from '../../index.ts'

type Filter = (row: Row, wanted: string) => boolean
type Filters = ReadonlyMap<string, Filter>

const isEnabled: Filter = (row, wanted) =>
  textOf(row, 'status') === (wanted === 'enabled' ? 'enabled' : 'disabled')

function isNumber(column: string): Filter {
  return (row, wanted) => Number(integerOf(row, column)) === (Number.parseInt(wanted, 10) || 0)
}

function isText(column: string): Filter {
  return (row, wanted) => textOf(row, column) === wanted
}

function contains(column: string): Filter {
  return (row, wanted) => textOf(row, column).toLowerCase().includes(wanted.toLowerCase())
}

export const groupFilters: Filters = new Map([
  ['status', isEnabled],
  ['module', isNumber('module_id')],
  ['name', contains('name')],
])

/**
 * Redirects without a visit for a year or a month; for any other text those that were never visited. The plug-in writes the
 * time of the database's zone, not of the site's; it is taken for UTC.
 */
const isUnvisited: Filter = (row, wanted) => {
  const since = wanted === 'year' ? monthsAgo(12) : wanted === 'month' ? monthsAgo(1) : new Date(1000)
  return textOf(row, 'last_access') < since.toISOString().slice(0, 19).replace('T', ' ')
}

/** This day and time so many months ago; the last day of a month that has no such day, as in SQL. */
function monthsAgo(months: number): Date {
  const date = new Date()
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date
}

export const redirectFilters: Filters = new Map([
  ['status', isEnabled],
  ['url-match', (row, wanted) => (Number(integerOf(row, 'regex')) === 1) === (wanted === 'regular')],
  ['match', isText('match_type')],
  ['action', isText('action_type')],
  ['http', isNumber('action_code')],
  ['access', isUnvisited],
  ['url', contains('url')],
  ['target', contains('action_data')],
  ['title', contains('title')],
  ['group', isNumber('group_id')],
  ['id', isNumber('id')],
])

export function filterArg(filters: Filters) {
  return Type.Unsafe<unknown>({
    description: 'The column of the filter.',
    default: {},
    accepts: (given: unknown) =>
      given === '' || (isObject(given) && Object.keys(given).every((name) => filters.has(name))),
  })
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null
}

export function isChosen(row: Row, given: unknown, filters: Filters): boolean {
  return Object.entries(Object(given)).every(
    ([name, wanted]) => filters.get(name)?.(row, String(wanted).trim()) ?? true,
  )
}
