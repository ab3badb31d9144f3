// The sources of plans: a table, or tables joined in a fixed way, with the columns that can be selected and the rows whose change makes a
// response stale.
import type { Layout } from './layout.ts'
import { tableOf, type ColumnName, type Table } from './tables.ts'

interface SourceDefinition {
  readonly tables: readonly Table[]
  readonly columns: Readonly<Record<string, ColumnName>>
  /** The tables whose rows a row of the source shows, found by this column; for term_relationships all rows of a post. */
  readonly shows: readonly { readonly table: Table; readonly column: string }[]
}

export const sources = {
  posts: {
    tables: ['posts'],
    columns: {
      id: 'posts.id',
      author_id: 'posts.author_id',
      created_at: 'posts.created_at',
      created_at_utc: 'posts.created_at_utc',
      modified_at: 'posts.modified_at',
      modified_at_utc: 'posts.modified_at_utc',
      title: 'posts.title',
      content: 'posts.content',
      excerpt: 'posts.excerpt',
      status: 'posts.status',
      type: 'posts.type',
      slug: 'posts.slug',
      password: 'posts.password',
      parent_id: 'posts.parent_id',
      guid: 'posts.guid',
      menu_order: 'posts.menu_order',
      mime_type: 'posts.mime_type',
      comment_status: 'posts.comment_status',
      ping_status: 'posts.ping_status',
      comment_count: 'posts.comment_count',
    },
    shows: [{ table: 'posts', column: 'id' }],
  },
  postmeta: {
    tables: ['postmeta'],
    columns: { id: 'postmeta.id', post_id: 'postmeta.post_id', key: 'postmeta.key', value: 'postmeta.value' },
    shows: [{ table: 'posts', column: 'post_id' }],
  },
  usermeta: {
    tables: ['usermeta'],
    columns: { id: 'usermeta.id', user_id: 'usermeta.user_id', key: 'usermeta.key', value: 'usermeta.value' },
    shows: [{ table: 'users', column: 'user_id' }],
  },
  termmeta: {
    tables: ['termmeta'],
    columns: { id: 'termmeta.id', term_id: 'termmeta.term_id', key: 'termmeta.key', value: 'termmeta.value' },
    shows: [{ table: 'terms', column: 'term_id' }],
  },
  commentmeta: {
    tables: ['commentmeta'],
    columns: {
      id: 'commentmeta.id',
      comment_id: 'commentmeta.comment_id',
      key: 'commentmeta.key',
      value: 'commentmeta.value',
    },
    shows: [{ table: 'comments', column: 'comment_id' }],
  },
  terms: {
    tables: ['term_taxonomy', 'terms'],
    columns: {
      id: 'terms.id',
      taxonomy_id: 'term_taxonomy.id',
      name: 'terms.name',
      slug: 'terms.slug',
      group: 'terms.group',
      taxonomy: 'term_taxonomy.taxonomy',
      description: 'term_taxonomy.description',
      parent_id: 'term_taxonomy.parent_id',
      count: 'term_taxonomy.count',
    },
    shows: [{ table: 'terms', column: 'id' }],
  },
  post_terms: {
    tables: ['term_relationships', 'term_taxonomy', 'terms'],
    columns: {
      post_id: 'term_relationships.post_id',
      id: 'terms.id',
      name: 'terms.name',
      slug: 'terms.slug',
      taxonomy: 'term_taxonomy.taxonomy',
      description: 'term_taxonomy.description',
      parent_id: 'term_taxonomy.parent_id',
      count: 'term_taxonomy.count',
    },
    shows: [
      { table: 'term_relationships', column: 'post_id' },
      { table: 'terms', column: 'id' },
    ],
  },
  users: {
    tables: ['users'],
    columns: {
      id: 'users.id',
      login: 'users.login',
      slug: 'users.slug',
      email: 'users.email',
      password_hash: 'users.password_hash',
      spam: 'users.spam',
      url: 'users.url',
      name: 'users.name',
      registered_at: 'users.registered_at',
    },
    shows: [{ table: 'users', column: 'id' }],
  },
  comments: {
    tables: ['comments'],
    columns: {
      id: 'comments.id',
      post_id: 'comments.post_id',
      parent_id: 'comments.parent_id',
      author_id: 'comments.author_id',
      author_name: 'comments.author_name',
      author_email: 'comments.author_email',
      author_url: 'comments.author_url',
      author_ip: 'comments.author_ip',
      author_agent: 'comments.author_agent',
      created_at: 'comments.created_at',
      created_at_utc: 'comments.created_at_utc',
      content: 'comments.content',
      status: 'comments.status',
      type: 'comments.type',
    },
    shows: [{ table: 'comments', column: 'id' }],
  },
  options: {
    tables: ['options'],
    columns: { name: 'options.name', value: 'options.value' },
    shows: [],
  },
} as const satisfies Record<string, SourceDefinition>

export type Source = keyof typeof sources

/** Times in UTC, computed from local time where the UTC column was never set; plans select and order by them as by columns. */
export const instants = {
  created_instant: { utc: 'created_at_utc', local: 'created_at' },
  modified_instant: { utc: 'modified_at_utc', local: 'modified_at' },
} as const

export type Instant = keyof typeof instants

export function isInstant(column: string): column is Instant {
  return Object.hasOwn(instants, column)
}

/** The logical column of a source's column; throws for a column that the source lacks, which no plan names. */
export function columnOf(source: Source, column: string): ColumnName {
  const columns: Readonly<Record<string, ColumnName>> = sources[source].columns
  const name = columns[column]
  if (name === undefined) throw new Error(`${source} has no column ${column}`)
  return name
}

/** True where the database has all tables of the source. */
export function isReadable(source: Source, layout: Layout): boolean {
  return sources[source].tables.every((table) => layout.has(table))
}

/** The table whose ids are the source's `id`. */
export function idTableOf(source: Source): Table {
  const columns: Readonly<Record<string, ColumnName>> = sources[source].columns
  return tableOf(columns['id']?.split('.')[0] ?? '') ?? sources[source].tables[0]
}

/** A column that every row of the source has. */
export function firstColumn(source: Source): string {
  return Object.keys(sources[source].columns)[0] ?? ''
}

const texts: ReadonlySet<string> = new Set<ColumnName>([
  'posts.title',
  'posts.slug',
  'terms.name',
  'terms.slug',
  'term_taxonomy.description',
  'users.login',
  'users.name',
  'users.slug',
  'users.url',
])

/** True where the column is ordered by WordPress's collation, not by its bytes or as a number. */
export function isText(source: Source, column: string): boolean {
  return !isInstant(column) && texts.has(columnOf(source, column))
}
