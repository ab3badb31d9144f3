// Explanations of a query by servers, as people read them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ofServer, ofSqlite } from '../../../src/check/explain.ts'
import { wordpress } from '../../../src/database/layout.ts'

const layout = wordpress('blog_')

it('EXPLAIN is a line a table: by which kind of access and key, about how many rows, and what is done to them', () => {
  assert.deepEqual(
    ofServer(
      [
        { table: '<derived2>', type: 'ALL', key: null, rows: 20, Extra: 'Using temporary; Using filesort' },
        { table: 'posts', type: 'eq_ref', key: 'PRIMARY', rows: 1, Extra: null },
        {
          table: 'term_relationships',
          type: 'ref',
          key: 'term_taxonomy_id',
          rows: 12_345,
          Extra: 'Using index',
        },
      ],
      layout,
    ),
    [
      'the derived table: ALL, no key, about 20 rows, into a temporary table, then sorted',
      'blog_posts: eq_ref, key PRIMARY, about 1 row',
      'blog_term_relationships: ref, key term_taxonomy_id, about 12,345 rows, from the key alone',
    ],
  )
})

it('EXPLAIN says so where no row can be meant', () => {
  const row = { table: null, type: null, key: null, rows: null, Extra: 'no matching row in const table' }
  assert.deepEqual(ofServer([row], layout), ['no matching row in const table'])
})

it("EXPLAIN QUERY PLAN is said with the owner's names", () => {
  const details = [
    'SEARCH posts USING INDEX status (post_type=?)',
    'SCAN users',
    'USE TEMP B-TREE FOR ORDER BY',
  ]
  assert.deepEqual(
    ofSqlite(
      details.map((detail) => ({ detail })),
      layout,
    ),
    ['blog_posts: search USING INDEX status (post_type=?)', 'blog_users: scan', 'sorted for its order by'],
  )
})
