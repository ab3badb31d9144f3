// Logical columns as SQL: names, constants, or values decoded from their stored form. Comparisons and orders use the stored form, so that
// its indexes serve them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { emptyIfNull, kindOf, refersTo } from '../database/column-kinds.ts'
import {
  storedOf,
  storedTime,
  unmapped,
  unshifted,
  type Encoding,
  type UtcTime,
} from '../database/encoding.ts'
import type { Dialect } from '../database/engine.ts'
import type { Scalar } from '../database/filter.ts'
import { columnIn, hasTrait, type Encoded, type Expressed, type Layout } from '../database/layout.ts'
import { columnOf, instants, isInstant, isText, type Source } from '../database/source.ts'
import { ownName } from '../database/table-parts.ts'
import { tableOf, type ColumnName, type Table } from '../database/tables.ts'
import type { TimeZone } from '../site/time-zone.ts'
import { instantSql, localOf, secondsOf, utcOf, wasNeverSet, wasSet } from './instant.ts'

type Sql = RawBuilder<unknown>

/** The layout's columns as SQL, in the forms that the dialect needs. */
export interface Columns {
  readonly named: (name: ColumnName) => Sql
  readonly of: (source: Source, column: string) => Sql
  /** A field of the owner's layout; null where the table has none of that name. */
  readonly own: (table: Table, name: string) => Sql
  /** A column for tests of equality, with the conversion of values to its stored form. */
  readonly compared: (name: ColumnName) => Compared
  /** A condition that an id equals another column, which an index on the stored id can serve. */
  readonly matching: (name: ColumnName, other: Sql) => RawBuilder<SqlBool>
  /** A time, for comparisons with times of clients. */
  readonly timed: (source: Source, column: string) => Timed
  /** A column as orders use it, and comparisons with values of clients. */
  readonly sorted: (source: Source, column: string) => Sql
  /** A value in the form by which the column is ordered. */
  readonly sortedLike: (source: Source, column: string, value: Sql) => Sql
  /** The stored UTC time of a local time: rows are ordered by it, although the local time is selected; null for other columns. */
  readonly inUtc: (source: Source, column: string) => StoredTime | null
  /** A column as patterns search it. */
  readonly searched: (source: Source, column: string) => Sql
  /** True for a column with one value in all rows, which stands for one that the table lacks. */
  readonly isConstant: (source: Source, column: string) => boolean
  /** The value that stands for no id in the column. */
  readonly noId: (name: ColumnName) => Scalar
  /** True where the column can be NULL. */
  readonly isNullable: (source: Source, column: string) => boolean
  /** The layout's conditions on rows of a table, by its name in the query. */
  readonly there: (table: string) => readonly RawBuilder<SqlBool>[]
  /** The same columns, but instants are their UTC columns alone. */
  readonly withoutZone: () => Columns
}

export interface Compared {
  readonly column: Sql
  /** True where NULL stands for the id 0. */
  readonly mayLack: boolean
  /** Converts a value to its stored form; null where no row has it. */
  readonly stored: (value: Scalar) => Scalar | null
  /** Converts a value for comparisons with the column as a subquery selected it. */
  readonly selected: (value: Scalar) => Scalar | null
}

export interface StoredTime {
  readonly column: Sql
  readonly isNumber: boolean
  readonly wasSet: RawBuilder<SqlBool>
  readonly unset: RawBuilder<SqlBool>
  /** Returns a conversion to the least stored value of the time `seconds` after a given one. */
  readonly from: (seconds: number) => (value: Scalar) => Scalar | null
}

export interface Timed {
  readonly after: (value: Value) => RawBuilder<SqlBool>
  readonly before: (value: Value) => RawBuilder<SqlBool>
  readonly unset: RawBuilder<SqlBool>
}

/** Makes a slot for a value, given the conversion to its stored form. */
export type Value = (stored: (value: Scalar) => Scalar | null) => Sql

export interface ColumnsOptions {
  readonly layout: Layout
  readonly dialect: Dialect
  /** The zone of instants that are computed from local times. */
  readonly zone?: TimeZone
  /** The zone of local times that are stored in UTC. */
  readonly localZone: TimeZone
}

const asItIs = (value: Scalar): Scalar => value

/** The stored form of a numeric id; null for a text, which servers would take for 0. */
const asNumber = (value: Scalar): Scalar | null =>
  typeof value !== 'string' ? value : /^-?\d{1,20}$/.test(value) ? BigInt(value) : null
/** Null for a slug outside of ASCII: WordPress stores slugs in ASCII, and a collation would match similar letters there. */
const asEncoded = (value: Scalar): Scalar | null =>
  typeof value === 'string' && /[^\0-\x7f]/.test(value) ? null : value
const asText = (value: Scalar): Scalar => (value === 0 ? '' : String(value))

