// Test files of what depends on the version of a server: plans and rows examined, the feed, types, collations and dates. Where two
// servers of one flavour are found, a run of everything tests only these on the second.
export const byVersion: readonly string[] = [
  'test/query/*.test.ts',
  'test/io/replicas.test.ts',
  'test/spec/cursor-keys.test.ts',
  'test/spec/encodings.test.ts',
  'test/spec/fresh.test.ts',
  'test/spec/graphql-posts.test.ts',
  'test/spec/legacy-*.test.ts',
  'test/spec/rest-posts.test.ts',
  'test/spec/totals.test.ts',
  'test/spec/visibility.test.ts',
]
