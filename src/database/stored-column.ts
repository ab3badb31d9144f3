// How a database stores a column, as far as comparisons and orders depend on it.

export interface StoredColumn {
  /** The type as the database writes it: `tinyint(4)`. */
  readonly type: string
  readonly kind: StoredKind
  readonly isNullable: boolean
  /** True where texts that differ in case or accents alone are equal. */
  readonly isFolded: boolean
}

/** `any`: every value keeps its own type, so that a number never equals a text. */
export type StoredKind = 'text' | 'number' | 'time' | 'other' | 'any'

/** The kind of a COLUMN_TYPE of MySQL or MariaDB. */
export function mysqlKind(type: string): StoredKind {
  // Columns of views that are always NULL have this type
  if (type === 'binary(0)') return 'any'
  const [name = ''] = type.split(/\W/)
  return mysqlKinds.get(name) ?? 'other'
}

const mysqlNames = {
  text: 'char varchar uuid tinytext text mediumtext longtext enum set binary varbinary tinyblob blob mediumblob longblob',
  number: 'bit tinyint smallint mediumint int bigint decimal float double year',
  time: 'date datetime timestamp',
} as const

const mysqlKinds: ReadonlyMap<string, StoredKind> = new Map(
  (['text', 'number', 'time'] as const).flatMap((kind) =>
    mysqlNames[kind].split(' ').map((name) => [name, kind]),
  ),
)

/** The kind of a declared type of SQLite, by its affinity (https://www.sqlite.org/datatype3.html, 3.1). */
export function sqliteKind(type: string): StoredKind {
  if (/int/i.test(type)) return 'number'
  if (/char|clob|text/i.test(type)) return 'text'
  if (type === '' || /blob/i.test(type)) return 'any'
  return /date|time/i.test(type) ? 'time' : 'number'
}