export function columnsIn(options: ColumnsOptions): Columns {
  const { layout, dialect, zone, localZone } = options
  const named = (name: ColumnName): Sql => {
    const physical = columnIn(layout, name)
    if (typeof physical === 'object' && 'constant' in physical) return sql.lit(physical.constant)
    if (typeof physical === 'object' && 'sql' in physical) return expressionSql(name, physical, dialect)
    if (typeof physical === 'object') return decoded(name, physical, options)
    // A number must not be compared with a text, which servers would take for 0
    const text = hasTrait(layout, name, 'castToText')
      ? sql`cast(${sql.ref(name)} as ${sql.raw(dialect.textType)})`
      : sql.ref(name)
    return emptyIfNull.has(name) && hasTrait(layout, name, 'nullable') ? sql`coalesce(${text}, '')` : text
  }
  const of = (source: Source, column: string): Sql => {
    if (!isInstant(column)) return named(columnOf(source, column))
    const { utc, local } = instants[column]
    return zone ? instantSql(of(source, utc), of(source, local), zone, dialect) : of(source, utc)
  }
  const encodedIn = (name: ColumnName, kind: Encoding['kind']) => {
    const physical = columnIn(layout, name)
    return typeof physical === 'object' && 'encoding' in physical && physical.encoding.kind === kind
      ? physical
      : null
  }
  const shiftedIn = (name: ColumnName) => {
    const found = encodedIn(name, 'shifted')
    return found?.encoding.kind === 'shifted'
      ? { column: storedColumn(name, found), is: found.encoding }
      : null
  }
  const inUtc: Columns['inUtc'] = (source, column) => {
    if (isInstant(column)) return null
    const name = columnOf(source, column)
    const encoded = encodedIn(name, 'time')
    return encoded?.encoding.kind === 'time'
      ? storedTimeIn(name, storedColumn(name, encoded), encoded.encoding, localZone)
      : null
  }
  const sortedLike: Columns['sortedLike'] = (source, column, value) =>
    dialect.collates || !isText(source, column) ? value : sql`sort_key(${value})`
  return {
    named,
    of,
    own: (table, name) => ownField(layout, table, name),
    compared: (name) => {
      const encoded = encodedIn(name, 'words')
      if (encoded?.encoding.kind !== 'words') {
        const isNumber = kindOf(name) === 'integer'
        const asOther = name.endsWith('.slug') && !hasTrait(layout, name, 'named') ? asEncoded : asItIs
        const selected = !isNumber ? asOther : hasTrait(layout, name, 'textIds') ? asText : asNumber
        const mayLack = isIdOf(name) && hasTrait(layout, name, 'nullable')
        const shifted = shiftedIn(name)
        if (shifted === null) return { column: named(name), stored: selected, selected, mayLack }
        return { column: shifted.column, stored: (value) => unshifted(shifted.is, value), selected, mayLack }
      }
      const { encoding } = encoded
      return {
        column: storedColumn(name, encoded),
        stored: (value) => storedOf(encoding, String(value)),
        selected: String,
        mayLack: false,
      }
    },
    matching: (name, other) => {
      const shifted = shiftedIn(name)
      if (shifted === null) return sql<SqlBool>`${named(name)} = ${other}`
      const by = sql.lit(shifted.is.by)
      // A difference of unsigned numbers below 0 is an error, and a cast would keep MySQL from using the index
      return sql<SqlBool>`${shifted.column} = (case when ${other} > ${by} then ${other} - ${by} end)`
    },
    noId: (name) => (hasTrait(layout, name, 'textIds') ? '' : 0),
    timed: (source, column) => {
      const found = inUtc(source, column)
      return found ? timedBySeconds(found) : timedByText(of(source, column))
    },
    sorted: (source, column) => {
      const found = inUtc(source, column)
      if (found) return found.column
      const shifted = column === 'id' ? shiftedIn(columnOf(source, column)) : null
      return shifted?.column ?? sortedLike(source, column, of(source, column))
    },
    sortedLike,
    inUtc,
    searched: (source, column) => (dialect.collates ? of(source, column) : sql`fold(${of(source, column)})`),
    isConstant: (source, column) => {
      const physical = isInstant(column) ? undefined : columnIn(layout, columnOf(source, column))
      return typeof physical === 'object' && 'constant' in physical
    },
    isNullable: (source, column) => {
      // An instant is computed from the local time where UTC was never set
      const stored = isInstant(column) ? instants[column][zone ? 'local' : 'utc'] : column
      return hasTrait(layout, columnOf(source, stored), 'nullable') || inUtc(source, stored) !== null
    },
    there: (table) => rowFilters(layout, table),
    withoutZone: () => columnsIn({ layout, dialect, localZone }),
  }
}

