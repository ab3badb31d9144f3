// Recent changes, by places in the shared log, decide which shared answers may be used.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change, DataChange } from '../../../src/core/change.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { createRecentChanges, type RecentChanges } from '../../../src/invalidation/recent-changes.ts'
import { randomFor } from '../../support/random.ts'

const line = 'one'
const post = (id: number): DataChange => ({
  kind: 'row',
  table: 'posts',
  before: { id: `${id}`, title: 'old' },
  after: { id: `${id}`, title: 'new' },
})
const meta = (id: number, key: string): DataChange => ({
  kind: 'row',
  table: 'postmeta',
  before: { id: '1', post_id: `${id}`, key, value: '' },
  after: { id: '1', post_id: `${id}`, key, value: 'changed' },
})
const gap: Change = { kind: 'gap', reason: 'a test' }
const ofPost = (id: number): Tag => `row:posts:${id}`
const against = (recent: RecentChanges, nth: number, ...tags: readonly Tag[]) =>
  recent.against({ line, nth }, tags)

describe('recent changes', () => {
  it('speak against answers from before a change of what they depend on', () => {
    const recent = createRecentChanges()
    recent.note([], { line, nth: 1 })
    recent.note([post(7)], { line, nth: 5 })
    assert.equal(against(recent, 4, ofPost(7)), 'changed')
    assert.equal(against(recent, 4, ofPost(8)), null)
    assert.equal(against(recent, 5, ofPost(7)), null)
    // Another gateway may have read on
    assert.equal(against(recent, 9, ofPost(7)), null)
    assert.deepEqual(recent.place(), { line, nth: 5 })
  })

  it('know nothing of another line, of what was before they began, and without a place', () => {
    const recent = createRecentChanges()
    assert.equal(recent.place(), null)
    assert.equal(against(recent, 4, ofPost(7)), 'elsewhere')
    recent.note([], { line, nth: 3 })
    assert.equal(against(recent, 2, ofPost(7)), 'forgotten')
    assert.equal(recent.against({ line: 'two', nth: 4 }, []), 'elsewhere')
    recent.note([post(7)], null)
    assert.equal(recent.place(), null)
    assert.equal(against(recent, 4, ofPost(8)), 'elsewhere')
    recent.note([], { line: 'two', nth: 9 })
    assert.equal(recent.against({ line: 'two', nth: 8 }, []), 'forgotten')
    assert.equal(recent.against({ line: 'two', nth: 9 }, []), null)
  })

  it('count a gap as a change of everything', () => {
    const recent = createRecentChanges()
    recent.note([], { line, nth: 1 })
    recent.note([gap], { line, nth: 4 })
    assert.equal(against(recent, 3, ofPost(7)), 'forgotten')
    assert.equal(against(recent, 4, ofPost(7)), null)
  })

  it('count what is pending, and what was pending before others were read', () => {
    const recent = createRecentChanges()
    recent.note([], { line, nth: 1 })
    recent.note([{ kind: 'pending', id: 1, changes: [post(7)] }], { line, nth: 2 })
    assert.equal(against(recent, 1, ofPost(7)), 'changed')
    recent.note([{ kind: 'settled', id: 1, changes: [post(7)] }], { line, nth: 6 })
    assert.equal(against(recent, 5, ofPost(7)), 'changed')
    recent.note([post(8)], { line, nth: 3 })
    assert.equal(against(recent, 5, ofPost(8)), 'changed')
  })

  it('count a purge as a change of everything, from when it is asked for', () => {
    const recent = createRecentChanges()
    recent.note([], { line, nth: 1 })
    recent.refuseEarlier()
    assert.equal(against(recent, 1, ofPost(7)), 'forgotten')
    recent.note([{ kind: 'purge', purge: { kind: 'all' }, request: 'a' }], { line, nth: 3 })
    assert.equal(against(recent, 2, ofPost(7)), 'forgotten')
    assert.equal(against(recent, 3, ofPost(7)), null)
  })

  it('refuse what a purge refused, however much changes before it is read', () => {
    const recent = createRecentChanges(2)
    recent.note([], { line, nth: 1 })
    recent.note([], { line, nth: 9 })
    recent.refuseEarlier()
    recent.note([post(7)], { line, nth: 10 })
    assert.equal(against(recent, 9, ofPost(1)), 'forgotten')
    assert.equal(against(recent, 10, ofPost(1)), null)
  })

  it('count values of meta for what has read their key', () => {
    const recent = createRecentChanges()
    recent.note([], { line, nth: 1 })
    recent.note([meta(7, '_edit_lock')], { line, nth: 2 })
    assert.equal(against(recent, 1, ofPost(7), 'key:postmeta:price'), null)
    assert.equal(against(recent, 1, ofPost(7), 'key:postmeta:_edit_lock'), 'changed')
    assert.equal(against(recent, 1, ofPost(7), 'key:postmeta:*'), 'changed')
    assert.equal(against(recent, 1, ofPost(8), 'key:postmeta:_edit_lock'), null)
  })

  it('remember a bounded number, and count all before as changed', () => {
    const recent = createRecentChanges(10)
    recent.note([], { line, nth: 1 })
    for (let nth = 2; nth <= 100; nth += 1) recent.note([post(nth)], { line, nth })
    assert.equal(against(recent, 1, ofPost(1000)), 'forgotten')
    assert.equal(against(recent, 99, ofPost(1000)), null)
    assert.equal(against(recent, 99, ofPost(100)), 'changed')
  })
})

