// Turns an owner's mapping of tables and columns into a layout. All problems of a mapping are reported at once, each with the names that
// exist.
import { tableNames, type Table } from '../core/table-names.ts'
import { kindOf, knownWords } from './column-kinds.ts'
import type { TimeForm } from './encoding.ts'
import {
  plain,
  wordpress,
  type Constant,
  type Layout,
  type PhysicalColumn,
  type OwnField,
  type PhysicalTable,
  type RowFilter,
} from './layout.ts'
import { ofParts } from './table-parts.ts'
import { queryTable } from './table-query.ts'
import { tableOf } from './tables.ts'

/** The owner's own names; all others are those of the layout that it extends. */
export interface LayoutMapping {
  readonly extends?: 'wordpress' | 'plain'
  /** Null leaves a table out, even if the database has one of that name. */
  readonly tables?: Readonly<Record<string, TableMapping | null>>
  /** Site options that no table holds: `timezone_string`. */
  readonly options?: Readonly<Record<string, string | number>>
}

export interface TableMapping {
  readonly table?: string
  /** A query in place of a table; the columns are those of its result. `reads` names the tables that it reads. */
  readonly query?: string
  /** Several tables that hold posts in place of one; each has types of content that no other has. */
  readonly parts?: readonly PartMapping[]
  readonly columns?: Readonly<Record<string, ColumnMapping>>
  /** Selects rows by values of columns, which have their names in the database; all other rows are ignored. */
  readonly where?: Readonly<Record<string, Wanted>>
  /** The owner's fields on posts, users, terms and comments, by their names in REST; GraphQL has them in camelCase. */
  readonly fields?: Readonly<Record<string, FieldMapping>>
  /** Tables that a query or expressions read, so that change feeds follow them; one of another database is `other.people`. */
  readonly reads?: readonly string[]
}

/** The mapping of a part names all its columns; columns that it does not name do not exist. */
export type PartMapping = Pick<TableMapping, 'columns' | 'where' | 'fields'> & { readonly table: string }

export type FieldMapping = ({ readonly column: string } | { readonly sql: string }) & {
  readonly type: OwnField['type']
}

/**
 * A column's name; a value for all rows; a name with the meaning of its values, the storage of its times or the offset of its ids; an
 * expression.
 */
export type ColumnMapping =
  | string
  | Constant
  | { readonly column: string; readonly values: Readonly<Record<string, string>> }
  | { readonly column: string; readonly as: TimeForm }
  | { readonly column: string; readonly plus: number }
  | { readonly sql: string }

export type Wanted = Stored | readonly Stored[] | { readonly not: Stored | readonly Stored[] }

type Stored = string | number | boolean | null

/** Returns the layout of a mapping, or all its problems. */
export function mapped(
  mapping: LayoutMapping,
  prefix: string,
): Layout | { readonly problems: readonly string[] } {
  const base = mapping.extends === 'plain' ? plain() : wordpress(prefix)
  const layout = new Map(base)
  const problems: string[] = []
  for (const [name, given] of Object.entries(mapping.tables ?? {})) {
    const table = tableNames.find((each) => each === name)
    const physical = table && base.get(table)
    if (!table || !physical) {
      problems.push(`tables.${name}: there is no such table. The tables are ${tableNames.join(', ')}.`)
      continue
    }
    if (given === null) {
      if (table === 'posts')
        problems.push('tables.posts: it cannot be null, because nothing can be served without posts.')
      layout.delete(table)
      continue
    }
    const made = given.parts ? mappedParts(table, physical, given) : mappedTable(table, physical, given)
    problems.push(...made.problems)
    layout.set(table, made.table)
  }
  return problems.length > 0 ? { problems } : layout
}

interface Made<T> {
  readonly problems: readonly string[]
  readonly table: T
}

function mappedParts(name: Table, physical: PhysicalTable, given: TableMapping): Made<PhysicalTable> {
  const { parts = [], ...others } = given
  const made = parts.map((part, nth) => mappedTable(name, physical, part, `tables.${name}.parts.${nth}`))
  const { problems, table } = ofParts(
    physical,
    made.map((part) => part.table),
  )
  const beside = Object.keys(others).join(', ')
  return {
    problems: [
      ...(name === 'posts' ? [] : [`tables.${name}.parts: only posts have parts.`]),
      ...(beside === ''
        ? []
        : [`tables.${name}: a table that has parts cannot have ${beside} itself; its parts have it.`]),
      ...made.flatMap((part) => part.problems),
      ...problems,
    ],
    table,
  }
}

function mappedTable(
  name: Table,
  physical: PhysicalTable,
  given: TableMapping,
  place = `tables.${name}`,
): Made<PhysicalTable> {
  const problems: string[] = []
  const columns = new Map(physical.columns)
  const named = new Set(Object.keys(given.columns ?? {}))
  for (const [logical, mapping] of Object.entries(given.columns ?? {})) {
    const at = `${place}.columns.${logical}`
    if (!physical.columns.has(logical)) {
      problems.push(`${at}: there is no such column. ${name} has ${[...physical.columns.keys()].join(', ')}.`)
      continue
    }
    const column = mappedColumn(name, logical, mapping, place !== `tables.${name}`)
    if ('problems' in column) problems.push(...column.problems.map((says) => `${at}: ${says}`))
    else columns.set(logical, column.is)
  }
  for (const [local, utc] of clocks) {
    const column = columns.get(local)
    if (typeof column === 'object' && 'encoding' in column && !named.has(utc) && columns.has(utc))
      columns.set(utc, column)
  }
  if (given.table !== undefined || given.query !== undefined) named.add('table')
  const fields = new Map<string, OwnField>()
  for (const [field, mapping] of Object.entries(given.fields ?? {})) {
    const wrong = fieldProblem(name, field, mapping)
    if (wrong !== null) problems.push(`${place}.fields.${field}: ${wrong}`)
    const value = 'sql' in mapping ? { sql: mapping.sql } : { column: mapping.column }
    fields.set(field, { value, type: mapping.type })
  }
  const where = Object.entries(given.where ?? {}).map(([column, wanted]) => filterOf(column, wanted))
  const { query = null, table = query === null ? physical.table : queryTable(name), reads = [] } = given
  problems.push(...queryProblems(name, given))
  return { problems, table: { ...physical, table, query, columns, where, fields, reads, named } }
}