function isIdOf(name: ColumnName): boolean {
  const [table = '', column = ''] = name.split('.')
  const logical = tableOf(table)
  return logical !== undefined && refersTo(logical, column) !== undefined
}

function ownField(layout: Layout, table: Table, name: string): Sql {
  const physical = layout.get(table)
  if (physical && physical.parts.length > 0) return sql.id(table, ownName(name))
  const value = physical?.fields.get(name)?.value
  if (value === undefined) return sql.lit(null)
  return 'sql' in value ? sql`(${sql.raw(value.sql)})` : sql.id(table, value.column)
}

/** The owner's expression, cast to text unless it stands for a number. */
function expressionSql(name: ColumnName, { sql: text }: Expressed, dialect: Dialect): Sql {
  if (kindOf(name) === 'integer') return sql`(${sql.raw(text)})`
  return sql`cast((${sql.raw(text)}) as ${sql.raw(dialect.textType)})`
}

/** The stored column itself, which has the indexes. */
function storedColumn(name: ColumnName, { column }: Encoded): Sql {
  const [table = ''] = name.split('.')
  return sql.id(table, column)
}

function decoded(name: ColumnName, encoded: Encoded, { dialect, localZone }: ColumnsOptions): Sql {
  const stored = storedColumn(name, encoded)
  const { encoding } = encoded
  switch (encoding.kind) {
    case 'words': {
      const words = [...encoding.words].map(
        ([value, word]) => sql`when ${encoding.areNumbers ? sql.lit(Number(value)) : value} then ${word}`,
      )
      return sql`(case ${stored} ${sql.join(words, sql` `)} else ${unmapped} end)`
    }
    case 'shifted':
      return sql`(nullif(${stored}, 0) + ${sql.lit(encoding.by)})`
    case 'time':
      if (encoding.form === 'local') return utcOf(stored, localZone, dialect)
      return localOf(secondsOf(stored, encoding.form, dialect), isLocal(name) ? localZone : null, dialect)
  }
}

/** True for local times: those of posts and comments whose names do not say UTC. */
function isLocal(name: ColumnName): boolean {
  return name.endsWith('.created_at') || name.endsWith('.modified_at')
}

function timedByText(column: Sql): Timed {
  return {
    after: (value) => sql<SqlBool>`${column} > ${value(asItIs)}`,
    before: (value) => sql<SqlBool>`${column} < ${value(asItIs)}`,
    unset: wasNeverSet(column),
  }
}

function storedTimeIn(name: ColumnName, column: Sql, { form }: UtcTime, zone: TimeZone): StoredTime {
  const isNumber = form !== 'utc' && form !== 'local'
  return {
    column,
    isNumber,
    wasSet: isNumber ? sql<SqlBool>`${column} <> 0` : wasSet(column),
    unset: isNumber ? sql<SqlBool>`(${column} = 0 or ${column} is null)` : wasNeverSet(column),
    from: (seconds) => (value) =>
      form === 'local'
        ? storedTime('utc', zone.clockAt(String(value)), seconds)
        : storedTime(form, isLocal(name) ? zone.toFirstUtc(String(value)) : String(value), seconds),
  }
}

/** Comparisons of times in seconds: a time is after a second if it is in the next one or later. */
function timedBySeconds({ column, wasSet: isSet, unset, from }: StoredTime): Timed {
  return {
    after: (value) => sql<SqlBool>`${column} >= ${value(from(1))}`,
    before: (value) => sql<SqlBool>`(${column} < ${value(from(0))} and ${isSet})`,
    unset,
  }
}

/** The owner's filters of a table, by its name in the query. */
export function rowFilters(layout: Layout, name: string): readonly RawBuilder<SqlBool>[] {
  const table = tableOf(name)
  const filters = (table && layout.get(table)?.where) ?? []
  return filters.map(({ column, isNot, values }) => {
    const stored = sql.id(name, column)
    const some = values.filter((value) => value !== null)
    const hasNull = some.length < values.length
    const among = some.length === 1 ? sql`= ${some[0]}` : sql`in (${sql.join(some)})`
    const isAmong = some.length === 0 ? [] : [sql`${stored} ${among}`]
    if (!isNot) {
      const any = [...isAmong, ...(hasNull ? [sql`${stored} is null`] : [])]
      return any.length === 1 ? sql<SqlBool>`${any[0]}` : sql<SqlBool>`(${sql.join(any, sql` or `)})`
    }
    // A value outside of the list may be NULL, unless the list contains NULL
    const none = isAmong.map((each) => sql`not (${each})`)
    if (hasNull) return sql<SqlBool>`(${sql.join([...none, sql`${stored} is not null`], sql` and `)})`
    return sql<SqlBool>`(${sql.join([...none, sql`${stored} is null`], sql` or `)})`
  })
}
