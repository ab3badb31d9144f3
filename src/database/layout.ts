// The physical tables and columns that logical ones stand for. `wordpress` is the layout that WordPress makes, with any prefix;
// `plain` uses the logical names; an owner's mapping changes either. Once the database is found, the layout is fitted to the
// tables that really exist (fit.ts).
import { tableNames } from '../core/table-names.ts'
import { plugInTag } from '../core/tag.ts'
import type { Encoding } from './encoding.ts'
import { tableOf, type ColumnName, type Database, type Table } from './tables.ts'

/** A table that the database does not have is left out. */
export type Layout = ReadonlyMap<Table, PhysicalTable>

/** Tables whose changes feeds follow, by the names that changes have: those of a layout, and tables of plug-ins. */
export type FollowedTables = ReadonlyMap<string, PhysicalTable>

export interface PhysicalTable {
  readonly table: string
  /** The query whose result it is; null where the database has it. */
  readonly query: string | null
  /** The tables that its rows lie in, each with types of its own; none where they lie in one. */
  readonly parts: readonly PhysicalTable[]
  /** A column that the database does not have is a constant. */
  readonly columns: ReadonlyMap<string, PhysicalColumn>
  /** Rows that do not meet all of these are not there. */
  readonly where: readonly RowFilter[]
  /** Fields of the owner's, by their names: values of the row that no logical column has. */
  readonly fields: ReadonlyMap<string, OwnField>
  /** Tables that expressions of this one read. */
  readonly reads: readonly string[]
  /** Logical names of columns that the owner named, and `table` where the table is: without these nothing is served. */
  readonly named: ReadonlySet<string>
  /** Logical columns that can be NULL, of a table that was fitted. */
  readonly nullable: ReadonlySet<string>
  /** Logical columns of text that the database stores as something else. */
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

/** A name, a value that all rows have, a name with how its values are stored, or an expression. */
export type PhysicalColumn = string | Constant | Encoded | Expressed

export interface Expressed {
  /** Over the columns of the row, after the table's logical name: `posts.sub`. */
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

/** A physical column has, or has not, one of these values. */
export interface RowFilter {
  readonly column: string
  readonly isNot: boolean
  readonly values: readonly (string | number | null)[]
}

/** The followed columns of tables of plug-ins, by the tables' names without the prefix of the site's. */
export type PlugInColumns = ReadonlyMap<string, readonly string[]>

/** The layout with those of the tables that the database has. */
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

/** The followed table of a plug-in; undefined where the database has none, or no feed follows it. */
export function followedTable(tables: FollowedTables, name: string): PhysicalTable | undefined {
  return tables.get(plugInTag(name))
}

/** True where a relation is one row: WordPress's table has a key on both of its columns, another one need not. */
export function hasRelationsOnce(layout: Layout): boolean {
  const relations = layout.get('term_relationships')
  return relations?.query === null && relations.columns.get('post_id') === 'object_id'
}

/** The physical columns, in lower case, that have one value in all rows that are there. */
export function columnsHeld(table: PhysicalTable | undefined): readonly string[] {
  return (table?.where ?? []).flatMap(({ column, isNot, values }) =>
    !isNot && values.length === 1 ? [column.toLowerCase()] : [],
  )
}

/** The physical name of a column that rows have; null for a constant. */
export function storedName(column: PhysicalColumn | undefined): string | null {
  if (typeof column === 'string') return column
  return column !== undefined && 'column' in column ? column.column : null
}

/** WordPress's names, which are those of its tables without a prefix. */
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

/** Every table and column under its logical name. */
export function plain(): Layout {
  const names = [...wordpress('')].map(([name, { columns }]): [Table, PhysicalTable] => {
    const own = new Map([...columns.keys()].map((column) => [column, column]))
    return [name, { table: name, columns: own, ...asItIs }]
  })
  return new Map(names)
}

/** Undefined where its table does not exist. */
export function columnIn(layout: Layout, named: ColumnName): PhysicalColumn | undefined {
  const [name = '', column = ''] = named.split('.')
  const table = tableOf(name)
  return table && layout.get(table)?.columns.get(column)
}

/** True where the column can be NULL, is no text, or has ids that are texts. */
export function hasTrait(
  layout: Layout,
  named: ColumnName,
  trait: 'nullable' | 'castToText' | 'textIds' | 'named',
): boolean {
  const [name = '', column = ''] = named.split('.')
  const table = tableOf(name)
  return (table && layout.get(table)?.[trait].has(column)) ?? false
}
