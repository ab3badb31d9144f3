// The kind of value that queries compare each logical column with. A layout is refused unless the database compares its columns in the
// same way: MySQL and MariaDB take any word for 0 where they compare it with a number.
import type { StoredKind } from './stored-column.ts'
import { tableOf, type ColumnName, type Database, type Table } from './tables.ts'

/** `word`: text whose values Lectern knows, and which decide visibility or what a row is. */
export type ColumnKind = 'integer' | 'time' | 'text' | 'word'

type Kinds = {
  readonly [T in Table]: {
    readonly [C in keyof Database[T]]: Database[T][C] extends string
      ? Exclude<ColumnKind, 'integer'>
      : 'integer'
  }
}

const kinds: Kinds = {
  posts: {
    id: 'integer',
    author_id: 'integer',
    created_at: 'time',
    created_at_utc: 'time',
    modified_at: 'time',
    modified_at_utc: 'time',
    title: 'text',
    content: 'text',
    excerpt: 'text',
    status: 'word',
    type: 'word',
    slug: 'text',
    password: 'word',
    parent_id: 'integer',
    guid: 'text',
    menu_order: 'integer',
    mime_type: 'text',
    comment_status: 'text',
    ping_status: 'text',
    comment_count: 'integer',
  },
  postmeta: { id: 'integer', post_id: 'integer', key: 'word', value: 'text' },
  users: {
    id: 'integer',
    login: 'text',
    slug: 'text',
    email: 'text',
    password_hash: 'text',
    url: 'text',
    name: 'text',
    registered_at: 'time',
    spam: 'integer',
  },
  usermeta: { id: 'integer', user_id: 'integer', key: 'word', value: 'text' },
  terms: { id: 'integer', name: 'text', slug: 'text', group: 'integer' },
  term_taxonomy: {
    id: 'integer',
    term_id: 'integer',
    taxonomy: 'word',
    description: 'text',
    parent_id: 'integer',
    count: 'integer',
  },
  term_relationships: { post_id: 'integer', term_taxonomy_id: 'integer', position: 'integer' },
  termmeta: { id: 'integer', term_id: 'integer', key: 'word', value: 'text' },
  commentmeta: { id: 'integer', comment_id: 'integer', key: 'word', value: 'text' },
  comments: {
    id: 'integer',
    post_id: 'integer',
    parent_id: 'integer',
    author_id: 'integer',
    author_name: 'text',
    author_email: 'text',
    author_url: 'text',
    author_ip: 'text',
    author_agent: 'text',
    created_at: 'time',
    created_at_utc: 'time',
    content: 'text',
    status: 'word',
    type: 'word',
  },
  options: { id: 'integer', name: 'word', value: 'text' },
}

const byName: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries(kinds).flatMap(([table, columns]) =>
    Object.entries<ColumnKind>(columns).map(([column, kind]) => [`${table}.${column}`, kind]),
  ),
)

/** The kind of a column by its logical name: `posts.status`. */
export function kindOf(named: string): ColumnKind {
  const [name = '', column = ''] = named.split('.')
  const kind = byName.get(`${tableOf(name)}.${column}`)
  if (kind === undefined) throw new Error(`there is no column ${named}`)
  return kind
}

/** The table whose ids the column contains; undefined for other columns. */
export function refersTo(table: Table, column: string): Table | undefined {
  if (column === 'id') return table
  const known = referring[column]
  if (known !== undefined) return known
  return column === 'parent_id' ? (table === 'term_taxonomy' ? 'terms' : table) : undefined
}

const referring: Readonly<Record<string, Table>> = {
  post_id: 'posts',
  author_id: 'users',
  user_id: 'users',
  term_id: 'terms',
  comment_id: 'comments',
  term_taxonomy_id: 'term_taxonomy',
}

/** The ways in which a database may store a column of each kind; a `text` column stored otherwise is compared as text (`cast`). */
export const storedKinds: Readonly<Record<ColumnKind, ReadonlySet<StoredKind>>> = {
  integer: new Set<StoredKind>(['number', 'any']),
  time: new Set<StoredKind>(['time', 'text', 'any']),
  text: new Set<StoredKind>(['text', 'number', 'time', 'other', 'any']),
  word: new Set<StoredKind>(['text', 'any']),
}

/** The words that Lectern itself gives a meaning, by column. */
export const knownWords: Readonly<Record<string, readonly string[]>> = {
  'posts.status': ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'],
  'comments.status': ['1', '0', 'spam', 'trash'],
}

/** Texts that rules compare and no index finds: NULL there counts as no password and no type of comment. */
export const emptyIfNull: ReadonlySet<string> = new Set<ColumnName>(['posts.password', 'comments.type'])
