// The contract of tags: whatever a plan depends on is named by a change of that, and each tag by both sides.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangedRow, RowChange } from '../../../src/core/change.ts'
import type { PostsAspect, Tag } from '../../../src/core/tag.ts'
import { tableNames, type Table } from '../../../src/core/table-names.ts'
import type { Compared } from '../../../src/database/declared-filter.ts'
import { tagsOfChange } from '../../../src/tags/change-tags.ts'
import { tagsOf, type PlanRead } from '../../../src/tags/tags.ts'

const rowChange = (table: Table, before: ChangedRow | null, after: ChangedRow | null): RowChange => ({
  kind: 'row',
  table,
  before,
  after,
})

const anybody = { resource: 'post', rule: 'visible', viewerId: 0 } as const
const posts: PlanRead = { kind: 'list', source: 'posts', columns: ['id'], filters: [], visible: anybody }
const oneKind: PlanRead = { ...posts, filters: [{ kind: 'in', column: 'type', values: ['post'] }] }
const terms: PlanRead = { ...posts, source: 'terms', visible: null }

const post: ChangedRow = {
  id: '7',
  type: 'post',
  status: 'publish',
  title: 'One',
  author_id: '3',
  parent_id: '2',
  password: '',
  comment_count: '0',
}
const draft = { ...post, status: 'draft' }
const term: ChangedRow = { id: '5', name: 'A', slug: 'a' }
const placed: ChangedRow = { id: '6', term_id: '5', taxonomy: 'category', parent_id: '1', count: '0' }
const comment: ChangedRow = { id: '4', post_id: '7', parent_id: '0', status: '1', type: 'comment' }
const price: ChangedRow = { id: '1', post_id: '7', key: 'price', value: '1' }

interface Case {
  readonly plan: PlanRead
  /** Tables that the query looked into, besides the source's own. */
  readonly tables?: readonly Table[]
  readonly change: RowChange
  /** True where all posts are known to be hidden. */
  readonly isHidden?: boolean
}

/** What both sides name of a plan and a change, besides whole tables. */
function shared({ plan, tables = [], change, isHidden = false }: Case): readonly Tag[] {
  const read = tagsOf(plan, { rows: [], tables: new Set(tables) })
  const known = { isAbove: () => true, isDiscussed: () => true, isHidden: () => isHidden }
  const changed = tagsOfChange(change, (tag) => read.has(tag), known)
  assert(changed !== 'all')
  return [...changed].filter((tag) => read.has(tag) && !tag.startsWith('table:'))
}

/** Another aspect does not compile before it has its case. */
const aspects: Readonly<Record<PostsAspect, Case>> = {
  'meta:price': {
    plan: { ...posts, filters: [{ kind: 'meta', key: 'price', values: ['1'] }] },
    change: rowChange('postmeta', null, price),
  },
  terms: {
    plan: {
      ...posts,
      filters: [{ kind: 'term', taxonomy: 'category', by: 'id', values: [5] }],
    },
    change: rowChange('term_relationships', null, { post_id: '7', taxonomy_id: '6' }),
  },
  'hidden-terms': {
    plan: {
      ...posts,
      visible: { ...anybody, viewerId: 3 },
      filters: [{ kind: 'term', taxonomy: 'category', by: 'id', values: [5] }],
    },
    change: rowChange('term_relationships', null, { post_id: '7', taxonomy_id: '6' }),
    isHidden: true,
  },
  hidden: {
    plan: { ...posts, visible: { ...anybody, viewerId: 3 } },
    change: rowChange('posts', null, draft),
  },
  visibility: {
    plan: { ...terms, source: 'comments' },
    tables: ['posts'],
    change: rowChange('posts', post, draft),
  },
  arrivals: {
    plan: { ...posts, filters: [{ kind: 'in', column: 'type', values: ['attachment'] }] },
    change: rowChange('posts', null, draft),
  },
  discussed: {
    plan: { ...terms, source: 'comments' },
    tables: ['posts'],
    change: rowChange('posts', null, post),
  },
  authors: { plan: { ...terms, source: 'users' }, tables: ['posts'], change: rowChange('posts', null, post) },
}

