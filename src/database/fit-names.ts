// Checks an owner's mapping against the server: tables, columns, the columns of filters and how values are stored.
import { sortKey } from './collation.ts'
import { refersTo } from './column-kinds.ts'
import type { Encoded, Layout, PhysicalTable } from './layout.ts'
import { storedName } from './layout.ts'
import type { Server } from './engine.ts'
import type { StoredColumn } from './stored-column.ts'
import type { Table } from './tables.ts'

/** The most existing names that a message lists. */
const namesMax = 60

/** Returns sentences about tables and columns that the owner names and the server lacks. */
export function unfound(
  name: string,
  { table, query, columns, where, fields, reads, named }: PhysicalTable,
  { tables, queryProblems }: Pick<Server, 'tables' | 'queryProblems'>,
): readonly string[] {
  const there = tables.get(table)
  if (!there && query !== null)
    return [
      `layout: tables.${name}.query is no SQL for this database: ${queryProblems?.get(table) ?? 'it has no columns'}`,
    ]
  if (!there)
    return named.has('table')
      ? [
          `layout: tables.${name}.table is ${table}, which the database does not have, or the account may not read it. It has ${listed(tables.keys())}.`,
        ]
      : []
  const has = (column: string) => there.has(column.toLowerCase())
  const mapped = [...named].flatMap((logical) => {
    const column = storedName(columns.get(logical))
    return column === null || has(column) ? [] : [`tables.${name}.columns.${logical} is ${column}`]
  })
  const shown = [...fields].flatMap(([field, { value }]) =>
    'column' in value && !has(value.column) ? [`tables.${name}.fields.${field} names ${value.column}`] : [],
  )
  const filtered = where
    .filter(({ column }) => !has(column))
    .map(({ column }) => `tables.${name}.where names ${column}`)
  // The catalogue lists no tables of other databases
  const unread = reads.filter((each) => !tables.has(each) && !each.includes('.'))
  return [...mapped, ...filtered, ...shown]
    .map((says) => `layout: ${says}, which ${table} does not have. It has ${listed(there.keys())}.`)
    .concat(
      unread.map(
        (each) =>
          `layout: tables.${name}.reads names ${each}, which the database does not have. It has ${listed(tables.keys())}.`,
      ),
    )
}

/** Returns a sentence about required columns of posts that neither the owner maps nor the table has. */
export function unmappedOf(
  table: string,
  logicals: readonly string[],
  there: ReadonlyMap<string, StoredColumn>,
): string {
  return `layout: posts needs ${logicals.join(', ')}, for which ${table} has no column of the expected name: map each to a column or to a constant ({ constant: '' }). It has ${listed(there.keys())}.`
}

function listed(names: Iterable<string>): string {
  const all = [...names].toSorted()
  const more = all.length > namesMax ? ` and ${all.length - namesMax} more` : ''
  return all.slice(0, namesMax).join(', ') + more
}

/** Returns sentences about columns whose ids are texts while the ids that they refer to are numbers, or the reverse. */
export function unlikeIds(layout: Layout): readonly string[] {
  return [...layout].flatMap(([name, { columns, textIds }]) =>
    [...columns].flatMap(([logical, column]) => {
      const target = refersTo(name, logical)
      const other = target && layout.get(target)
      const key = other?.columns.get('id')
      if (!other || storedName(column) === null || storedName(key) === null) return []
      if (textIds.has(logical) === other.textIds.has('id')) return []
      const [own, its] = textIds.has(logical) ? ['texts', 'numbers'] : ['numbers', 'texts']
      return [`layout: ${name}.${logical} has ${own}, but ${target}.id, which it refers to, has ${its}.`]
    }),
  )
}

/** Converts constants to texts where they stand for ids that are texts: servers take a text for 0 where they compare it with a number. */
export function withTextConstants(layout: Layout): Layout {
  const isText = (table: Table | undefined) =>
    table !== undefined && layout.get(table)?.textIds.has('id') === true
  const converted = (name: Table, physical: PhysicalTable): PhysicalTable => {
    const constants = [...physical.columns].flatMap(([logical, column]) =>
      typeof column === 'object' && 'constant' in column && isText(refersTo(name, logical))
        ? [[logical, { constant: Number(column.constant) === 0 ? '' : String(column.constant) }] as const]
        : [],
    )
    return {
      ...physical,
      columns: new Map([...physical.columns, ...constants]),
      textIds: new Set([...physical.textIds, ...constants.map(([logical]) => logical)]),
      parts: physical.parts.map((part) => converted(name, part)),
    }
  }
  return new Map([...layout].map(([name, physical]) => [name, converted(name, physical)]))
}

const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

/** Returns the column with how its stored values are compared, or why they cannot be. */
export function withStored(column: Encoded, { kind, type, isFolded }: StoredColumn): Encoded | string {
  const { encoding } = column
  switch (encoding.kind) {
    case 'time':
      // The check of the local time's own column covers its type
      if (encoding.form === 'local') return column
      if (encoding.form === 'utc')
        return kind === 'time' || kind === 'any' ? column : 'but times in UTC have to be dates'
      return kind === 'number' || kind === 'any' ? column : 'but times since 1970 have to be numbers'
    case 'shifted':
      return /int/i.test(type) ? column : 'but a number can be added only to whole numbers'
    case 'words': {
      const areAll = [...encoding.words.keys()].every(isNumber)
      if (kind === 'number' && !areAll) return 'but the layout maps values that are not numbers'
      if (kind === 'time' || kind === 'other') return 'whose values cannot be mapped to words'
      const alike = Map.groupBy(encoding.words.keys(), isFolded ? sortKey : (value) => value)
      const same = [...alike.values()].find(({ length }) => length > 1)
      if (same)
        return `whose collation treats ${same.map((value) => JSON.stringify(value)).join(' and ')} as one value`
      return {
        ...column,
        encoding: { ...encoding, areNumbers: kind === 'number' || (kind === 'any' && areAll) },
      }
    }
  }
}

/** Returns sentences about filters whose values have another type than the column that they are compared with. */
export function unfitFilters(
  name: Table,
  { table, where }: PhysicalTable,
  there: ReadonlyMap<string, StoredColumn>,
): readonly string[] {
  return where.flatMap(({ column, values }) => {
    const stored = there.get(column.toLowerCase())
    const wrong = values.filter(
      (value) =>
        (stored?.kind === 'number' && typeof value === 'string') ||
        (stored?.kind === 'text' && typeof value === 'number'),
    )
    return wrong.map(
      (value) =>
        `layout: tables.${name}.where compares ${table}.${column} with ${JSON.stringify(value)}, but it is ${stored?.type}: write ${JSON.stringify(typeof value === 'string' ? Number(value) || 0 : String(value))}.`,
    )
  })
}
