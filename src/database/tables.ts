// The logical tables: the one set of names in which queries are written, whatever the owner's tables are called; `layout.ts` maps them to
// physical names.
import { tableNames, type Table } from '../core/table-names.ts'

/** A whole number of up to 64 bits: a number where a double holds it exactly, else its decimal digits. Ids may be texts. */
export type Integer = number | string
/** `YYYY-MM-DD HH:MM:SS` without a zone; all zero where it was never set. */
export type DateTime = string

export interface Database {
  readonly posts: {
    readonly id: Integer
    readonly author_id: Integer
    /** The site's local time. */
    readonly created_at: DateTime
    readonly created_at_utc: DateTime
    readonly modified_at: DateTime
    readonly modified_at_utc: DateTime
    readonly title: string
    readonly content: string
    readonly excerpt: string
    readonly status: string
    readonly type: string
    readonly slug: string
    readonly password: string
    readonly parent_id: Integer
    readonly guid: string
    readonly menu_order: Integer
    readonly mime_type: string
    readonly comment_status: string
    readonly ping_status: string
    readonly comment_count: Integer
  }
  /** The posts table again, under the name that joins use for a post's parent. */
  readonly parents: Database['posts']
  readonly postmeta: {
    readonly id: Integer
    readonly post_id: Integer
    readonly key: string
    readonly value: string
  }
  readonly users: {
    readonly id: Integer
    readonly login: string
    readonly slug: string
    readonly email: string
    /** Only authentication reads it; no response has it. */
    readonly password_hash: string
    readonly url: string
    readonly name: string
    readonly registered_at: DateTime
    /** `1` where a network of sites has marked the account as spam. Single sites lack the column. */
    readonly spam: Integer
  }
  readonly usermeta: {
    readonly id: Integer
    readonly user_id: Integer
    readonly key: string
    readonly value: string
  }
  readonly terms: {
    readonly id: Integer
    readonly name: string
    readonly slug: string
    readonly group: Integer
  }
  readonly term_taxonomy: {
    readonly id: Integer
    readonly term_id: Integer
    readonly taxonomy: string
    readonly description: string
    readonly parent_id: Integer
    readonly count: Integer
  }
  readonly term_relationships: {
    readonly post_id: Integer
    readonly term_taxonomy_id: Integer
    readonly position: Integer
  }
  readonly termmeta: {
    readonly id: Integer
    readonly term_id: Integer
    readonly key: string
    readonly value: string
  }
  readonly comments: {
    readonly id: Integer
    readonly post_id: Integer
    readonly parent_id: Integer
    /** The user who wrote the comment; 0 for a guest. */
    readonly author_id: Integer
    readonly author_name: string
    readonly author_email: string
    readonly author_url: string
    readonly author_ip: string
    readonly author_agent: string
    /** The site's local time. */
    readonly created_at: DateTime
    readonly created_at_utc: DateTime
    readonly content: string
    /** `1` approved, `0` on hold, `spam`, `trash`. */
    readonly status: string
    readonly type: string
  }
  readonly commentmeta: {
    readonly id: Integer
    readonly comment_id: Integer
    readonly key: string
    readonly value: string
  }
  readonly options: { readonly id: Integer; readonly name: string; readonly value: string }
}

export type { Table }
/** A column under its logical name with its table: `posts.created_at`. */
export type ColumnName = { [T in keyof Database]: `${T}.${keyof Database[T] & string}` }[keyof Database]

/** A column of any of the tables. */
export type Column = { [T in keyof Database]: keyof Database[T] & string }[keyof Database]

/** The logical table of a name in a query. */
export function tableOf(name: string): Table | undefined {
  return name === 'parents' ? 'posts' : tableNames.find((each) => each === name)
}

/** A row of a query's result, keyed by the selected names. */
export type Row = Readonly<Record<string, unknown>>

/**
 * A column's value as text, '' where it has none.
 *
 * @example
 * ```ts
 * import { defineExtension, textOf, type Derived } from 'lectern'
 *
 * const shout: Derived = {
 *   columns: ['slug'],
 *   value: ({ row }) => textOf(row, 'slug').toUpperCase(),
 * }
 *
 * const field = { name: 'shout', type: 'String', description: 'Its slug, aloud.', ...shout } as const
 *
 * export default defineExtension({ name: 'loud', adds: { post: { nodeFields: [field] } } })
 * ```
 */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Maps ids to rows; of rows with one id the last wins. */
export function rowsById<R extends Row>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [textOf(row, 'id'), row]))
}

export function rowIds(rows: readonly Row[]): Set<string> {
  return new Set(rows.map((row) => textOf(row, 'id')))
}

/**
 * A column's value as an integer, as a string of digits where a double cannot hold it; an id that is a text as it is. 0 where it
 * has none.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, integerOf, type Derived } from 'lectern'
 *
 * const parity: Derived = {
 *   columns: ['id'],
 *   value: ({ row }) => (Number(integerOf(row, 'id')) % 2 === 0 ? 'even' : 'odd'),
 * }
 *
 * const parities = defineRoute({
 *   namespace: 'parity/v1',
 *   path: '/posts',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { id: 'id', parity }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'parity', routes: [parities] })
 * ```
 */
export function integerOf(row: Row, column: string): Integer {
  const value = row[column]
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : 0
}
