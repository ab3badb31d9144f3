// Changes as they are published: some are pending first and settle after others that the log has behind them.
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Change, ChangedRow, DataChange } from '../../../src/core/change.ts'
import type { Stale } from '../../../src/core/stale.ts'
import { createCaches } from '../../../src/invalidation/caches.ts'
import { createDrops } from '../../../src/invalidation/drops.ts'
import { createHiddenPosts } from '../../../src/invalidation/hidden-posts.ts'
import { createNamedPosts } from '../../../src/invalidation/named-posts.ts'
import { createPurgeEvents, type PurgeEvents } from '../../../src/invalidation/purge-events.ts'
import type { KnownPosts } from '../../../src/tags/change-tags.ts'

const row = (table: string, before: ChangedRow | null, after: ChangedRow | null): DataChange => ({
  kind: 'row',
  table,
  before,
  after,
})
const post = (status: string): ChangedRow => ({ id: '9', status, type: 'post', parent_id: '0' })
const published = { feed: 'binlog', since: { atMs: 0, from: 'arrival' } } as const

function open(test: TestContext, downstream: (posts: KnownPosts) => PurgeEvents | null) {
  const [named, hidden] = [createNamedPosts(), createHiddenPosts()]
  const caches = createCaches({
    settings: {
      bytesMax: 1_000_000,
      rowsBytesMax: 0,
      lifeMs: 60_000,
      blindLifeMs: 60_000,
      staleLifeMs: 0,
      freshWithinMs: 1,
      pollMs: 1,
    },
    feed: () => null,
    offered: null,
    observe: () => {},
  })
  test.after(() => caches.lease.stop())
  const drops = createDrops({
    caches,
    named,
    hidden,
    downstream: downstream({ isAbove: named.isAbove, isDiscussed: named.isDiscussed, isHidden: hidden.has }),
    announcesOwn: true,
    isFollower: () => false,
    server: () => undefined,
    observe: () => {},
  })
  return { caches, apply: (change: Change) => drops.apply(change, published) }
}

it('what belongs to a post that was hidden for a while is told of, whenever that settled', (test) => {
  const told: Stale[] = []
  const { apply } = open(test, (posts) => createPurgeEvents((stale) => told.push(stale), posts))
  const tells = (change: Change) => {
    told.length = 0
    apply(change)
    return told.some(({ tags }) => tags === 'all' || tags.includes('row:posts:9'))
  }
  const meta = row('postmeta', null, { id: '1', post_id: '9', key: 'price', value: '1' })
  const hides = row('posts', post('publish'), post('draft'))
  assert(tells(hides))
  assert(!tells(meta))
  assert(tells(row('posts', post('draft'), post('publish'))))
  assert(tells(meta))
  // A commit that waits for a replica; the next one of the same row is seen at once
  apply({ kind: 'pending', id: 1, changes: [hides] })
  assert(tells(row('posts', post('draft'), post('publish'))))
  assert(tells({ kind: 'settled', id: 1, changes: [hides] }))
  assert(tells(meta))
})

it('no list by terms is kept while those of a post that was hidden and is published settle', (test) => {
  const { caches, apply } = open(test, () => null)
  const relation = row('term_relationships', null, { post_id: '9', taxonomy_id: '6' })
  const isKept = () => {
    const flight = caches.responses.begin()
    const may = flight.mayKeep(new Set(['list:posts/terms', 'list:posts:post/status']))
    flight.end()
    return may
  }
  apply(row('posts', null, post('draft')))
  apply({ kind: 'pending', id: 1, changes: [relation] })
  apply(row('posts', post('draft'), post('publish')))
  assert(!isKept())
  apply({ kind: 'settled', id: 1, changes: [relation] })
  assert(isKept())
})