const ofPrice: Compared = { name: 'meta.price', on: { meta: 'price' }, type: 'decimal', scanMax: 0 }
const ofOrder: Compared = { name: 'menu_order', on: { column: 'menu_order' }, type: 'integer', scanMax: 0 }
const compared = (by: Compared): PlanRead['filters'][number] => ({
  kind: 'compared',
  by,
  tests: [],
  values: [],
})

const others: Readonly<Record<string, Case>> = {
  'a value of a declared filter': {
    plan: { ...oneKind, columns: ['id'], filters: [...oneKind.filters, compared(ofPrice)] },
    tables: ['postmeta'],
    change: rowChange('postmeta', price, { ...price, value: '2' }),
  },
  'a value of a declared order': {
    plan: { ...oneKind, order: [{ kind: 'meta', by: ofPrice }] },
    tables: ['postmeta'],
    change: rowChange('postmeta', price, null),
  },
  'a column of a declared filter': {
    plan: { ...oneKind, filters: [...oneKind.filters, { kind: 'none', filters: [compared(ofOrder)] }] },
    change: rowChange('posts', { ...post, menu_order: '1' }, { ...post, menu_order: '2' }),
  },
  'a post that comes to a list': { plan: oneKind, change: rowChange('posts', null, post) },
  'a post that goes from a list': { plan: posts, change: rowChange('posts', post, null) },
  'the column of an order': {
    plan: { ...oneKind, order: [{ kind: 'column', column: 'title' }] },
    change: rowChange('posts', post, { ...post, title: 'Two' }),
  },
  'the column of a filter': {
    plan: { ...posts, filters: [{ kind: 'in', column: 'author_id', values: [9] }] },
    change: rowChange('posts', post, { ...post, author_id: '9' }),
  },
  'the column of a tally': {
    plan: { ...posts, kind: 'tally', by: 'slug' },
    change: rowChange('posts', { ...post, slug: 'a' }, { ...post, slug: 'b' }),
  },
  'a post that is asked for before it is there': {
    plan: { ...posts, kind: 'item', filters: [{ kind: 'in', column: 'id', values: [7] }] },
    change: rowChange('posts', null, post),
  },
  'a count that changes by itself': {
    plan: {
      ...posts,
      columns: ['comment_count'],
      filters: [{ kind: 'in', column: 'id', values: [7] }],
    },
    change: rowChange('posts', post, { ...post, comment_count: '1' }),
  },
  'a page below another': {
    plan: { ...posts, filters: [{ kind: 'in', column: 'parent_id', values: [2] }] },
    change: rowChange('posts', null, post),
  },
  'a term below another': {
    plan: { ...terms, filters: [{ kind: 'in', column: 'parent_id', values: [1] }] },
    change: rowChange('term_taxonomy', null, placed),
  },
  'a term below another that begins to match': {
    plan: {
      ...terms,
      filters: [
        { kind: 'in', column: 'parent_id', values: [1] },
        { kind: 'in', column: 'name', values: ['B'] },
      ],
    },
    change: rowChange('terms', term, { ...term, name: 'B' }),
  },
  'a term that is no longer empty': {
    plan: { ...terms, filters: [{ kind: 'in', column: 'count', values: [1] }] },
    change: rowChange('term_taxonomy', placed, { ...placed, count: '1' }),
  },
  'a place that leads to another term': {
    plan: { ...terms, filters: [{ kind: 'in', column: 'taxonomy', values: ['category'] }] },
    change: rowChange('term_taxonomy', { ...placed, term_id: '9' }, placed),
  },
  'a post that gets a term for another': {
    plan: { ...terms, source: 'post_terms', filters: [{ kind: 'in', column: 'id', values: [5] }] },
    change: rowChange(
      'term_relationships',
      { post_id: '7', term_taxonomy_id: '9' },
      { post_id: '7', term_taxonomy_id: '6' },
    ),
  },
  'the terms of a post': {
    plan: { ...terms, source: 'post_terms', filters: [{ kind: 'in', column: 'post_id', values: [7] }] },
    change: rowChange('term_relationships', null, { post_id: '7', taxonomy_id: '6' }),
  },
  'the meta of a post': {
    plan: {
      ...terms,
      source: 'postmeta',
      filters: [
        { kind: 'in', column: 'post_id', values: [7] },
        { kind: 'in', column: 'key', values: ['price'] },
      ],
    },
    change: rowChange('postmeta', price, { ...price, value: '2' }),
  },
  'the meta of a post, under a key in other letters': {
    plan: {
      ...terms,
      source: 'postmeta',
      filters: [
        { kind: 'in', column: 'post_id', values: [7] },
        { kind: 'in', column: 'key', values: ['Price'] },
      ],
    },
    change: rowChange('postmeta', price, { ...price, value: '2' }),
  },
  'a value that a filter finds under a key in other letters': {
    plan: { ...posts, filters: [{ kind: 'meta', key: 'Price', values: ['1'] }] },
    change: rowChange('postmeta', null, price),
  },
  'the meta of a user': {
    plan: {
      ...terms,
      source: 'usermeta',
      filters: [
        { kind: 'in', column: 'user_id', values: [3] },
        { kind: 'in', column: 'key', values: ['nickname'] },
      ],
    },
    change: rowChange('usermeta', null, { id: '1', user_id: '3', key: 'nickname', value: 'a' }),
  },
  'a comment that is approved': {
    plan: { ...terms, source: 'comments', filters: [{ kind: 'in', column: 'status', values: ['1'] }] },
    change: rowChange('comments', { ...comment, status: '0' }, comment),
  },
  'a comment on a post': {
    plan: { ...terms, source: 'comments', filters: [{ kind: 'in', column: 'post_id', values: [7] }] },
    change: rowChange('comments', comment, null),
  },
  'a comment that comes to a post': {
    plan: { ...terms, source: 'comments', filters: [{ kind: 'in', column: 'post_id', values: ['A'] }] },
    change: rowChange('comments', comment, { ...comment, post_id: 'a' }),
  },
  'content by whose slug comments are listed': {
    plan: { ...terms, source: 'comments', filters: [{ kind: 'on-content', column: 'slug', values: ['b'] }] },
    tables: ['posts'],
    change: rowChange('posts', { ...post, slug: 'a' }, { ...post, slug: 'b' }),
  },
  'an answer to a comment': {
    plan: { ...terms, source: 'comments', filters: [{ kind: 'in', column: 'parent_id', values: [9] }] },
    change: rowChange('comments', null, { ...comment, parent_id: '9' }),
  },
  'a name of a user': {
    plan: { ...terms, source: 'users', order: [{ kind: 'column', column: 'name' }] },
    change: rowChange('users', { id: '3', name: 'a' }, { id: '3', name: 'b' }),
  },
  'an option': {
    plan: {
      ...terms,
      source: 'options',
      columns: ['value'],
      filters: [{ kind: 'in', column: 'name', values: ['home'] }],
    },
    change: rowChange('options', { name: 'home', value: 'a' }, { name: 'home', value: 'b' }),
  },
}

describe('what a plan reads', () => {
  for (const [aspect, each] of Object.entries(aspects))
    it(`is dropped by what changes ${aspect} of posts`, () =>
      assert.ok(shared(each).some((tag) => tag === `list:posts/${aspect}`)))

  for (const [what, each] of Object.entries(others))
    it(`is dropped by a change of ${what}`, () => assert.notDeepEqual(shared(each), []))

  it('is dropped by whatever happens to a table that it looked into', () => {
    for (const table of tableNames) {
      const read = tagsOf(posts, { rows: [], tables: new Set([table]) })
      const changed = tagsOfChange({ kind: 'table', table }, () => false)
      assert.ok(changed !== 'all' && [...changed].some((tag) => read.has(tag)), table)
    }
  })

  it('has no tag that is misspelt', () => {
    // @ts-expect-error: no list of posts looks at this
    const misspelt: Tag = 'list:posts/term'
    // @ts-expect-error: there is no such table
    const unknown: Tag = 'row:post:7'
    assert.notEqual(misspelt, unknown)
  })
})
