// The physical tables and columns that logical ones stand for. `wordpress` is the layout of WordPress, with any prefix; `plain` uses the
// logical names; an owner's mapping changes either. Once the database is found, the layout is fitted to the tables that exist (fit.ts).
import { tableNames } from '../core/table-names.ts'
import { plugInTag } from '../core/tag.ts'
import type { Encoding } from './encoding.ts'
import { tableOf, type ColumnName, type Database, type Table } from './tables.ts'

/** Physical tables by logical name; tables that the database lacks are left out. */
export type Layout = ReadonlyMap<Table, PhysicalTable>

/** Tables that change feeds follow, by the names that changes have: those of a layout, and tables of plug-ins. */
export type FollowedTables = ReadonlyMap<string, PhysicalTable>

export interface PhysicalTable {
  readonly table: string
  /** The query whose result stands for the table; null for a table of the database. */
  readonly query: string | null
  /** The tables that hold its rows, each with types of its own; empty where one table does. */
  readonly parts: readonly PhysicalTable[]
  /** Physical columns by logical name; a column that the database lacks is a constant. */
  readonly columns: ReadonlyMap<string, PhysicalColumn>
  /** Conditions of the layout; rows that do not meet all of them are ignored. */
  readonly where: readonly RowFilter[]
  /** The owner's fields by name: values of the row without a logical column. */
  readonly fields: ReadonlyMap<string, OwnField>
  /** Tables that expressions of this one read. */
  readonly reads: readonly string[]
  /** Logical names of columns that the owner mapped, and `table` if the table is; without these the gateway does not serve. */
  readonly named: ReadonlySet<string>
  /** Logical columns that can be NULL; empty before the layout is fitted. */
  readonly nullable: ReadonlySet<string>
  /** Logical columns of text that the database stores with another type. */
  readonly castToText: ReadonlySet<string>
  /** Logical columns of ids that are texts. */
  readonly textIds: ReadonlySet<string>
}

const asItIs = {
  query: null,
  parts: [],
  where: [],
  fields: new Map<string, OwnField>(),
  reads: [],
  named: new Set<string>(),
  nullable: new Set<string>(),
  castToText: new Set<string>(),
  textIds: new Set<string>(),
} as const

/** A name, a value for all rows, a name with the encoding of its values, or an expression. */
export type PhysicalColumn = string | Constant | Encoded | Expressed

export interface Expressed {
  /** Refers to columns of the row with the table's logical name: `posts.sub`. */
  readonly sql: string
}

export interface Constant {
  readonly constant: string | number
}

export interface Encoded {
  readonly column: string
  readonly encoding: Encoding
}

export interface OwnField {
  readonly value: { readonly column: string } | Expressed
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
}

/** A condition that a physical column has, or lacks, one of these values. */
export interface RowFilter {
  readonly column: string
  readonly isNot: boolean
  readonly values: readonly (string | number | null)[]
}

/** The followed columns of plug-ins' tables, by table name without the site's prefix. */
export type PlugInColumns = ReadonlyMap<string, readonly string[]>

/** Adds the plug-ins' tables that the database has to the layout. */
export function withPlugInTables(
  layout: Layout,
  there: ReadonlyMap<string, unknown>,
  { prefix, columnsOf }: { readonly prefix: string; readonly columnsOf: PlugInColumns },
): FollowedTables {
  const found = [...columnsOf].filter(([name]) => there.has(prefix + name))
  return new Map<string, PhysicalTable>([
    ...layout,
    ...found.map(([name, columns]): [string, PhysicalTable] => [
      plugInTag(name),
      { ...asItIs, table: prefix + name, columns: new Map(columns.map((column) => [column, column])) },
    ]),
  ])
}

/** Finds a plug-in's followed table; undefined where the database lacks it, or no change feed follows it. */
export function followedTable(tables: FollowedTables, name: string): PhysicalTable | undefined {
  return tables.get(plugInTag(name))
}

/** True where each relation is one row: WordPress's table has a key over both columns, other tables may not. */
export function hasRelationsOnce(layout: Layout): boolean {
  const relations = layout.get('term_relationships')
  return relations?.query === null && relations.columns.get('post_id') === 'object_id'
}