const clocks = [
  ['created_at', 'created_at_utc'],
  ['modified_at', 'modified_at_utc'],
] as const

/** Columns of a part whose ids may have an offset, so that they differ from those of other parts. */
const shiftable = ['id', 'parent_id']

function mappedColumn(
  table: Table,
  logical: string,
  mapping: ColumnMapping,
  isPart: boolean,
): { readonly is: PhysicalColumn } | { readonly problems: readonly string[] } {
  if (typeof mapping === 'string' || 'constant' in mapping) return { is: mapping }
  const named = `${table}.${logical}`
  const kind = kindOf(named)
  if ('sql' in mapping) {
    const wrong =
      kind === 'text' || counts.includes(named)
        ? expressionProblem(mapping.sql)
        : `only texts and ${counts.join(', ')} can be expressions, and ${named} is none.`
    return wrong === null ? { is: mapping } : { problems: [wrong] }
  }
  if ('plus' in mapping) {
    if (!isPart || !shiftable.includes(logical))
      return { problems: [`only ${shiftable.join(' and ')} of a part of posts can have plus.`] }
    return { is: { column: mapping.column, encoding: { kind: 'shifted', by: mapping.plus } } }
  }
  if ('as' in mapping) {
    if (kind !== 'time')
      return { problems: [`only times are stored as ${mapping.as}, and ${named} is none.`] }
    return { is: { column: mapping.column, encoding: { kind: 'time', form: mapping.as } } }
  }
  if (kind !== 'word' || ['password', 'key', 'name'].includes(logical))
    return { problems: [`only ${mappable.join(', ')} can have values.`] }
  const words = new Map(Object.entries(mapping.values))
  const known = knownWords[named]
  const unknown = known ? [...words.values()].filter((word) => !known.includes(word)) : []
  const byWord = Map.groupBy(words, ([, word]) => word)
  const problems = [
    ...(words.size === 0 ? ['values is empty, so no row would be served.'] : []),
    ...unknown.map((word) => `${JSON.stringify(word)} is not known. Known are ${known?.join(', ')}.`),
    ...[...byWord].flatMap(([word, pairs]) =>
      pairs.length > 1
        ? [
            `${pairs.map(([stored]) => JSON.stringify(stored)).join(' and ')} are both mapped to ${JSON.stringify(word)}, which only one value can be.`,
          ]
        : [],
    ),
  ]
  const encoding = { kind: 'words', words, areNumbers: false } as const
  return problems.length > 0 ? { problems } : { is: { column: mapping.column, encoding } }
}

const mappable = ['posts.status', 'posts.type', 'comments.status', 'comments.type', 'term_taxonomy.taxonomy']

function fieldProblem(table: Table, name: string, mapping: FieldMapping): string | null {
  if (!['posts', 'users', 'terms', 'comments'].includes(table))
    return 'only posts, users, terms and comments can have fields.'
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) return 'a name has small letters, digits and _.'
  return 'sql' in mapping ? expressionProblem(mapping.sql) : null
}

function queryProblems(name: Table, { table, query, reads = [] }: TableMapping): readonly string[] {
  if (query === undefined) return []
  const wrong = expressionProblem(query)
  return [
    ...(wrong === null ? [] : [`tables.${name}.query: ${wrong}`]),
    ...(table === undefined ? [] : [`tables.${name}: it is either a table or a query.`]),
    ...(name === 'options' ? [`tables.${name}.query: options are a table, or are given in the layout.`] : []),
    ...(reads.length > 0
      ? []
      : [
          `tables.${name}.reads is missing. It names the tables that the query reads, whose changes are followed.`,
        ]),
  ]
}

/** Returns why an expression cannot stand between parentheses in a statement, where a question mark would be a parameter; null if it can. */
function expressionProblem(sql: string): string | null {
  return /[?;]|--|\/\*|#/.test(sql) ? 'an expression has no ?, ;, # and no comment.' : null
}

/** Numeric columns that no condition looks rows up by. */
const counts = ['posts.comment_count', 'posts.menu_order', 'term_taxonomy.count']

function filterOf(column: string, wanted: Wanted): RowFilter {
  const isNot = typeof wanted === 'object' && wanted !== null && 'not' in wanted
  const values = [isNot ? wanted.not : wanted].flat()
  return {
    column,
    isNot,
    values: values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  }
}

/** True where posts store their times in UTC alone, so that the order by these is the order by local time. */
export function hasUtcTimes(layout: Layout): boolean {
  const column = layout.get(tableOf('posts') ?? 'posts')?.columns.get('created_at')
  return typeof column === 'object' && 'encoding' in column
}
