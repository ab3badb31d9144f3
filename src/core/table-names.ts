// The logical names of the tables that the gateway reads.

export const tableNames = [
  'posts',
  'postmeta',
  'users',
  'usermeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'termmeta',
  'comments',
  'commentmeta',
  'options',
] as const

export type Table = (typeof tableNames)[number]