/** A commit of the database, and what the reader says of it once readers can see it. */
interface Commit {
  readonly id: number
  readonly key: string | null
}

/** An answer that a gateway is making: it reads one thing at a time, and is stored at any time afterwards. */
interface Making {
  readonly place: NonNullable<ReturnType<RecentChanges['place']>>
  readonly id: number
  readonly keys: readonly string[]
  /** How many commits of each thing it shows; null for what is not read yet. */
  readonly seen: Map<string, number>
}

const ids = [1, 2, 3]
const keys = ['price', '_edit_lock']
const thingOf = ({ id, key }: Commit) => `${id}/${key ?? ''}`
const changeOf = ({ id, key }: Commit) => (key === null ? post(id) : meta(id, key))

describe('an answer of another gateway', () => {
  it('shows all that its user has read of, whatever is late, lost, or stored by a slow writer', () => {
    const { below, picked } = randomFor('recent changes')
    let [used, refused] = [0, 0]
    for (let world = 0; world < 60; world += 1) {
      const visible: Commit[] = []
      /** The log: each entry says how many commits are visible at least, and which changed since the one before. */
      const log: { readonly commits: number; readonly changes: readonly DataChange[] }[] = []
      const gateways = Array.from({ length: 3 }, () => ({
        recent: createRecentChanges(2 + below(30)),
        read: 0,
      }))
      const making: Making[] = []
      const stored: Making[] = []
      const countOf = (thing: string, commits: number) =>
        visible.slice(0, commits).filter((commit) => thingOf(commit) === thing).length
      const turns: readonly (() => void)[] = [
        () => visible.push({ id: picked(ids), key: picked([null, ...keys]) }),
        () => {
          const from = log.at(-1)?.commits ?? 0
          const commits = Math.min(visible.length, from + below(3))
          log.push({ commits, changes: visible.slice(from, commits).map(changeOf) })
        },
        () => {
          const gateway = picked(gateways)
          // One that loses entries knows that it has a gap, and its place again with a later entry
          if (below(16) === 0) {
            gateway.read = Math.max(gateway.read, below(log.length + 1))
            return gateway.recent.note([gap], null)
          }
          const entry = log[gateway.read]
          if (!entry) return
          gateway.read += 1
          gateway.recent.note(entry.changes, { line, nth: gateway.read })
        },
        () => {
          const place = picked(gateways).recent.place()
          const some = keys.filter(() => below(2) === 1)
          if (place) making.push({ place, id: picked(ids), keys: some, seen: new Map() })
        },
        () => {
          if (making.length === 0) return
          const one = picked(making)
          const things = [`${one.id}/`, ...one.keys.map((key) => `${one.id}/${key}`)]
          const next = things.find((thing) => !one.seen.has(thing))
          if (next !== undefined) return void one.seen.set(next, countOf(next, visible.length))
          stored.push(one)
          making.splice(making.indexOf(one), 1)
        },
        () => {
          if (stored.length === 0) return
          const { recent, read } = picked(gateways)
          const answer = picked(stored)
          const tags: readonly Tag[] = [
            ofPost(answer.id),
            ...answer.keys.map((key): Tag => `key:postmeta:${key}`),
          ]
          if (recent.against(answer.place, tags) !== null) return void (refused += 1)
          used += 1
          const known = log[read - 1]?.commits ?? 0
          for (const [thing, seen] of answer.seen)
            assert.ok(seen >= countOf(thing, known), `${thing}: ${seen} of ${countOf(thing, known)}`)
        },
      ]
      for (let turn = 0; turn < 800; turn += 1) picked(turns)()
    }
    assert.ok(used > 500 && refused > 500, `${used} used, ${refused} refused`)
  })
})
