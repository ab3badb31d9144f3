// Constants and columns that stand for columns that a table lacks.
import type { Constant, PhysicalColumn, PhysicalTable } from './layout.ts'
import type { Database, Table } from './tables.ts'

export function withStandIns(
  columns: PhysicalTable['columns'],
  absent: readonly string[],
  standIns: ReadonlyMap<string, Default>,
): PhysicalTable['columns'] {
  const standing = new Map(columns)
  for (const logical of absent) {
    const standIn = standIns.get(logical)
    const stands = standIn && 'unless' in standIn && !absent.includes(standIn.unless) ? empty : standIn
    const like = stands && 'like' in stands ? liked(standing.get(stands.like), 'as' in stands) : stands
    if (like !== undefined) standing.set(logical, like)
  }
  return standing
}

function liked(other: PhysicalColumn | undefined, asLocal: boolean): PhysicalColumn | undefined {
  return asLocal && typeof other === 'string'
    ? { column: other, encoding: { kind: 'time', form: 'local' } }
    : other
}

/**
 * A constant, another column, or UTC time computed from another column's local time. With `unless`, only where that column is absent too;
 * otherwise empty, so that the time is computed from that column.
 */
export type Default =
  | Constant
  | { readonly like: string }
  | { readonly like: string; readonly as: 'local' }
  | { readonly like: string; readonly unless: string }

const empty: Default = { constant: '' }
const zero: Default = { constant: 0 }
const never: Default = { constant: '0000-00-00 00:00:00' }

/**
 * The stand-ins for columns that do not exist, or that the account may not read; other columns are required. The columns that decide
 * visibility (status, type, password) have none: an owner whose table lacks one gives a constant in the mapping.
 */
export const defaults: { readonly [T in Table]: { readonly [C in keyof Database[T]]?: Default } } = {
  posts: {
    author_id: zero,
    created_at_utc: never,
    modified_at: { like: 'created_at' },
    modified_at_utc: { like: 'created_at_utc', unless: 'modified_at' },
    content: empty,
    excerpt: empty,
    slug: empty,
    parent_id: zero,
    guid: empty,
    menu_order: zero,
    mime_type: empty,
    comment_status: { constant: 'closed' },
    ping_status: { constant: 'closed' },
    comment_count: zero,
  },
  postmeta: { id: zero },
  users: {
    login: empty,
    slug: empty,
    email: empty,
    password_hash: empty,
    url: empty,
    registered_at: never,
    spam: zero,
  },
  usermeta: { id: zero },
  terms: { group: zero },
  term_taxonomy: { description: empty, parent_id: zero, count: zero },
  term_relationships: { position: zero },
  comments: {
    parent_id: zero,
    author_id: zero,
    author_name: empty,
    author_email: empty,
    author_url: empty,
    author_ip: empty,
    author_agent: empty,
    created_at_utc: { like: 'created_at', as: 'local' },
    type: { constant: 'comment' },
  },
  termmeta: { id: zero },
  commentmeta: { id: zero },
  options: { id: zero },
}
