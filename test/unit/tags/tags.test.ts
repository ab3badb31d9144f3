// Tags that a change of a row makes stale.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangedRow } from '../../../src/core/change.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { tagsOfChange } from '../../../src/tags/change-tags.ts'
import type { Row } from '../../../src/database/tables.ts'
import { tagsOf, type PlanRead } from '../../../src/tags/tags.ts'

const post: ChangedRow = {
  id: '7',
  title: 'One',
  status: 'publish',
  type: 'post',
  parent_id: '0',
  comment_count: '0',
  author_id: '3',
}

function stale(
  table: string,
  before: ChangedRow | null,
  after: ChangedRow | null,
  kept: readonly string[] = [],
) {
  const tags = tagsOfChange({ kind: 'row', table, before, after }, (tag) => kept.includes(tag))
  assert(tags !== 'all')
  return [...tags].toSorted()
}

describe('tagsOfChange', () => {
  it('of a title: what shows the post, and lists that look at titles', () =>
    assert.deepEqual(stale('posts', post, { ...post, title: 'Two' }), [
      'list:posts:*/title',
      'list:posts:post/title',
      'row:posts:7',
    ]))

  it('of a title: not what shows the terms of the post', () => {
    const byPost = { kind: 'in', column: 'post_id', values: [7] } as const
    const terms = tagsOf(
      { kind: 'list', source: 'post_terms', columns: ['id'], filters: [byPost], visible: null },
      { rows: [{ post_id: 7, id: 5 }], tables: new Set() },
    )
    assert.deepEqual([...terms].toSorted(), ['row:term_relationships:7', 'row:terms:5'])
    assert.deepEqual(stale('term_relationships', { post_id: '7', taxonomy_id: '5' }, null), [
      'list:posts/terms',
      'list:term_relationships',
      'row:posts:7',
      'row:term_relationships:7',
    ])
  })

  it('of a term that comes: what may miss it among the terms of a post', () => {
    const filters = [{ kind: 'in', column: 'post_id', values: [7] }] as const
    const misses = (columns: readonly string[], limit: number, id: number | null) =>
      tagsOf(
        {
          kind: 'list',
          source: 'post_terms',
          columns,
          filters,
          visible: null,
          page: { kind: 'offset', limit },
        },
        { rows: [{ id }], tables: new Set() },
      ).has('list:terms/arrivals')
    assert.equal(misses(['id'], 2, 5), false)
    assert.equal(misses(['id'], 2, null), true)
    assert.equal(misses(['id'], 1, 5), true)
    assert.equal(misses(['name'], 2, 5), true)
    for (const table of ['terms', 'term_taxonomy'] as const)
      assert(stale(table, null, { id: '5' }).includes('list:terms/arrivals'))
  })

  it('of a comment count: only what shows it', () =>
    assert.deepEqual(stale('posts', post, { ...post, comment_count: '1' }), [
      'list:posts:*/comment_count',
      'list:posts:post/comment_count',
      'row:posts:7/comment_count',
    ]))

  it('of a post that comes: the lists of its kind', () =>
    assert.deepEqual(stale('posts', null, post), [
      'list:comments/on:7',
      'list:posts/arrivals',
      'list:posts/authors',
      'list:posts/discussed',
      'list:posts:*',
      'list:posts:post',
      'row:posts:7',
      'row:posts:7/comment_count',
      'row:users:3/published',
    ]))

  it('of a draft: nothing that anybody was shown who is not logged in', () => {
    const draft = { ...post, status: 'draft' }
    assert.deepEqual(stale('posts', draft, { ...draft, title: 'Two' }), ['list:posts/hidden', 'row:posts:7'])
    assert.ok(stale('posts', draft, post).includes('list:posts:post/status'))
  })

  it('of what may come above a file: its row, and any where it is not known', () => {
    const plan: PlanRead = {
      kind: 'item',
      source: 'posts',
      filters: [
        { kind: 'in', column: 'type', values: ['attachment'] },
        { kind: 'in', column: 'id', values: [7] },
      ],
      visible: { viewerId: 0 },
    }
    const above = (rows: readonly Row[], columns: readonly string[] = ['id', 'parent_id']) =>
      [...tagsOf({ ...plan, columns }, { rows, tables: new Set() })]
        .filter((tag) => !tag.startsWith('row:posts:7'))
        .toSorted()
    assert.deepEqual(above([{ id: 7, parent_id: 9 }]), ['list:posts/visibility', 'row:posts:9'])
    assert.deepEqual(above([{ id: 7, parent_id: 0 }]), ['list:posts/visibility'])
    assert.deepEqual(above([{ id: 7, type: 'page', parent_id: 9 }]), ['list:posts/visibility'])
    // Also where the rows of a page are not noted, since its ids alone are kept
    for (const rows of [[{ id: 7 }], []])
      assert.deepEqual(above(rows, ['id']), ['list:posts/arrivals', 'list:posts/visibility'])
  })

  it('of a draft that goes: what belongs to it', () =>
    assert.deepEqual(stale('posts', { ...post, status: 'draft' }, null), [
      'list:comments/on:7',
      'list:posts/discussed',
      'list:posts/hidden',
      'list:posts/visibility',
      'row:posts:7',
      'row:posts:7/comment_count',
    ]))

  it('of a user who comes: no answer that asks for users by ids, as those of guests are', () => {
    const byId = { kind: 'in', column: 'id', values: [0, 3] } as const
    const read = tagsOf(
      { kind: 'list', source: 'users', filters: [byId], visible: null },
      { rows: [], tables: new Set() },
    )
    assert.ok(read.has('row:users:3') && !read.has('list:users'))
  })

  it('of a post that comes: no author who was seen', () => {
    const byId = { kind: 'in', column: 'id', values: [3, 4] } as const
    const plan: PlanRead = { kind: 'list', source: 'users', filters: [byId], visible: { viewerId: 0 } }
    const read = (asked: PlanRead) => tagsOf(asked, { rows: [{ id: 3 }], tables: new Set(['posts']) })
    const isStale = (tags: ReadonlySet<Tag>, before: ChangedRow | null, row: ChangedRow | null) =>
      stale('posts', before, row).some((tag) => tags.has(tag))
    const by = (author_id: string) => ({ ...post, author_id })
    const ofBoth = read(plan)
    for (const [before, row, is] of [
      [null, by('3'), false],
      [by('3'), null, true],
      [{ ...by('3'), status: 'draft' }, by('3'), false],
      [by('3'), { ...by('3'), status: 'trash' }, true],
      [null, by('4'), true],
      [by('5'), by('4'), true],
      [by('3'), by('5'), true],
      [null, by('5'), false],
    ] as const)
      assert.equal(isStale(ofBoth, before, row), is, JSON.stringify([before, row]))
    // Without a bound by ids, and where rows are counted, it is any
    for (const any of [read({ ...plan, filters: [] }), read({ ...plan, kind: 'count' })])
      for (const [before, row] of [
        [null, by('5')],
        [by('5'), null],
      ] as const)
        assert.ok(isStale(any, before, row))
  })

  it('of a password: only what reads it', () => {
    const byId = { kind: 'in', column: 'id', values: [3] } as const
    const user: ChangedRow = { id: '3', name: 'A', password_hash: 'x' }
    const changed = stale('users', user, { ...user, password_hash: 'y' })
    const isStale = (...columns: readonly string[]) => {
      const plan: PlanRead = { kind: 'list', source: 'users', columns, filters: [byId], visible: null }
      const tags = tagsOf(plan, { rows: [], tables: new Set() })
      return changed.some((tag) => tags.has(tag))
    }
    assert.deepEqual([isStale('id', 'name'), isStale('id', 'password_hash')], [false, true])
  })

  it('of a comment: no list of those on another post', () => {
    const plan: PlanRead = { kind: 'list', source: 'comments', filters: [], visible: null }
    const on: PlanRead = { ...plan, filters: [{ kind: 'in', column: 'post_id', values: [7] }] }
    const isStale = (read: PlanRead, post_id: string) => {
      const tags = tagsOf(read, { rows: [], tables: new Set() })
      return stale('comments', null, { id: '4', post_id, status: '1' }).some((tag) => tags.has(tag))
    }
    assert.deepEqual(
      [on, plan].map((read) => isStale(read, '7')),
      [true, true],
    )
    assert.deepEqual(
      [on, plan].map((read) => isStale(read, '8')),
      [false, true],
    )
  })

  it('of what nobody has published: no authors', () => {
    for (const status of ['inherit', 'wc-processing', 'draft'])
      assert.ok(!stale('posts', null, { ...post, status }).includes('list:posts/authors'), status)
    for (const status of ['publish', 'Publish '])
      assert.ok(stale('posts', null, { ...post, status }).includes('list:posts/authors'), status)
    const order = { ...post, status: 'wc-processing' }
    assert.ok(stale('posts', { ...post, status: 'private' }, order).includes('list:posts/authors'))
  })

  it('of what a revision says: not the post above it, unless its revisions are read', () => {
    const revision = { ...post, id: '8', type: 'revision', status: 'inherit', parent_id: '7' }
    const text = stale('posts', revision, { ...revision, content: 'another' })
    assert.ok(text.includes('row:posts:7/versions') && !text.includes('row:posts:7/children'))
    const later = { ...revision, created_at: '2024-01-02 00:00:00' }
    for (const changed of [null, { ...revision, parent_id: '9' }, { ...revision, type: 'page' }, later])
      assert.ok(stale('posts', revision, changed).includes('row:posts:7/children'))
    const read = (kind: 'list' | 'tally', types: readonly string[]) => {
      const filters = [
        { kind: 'in', column: 'parent_id', values: [7] },
        ...(types.length > 0 ? [{ kind: 'in', column: 'type', values: types } as const] : []),
      ] as const
      return tagsOf({ kind, source: 'posts', filters, visible: null }, { rows: [], tables: new Set() })
    }
    for (const types of [[], ['revision'], ['page', 'Revision ']])
      assert.ok(read('list', types).has('row:posts:7/versions'), types.join())
    assert.ok(!read('list', ['page']).has('row:posts:7/versions'))
    // Their number, and the last one
    assert.ok(!read('tally', ['revision']).has('row:posts:7/versions'))
    assert.ok(read('tally', ['revision']).has('row:posts:7/children'))
  })

  it('of a post that no row names: nothing that files and comments of others depend on', () => {
    const staleOf = (before: ChangedRow | null, after: ChangedRow | null) => {
      const change = { kind: 'row', table: 'posts', before, after } as const
      const tags = tagsOfChange(change, () => true, {
        isAbove: (id) => id === '8',
        isDiscussed: (id) => id === '9',
        isHidden: () => false,
      })
      assert(tags !== 'all')
      return tags
    }
    const draft = { ...post, status: 'auto-draft' }
    assert.deepEqual(
      staleOf(null, draft),
      new Set(['row:posts:7', 'row:posts:7/comment_count', 'list:posts/hidden']),
    )
    for (const [before, after] of [
      [draft, null],
      [draft, post],
      [null, post],
    ] as const)
      for (const tag of ['visibility', 'arrivals', 'discussed'] as const)
        assert.ok(!staleOf(before, after).has(`list:posts/${tag}`))
    assert.ok(staleOf(null, { ...draft, id: '8' }).has('list:posts/arrivals'))
    assert.ok(staleOf(post, { ...post, id: '8' }).has('list:posts/arrivals'))
    // Comments on it are all of a list by their post, and some of others
    const about = [...staleOf({ ...draft, id: '9' }, { ...post, id: '9' })]
    assert.deepEqual(
      about.filter((tag) => /\/(?:visibility|arrivals|discussed|on:.*)$/.test(tag)),
      ['list:posts/discussed', 'list:comments/on:9'],
    )
    const comments = (filters: PlanRead['filters']) =>
      tagsOf(
        { kind: 'list', source: 'comments', filters, visible: { viewerId: 0 } },
        { rows: [], tables: new Set(['comments', 'posts']) },
      )
    const isStale = (tags: ReadonlySet<Tag>) => about.some((tag) => tags.has(tag))
    assert.ok(isStale(comments([])) && isStale(comments([{ kind: 'in', column: 'post_id', values: [9] }])))
    assert.ok(!isStale(comments([{ kind: 'in', column: 'post_id', values: [7] }])))
    // One that is asked for by its id may be on any
    assert.ok(isStale(comments([{ kind: 'in', column: 'id', values: [1] }])))
  })

  it('of another id: those of a row that goes and of one that comes', () =>
    assert.deepEqual(
      stale('posts', post, { ...post, id: '8' }),
      [...new Set([...stale('posts', post, null), ...stale('posts', null, { ...post, id: '8' })])].toSorted(),
    ))

  it('of a revision: what counts those of what is above it', () => {
    const tags = stale('posts', null, {
      ...post,
      id: '8',
      type: 'revision',
      status: 'inherit',
      parent_id: '7',
    })
    assert.ok(tags.includes('row:posts:7/children') && !tags.includes('row:posts:7'))
  })

  it('of a type that a server finds under another: the lists of that', () => {
    for (const type of ['POST', 'post ', 'pöst', 'po\u0308st'])
      assert.ok(stale('posts', null, { ...post, type }).includes('list:posts:post'), type)
  })

  it('of values: what was made of their key, if anything was', () => {
    const meta = { id: '1', post_id: '7', key: '_edit_lock', value: '1' }
    assert.deepEqual(stale('postmeta', meta, { ...meta, value: '2' }, ['key:postmeta:price']), [])
    const price = { ...meta, key: 'price' }
    for (const key of ['price', 'Price ', 'Prïce'])
      assert(
        stale('postmeta', { ...price, key }, null, ['key:postmeta:price']).includes('list:posts/meta:price'),
      )
    assert.deepEqual(stale('postmeta', price, { ...price, value: '2' }, ['key:postmeta:price']), [
      'list:posts/meta:price',
      'row:posts:7',
    ])
    // Lists by one key stay where a value under another changes
    const colour = { ...meta, key: 'colour' }
    const both = ['key:postmeta:price', 'key:postmeta:colour'] as const
    assert.deepEqual(stale('postmeta', null, colour, both), ['list:posts/meta:colour', 'row:posts:7'])
    const role = { id: '1', user_id: '1', key: 'wp_capabilities', value: 'x' }
    for (const key of ['wp_capabilities', '*'])
      assert.deepEqual(stale('usermeta', role, null, [`key:usermeta:${key}`]), [
        ...(key === '*' ? ['list:usermeta'] : []),
        'list:users/meta:wp_capabilities',
        'row:users:1',
      ])
    const session = { id: '1', user_id: '1', key: 'session_tokens', value: 'x' }
    assert.deepEqual(stale('usermeta', session, null, []), [])
  })

  it('of an option: its name, and that of the site where all answers depend on it; of a held comment: its own row', () => {
    assert.deepEqual(stale('options', { name: 'cron', value: '1' }, { name: 'cron', value: '2' }), [
      'option:cron',
    ])
    for (const name of ['blogname', 'sticky_posts', 'wp_user_roles'])
      assert.deepEqual(stale('options', { name, value: '1' }, null), [`option:${name}`, 'site'])
    const held = { id: '5', post_id: '7', parent_id: '0', status: '0' }
    assert.deepEqual(stale('comments', null, held), ['list:comments/hidden', 'row:comments:5'])
    assert.ok(stale('comments', held, { ...held, status: '1' }).includes('list:comments/status'))
  })

  it('of values and terms that are read by nothing but themselves: those that come, too', () => {
    const read = (source: 'postmeta' | 'post_terms', column: string) => {
      const filters = [{ kind: 'in', column, values: ['price'] }] as const
      return [...tagsOf({ kind: 'list', source, filters, visible: null }, { rows: [], tables: new Set() })]
    }
    assert.deepEqual(read('postmeta', 'key').toSorted(), ['key:postmeta:price', 'list:posts/meta:price'])
    const others = { kind: 'none', filters: [{ kind: 'in', column: 'key', values: ['price'] }] } as const
    const plan = { kind: 'list', source: 'postmeta', filters: [others], visible: null } as const
    assert(tagsOf(plan, { rows: [], tables: new Set() }).has('key:postmeta:*'))
    assert(read('post_terms', 'id').includes('list:term_relationships'))
    assert(!read('post_terms', 'post_id').includes('list:term_relationships'))
  })

  it('of what a server takes for published: all that shows it', () => {
    const held = { id: '5', post_id: '7', parent_id: '0', status: '1 ' }
    assert(stale('comments', null, held).includes('list:comments'))
    assert(stale('posts', null, { ...post, type: 'Post' }).includes('list:posts:post'))
  })

  it('of a table of a plug-in: what was read of it, where a followed column changed', () => {
    const row = { id: '1', url: '/old/' }
    assert.deepEqual(stale('plug-in:moves', null, row), ['plug-in:moves'])
    assert.deepEqual(stale('plug-in:moves', row, { ...row, url: '/older/' }), ['plug-in:moves'])
    // Columns that are not followed are in no change
    assert.deepEqual(stale('plug-in:moves', row, row), [])
    const whole = tagsOfChange({ kind: 'table', table: 'plug-in:moves' }, () => false)
    assert.deepEqual(whole, new Set(['plug-in:moves']))
  })

  it('of what nobody knows: everything; of a table: all that was read of it', () => {
    assert.equal(
      tagsOfChange({ kind: 'gap', reason: '' }, () => false),
      'all',
    )
    assert.deepEqual(
      tagsOfChange({ kind: 'table', table: 'posts' }, () => false),
      new Set(['table:posts']),
    )
  })
})
