// Tags that a change makes stale in downstream caches, and those that are not sent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangedRow, DataChange } from '../../../src/core/change.ts'
import { staleWords } from '../../../src/core/tag-words.ts'
import { tagHeadersOf } from '../../../src/cache/tag-headers.ts'
import { createHiddenPosts } from '../../../src/invalidation/hidden-posts.ts'
import { createStaleOf } from '../../../src/invalidation/stale-of.ts'

const post = (id: string, status: string, more: ChangedRow = {}): ChangedRow => ({
  id,
  status,
  type: 'post',
  parent_id: '0',
  title: 'a title',
  ...more,
})
const row = (table: string, before: ChangedRow | null, after: ChangedRow | null) =>
  ({ kind: 'row', table, before, after }) as const

const create = () => {
  const hidden = createHiddenPosts()
  const staleOf = createStaleOf({
    isOptionRead: (name) => name === 'blogname',
    isKept: (tag) => tag === 'key:postmeta:_edit_last',
    isAbove: (id) => id === '100',
    isDiscussed: () => false,
    isHidden: hidden.has,
  })
  return (change: DataChange) => {
    hidden.note(change)
    return staleOf(change)
  }
}
const words = (stale: ReturnType<ReturnType<typeof create>>) => (stale === 'all' ? stale : staleWords(stale))

describe('what a change makes stale elsewhere', () => {
  it('is all of its tags, whatever is kept', () => {
    const staleOf = create()
    const title = row('posts', post('7', 'publish'), post('7', 'publish', { title: 'another' }))
    assert.deepEqual(words(staleOf(title)), [
      'row:posts:7',
      'rows:posts',
      'list:posts:%2A/title',
      'list:posts:post/title',
    ])
    const meta = row('postmeta', null, { post_id: '7', key: 'price', value: '1' })
    assert.deepEqual(words(staleOf(meta)), ['row:posts:7', 'rows:posts', 'list:posts/meta:price'])
    assert.deepEqual(words(staleOf({ kind: 'table', table: 'posts' })), ['table:posts'])
    assert.equal(staleOf({ kind: 'gap', reason: 'x' }), 'all')
  })

  it('is nothing for what WordPress notes for itself', () => {
    const staleOf = create()
    const quiet = [
      row('postmeta', null, { post_id: '7', key: '_edit_lock', value: '1' }),
      row('usermeta', null, { user_id: '1', key: 'session_tokens', value: '1' }),
      row('usermeta', null, { user_id: '1', key: 'wp_persisted_preferences', value: '1' }),
      row('options', null, { name: '_transient_x', value: '1' }),
      { kind: 'table', table: 'options', isQuiet: true } as const,
    ]
    for (const change of quiet) assert.deepEqual(words(staleOf(change)), [])
    assert.deepEqual(words(staleOf(row('options', { name: 'blogname' }, { name: 'blogname', value: '1' }))), [
      'option:blogname',
      'rows:options',
      'site',
    ])
    // An owner's own field may show it
    assert.notDeepEqual(
      words(staleOf(row('postmeta', null, { post_id: '7', key: '_edit_last', value: '1' }))),
      [],
    )
  })

  it('is nothing for drafts and what belongs to them, until they are published', () => {
    const staleOf = create()
    const meta = row('postmeta', null, { post_id: '9', key: 'price', value: '1' })
    const relation = row('term_relationships', null, { post_id: '9', term_taxonomy_id: '1' })
    const revision = row('posts', null, post('10', 'inherit', { type: 'revision', parent_id: '9' }))
    // Before anything is known of the post
    assert.notDeepEqual(words(staleOf(meta)), [])
    assert.deepEqual(words(staleOf(row('posts', null, post('9', 'auto-draft')))), [])
    assert.deepEqual(words(staleOf(row('posts', post('9', 'auto-draft'), post('9', 'draft')))), [])
    for (const change of [meta, relation, revision]) assert.deepEqual(words(staleOf(change)), [])
    assert.ok(words(staleOf(row('posts', post('9', 'draft'), post('9', 'publish')))).includes('row:posts:9'))
    for (const change of [meta, relation]) assert.ok(words(staleOf(change)).includes('row:posts:9'))
    assert.ok(words(staleOf(revision)).includes('row:posts:9/children'))
    // What was seen and is hidden is stale
    assert.ok(words(staleOf(row('posts', post('9', 'publish'), post('9', 'trash')))).includes('row:posts:9'))
    assert.deepEqual(words(staleOf(meta)), [])
    staleOf({ kind: 'gap', reason: 'x' })
    assert.notDeepEqual(words(staleOf(meta)), [])
    // It may be published where only the table is known
    assert.deepEqual(words(staleOf(row('posts', null, post('9', 'draft')))), [])
    staleOf({ kind: 'table', table: 'posts' })
    for (const change of [meta, relation, revision]) assert.notDeepEqual(words(staleOf(change)), [])
  })

  it('is what shows a hidden page where its address changes, since addresses below it are made of it', () => {
    const staleOf = create()
    const page = post('100', 'draft', { type: 'page', slug: 'about' })
    assert.deepEqual(words(staleOf(row('posts', page, { ...page, title: 'another' }))), [])
    for (const moved of [
      { ...page, slug: 'us' },
      { ...page, parent_id: '3' },
    ])
      assert.ok(words(staleOf(row('posts', page, moved))).includes('row:posts:100'))
    // Files that name it are hidden by it, and seen without it
    assert.ok(words(staleOf(row('posts', null, page))).includes('list:posts/arrivals'))
    assert.ok(words(staleOf(row('posts', page, null))).includes('list:posts/visibility'))
  })

  it('is found by what an answer says whose tags fit in no header', () => {
    const tags = new Set(Array.from({ length: 2000 }, (_, id) => `row:posts:${id}` as const))
    const [, header = ''] = tagHeadersOf(new Set([...tags, 'site', 'table:terms']), 'surrogate-key')
    assert.deepEqual(header.split(' '), ['rows:posts', 'rows:options', 'table:terms'])
    assert.ok(staleWords(['row:posts:7']).includes('rows:posts'))
    assert.ok(staleWords(['list:posts:*/title']).includes('rows:posts'))
    assert.ok(staleWords(['list:terms/name']).includes('rows:terms'))
    // Whatever their tables are called
    assert.deepEqual(staleWords(['plug-in:a b,c']), ['plug-in:a%20b%2Cc', 'rows:a%20b%2Cc'])
  })
})
