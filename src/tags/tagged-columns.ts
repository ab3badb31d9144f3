// Columns with tags of their own, and columns that decide visibility, by source.
import type { sources, Source } from '../database/source.ts'

type SourceColumns = { readonly [S in Source]?: readonly (keyof (typeof sources)[S]['columns'])[] }

/** Columns that visibility rules read. */
export const deciding: Readonly<Record<string, readonly string[]>> = {
  posts: ['status', 'password', 'author_id', 'parent_id'],
  comments: ['status', 'post_id', 'type'],
} satisfies SourceColumns

/** Columns that often change alone, so that answers which do not show them stay valid. */
export const quietColumns: Readonly<Record<string, readonly string[]>> = {
  posts: ['comment_count'],
  terms: ['count'],
  users: ['password_hash'],
} satisfies SourceColumns