/** The physical columns, in lower case, that the layout's conditions fix to one value. */
export function columnsHeld(table: PhysicalTable | undefined): readonly string[] {
  return (table?.where ?? []).flatMap(({ column, isNot, values }) =>
    !isNot && values.length === 1 ? [column.toLowerCase()] : [],
  )
}

/** The physical name of a stored column; null for a constant or an expression. */
export function storedName(column: PhysicalColumn | undefined): string | null {
  if (typeof column === 'string') return column
  return column !== undefined && 'column' in column ? column.column : null
}

/** WordPress's names of columns; its tables add a prefix to the logical names. */
const stock: { readonly [T in Table]: { readonly [C in keyof Database[T]]: string } } = {
  posts: {
    id: 'ID',
    author_id: 'post_author',
    created_at: 'post_date',
    created_at_utc: 'post_date_gmt',
    modified_at: 'post_modified',
    modified_at_utc: 'post_modified_gmt',
    title: 'post_title',
    content: 'post_content',
    excerpt: 'post_excerpt',
    status: 'post_status',
    type: 'post_type',
    slug: 'post_name',
    password: 'post_password',
    parent_id: 'post_parent',
    guid: 'guid',
    menu_order: 'menu_order',
    mime_type: 'post_mime_type',
    comment_status: 'comment_status',
    ping_status: 'ping_status',
    comment_count: 'comment_count',
  },
  postmeta: { id: 'meta_id', post_id: 'post_id', key: 'meta_key', value: 'meta_value' },
  users: {
    id: 'ID',
    login: 'user_login',
    slug: 'user_nicename',
    email: 'user_email',
    password_hash: 'user_pass',
    url: 'user_url',
    name: 'display_name',
    registered_at: 'user_registered',
    spam: 'spam',
  },
  usermeta: { id: 'umeta_id', user_id: 'user_id', key: 'meta_key', value: 'meta_value' },
  terms: { id: 'term_id', name: 'name', slug: 'slug', group: 'term_group' },
  term_taxonomy: {
    id: 'term_taxonomy_id',
    term_id: 'term_id',
    taxonomy: 'taxonomy',
    description: 'description',
    parent_id: 'parent',
    count: 'count',
  },
  term_relationships: { post_id: 'object_id', term_taxonomy_id: 'term_taxonomy_id', position: 'term_order' },
  termmeta: { id: 'meta_id', term_id: 'term_id', key: 'meta_key', value: 'meta_value' },
  comments: {
    id: 'comment_ID',
    post_id: 'comment_post_ID',
    parent_id: 'comment_parent',
    author_id: 'user_id',
    author_name: 'comment_author',
    author_email: 'comment_author_email',
    author_url: 'comment_author_url',
    author_ip: 'comment_author_IP',
    author_agent: 'comment_agent',
    created_at: 'comment_date',
    created_at_utc: 'comment_date_gmt',
    content: 'comment_content',
    status: 'comment_approved',
    type: 'comment_type',
  },
  commentmeta: { id: 'meta_id', comment_id: 'comment_id', key: 'meta_key', value: 'meta_value' },
  options: { id: 'option_id', name: 'option_name', value: 'option_value' },
}

export function wordpress(prefix: string): Layout {
  return new Map(
    tableNames.map((name) => [
      name,
      { table: prefix + name, columns: new Map(Object.entries(stock[name])), ...asItIs },
    ]),
  )
}

/** The layout in which every table and column has its logical name. */
export function plain(): Layout {
  const names = [...wordpress('')].map(([name, { columns }]): [Table, PhysicalTable] => {
    const own = new Map([...columns.keys()].map((column) => [column, column]))
    return [name, { table: name, columns: own, ...asItIs }]
  })
  return new Map(names)
}

/** Finds a physical column; undefined where its table does not exist. */
export function columnIn(layout: Layout, named: ColumnName): PhysicalColumn | undefined {
  const [name = '', column = ''] = named.split('.')
  const table = tableOf(name)
  return table && layout.get(table)?.columns.get(column)
}

/** True where the fitted column has the trait: it can be NULL, is not stored as text, has text ids, or is mapped by the owner. */
export function hasTrait(
  layout: Layout,
  named: ColumnName,
  trait: 'nullable' | 'castToText' | 'textIds' | 'named',
): boolean {
  const [name = '', column = ''] = named.split('.')
  const table = tableOf(name)
  return (table && layout.get(table)?.[trait].has(column)) ?? false
}
