// Columns with tags of their own, or on which visibility depends, by the sources that they belong to.
import type { sources, Source } from '../database/source.ts'

type SourceColumns = { readonly [S in Source]?: readonly (keyof (typeof sources)[S]['columns'])[] }

/** Columns that visibility rules read. */
export const deciding: Readonly<Record<string, readonly string[]>> = {
  posts: ['status', 'password', 'author_id', 'parent_id'],
  comments: ['status', 'post_id', 'type'],
} satisfies SourceColumns

/** Columns that change often by themselves: an answer that does not show them does not depend on them. */
export const quietColumns: Readonly<Record<string, readonly string[]>> = {
  posts: ['comment_count'],
  terms: ['count'],
  users: ['password_hash'],
} satisfies SourceColumns
