// State that a worker has of the change feed that the primary follows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '../../../src/core/change.ts'
import { createRelay } from '../../../src/cluster/relay.ts'

const feed = {
  name: 'binlog',
  provenAgoMs: 3,
  provenTo: null,
  server: null,
  resume: null,
  blind: [],
  role: null,
} as const
const change: Change = { kind: 'table', table: 'posts' }
const since = { atMs: 1, from: 'arrival' } as const

function started() {
  const asked: string[] = []
  const published: string[] = []
  const relay = createRelay(
    (request) => void asked.push(Object.values(request).join(' ')),
    ({ kind }) => asked.push(`purge ${kind}`),
    ({ server, names }) => asked.push(`${names.join(' and ')} at ${server}`),
  )
  let reached: readonly string[] = []
  relay.listen(
    (changes) => published.push(...changes.map(({ kind }) => kind)),
    () => reached,
  )
  const reach = (...servers: readonly string[]) => (reached = servers)
  return { relay, asked, published, reach }
}

describe('a relayed feed', () => {
  it('is followed once the primary answers the request, and follows something', async () => {
    const { relay, asked } = started()
    let isFollowed = false
    const following = relay.follow().then(() => {
      isFollowed = true
    })
    assert.deepEqual(asked, ['follow 1'])
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'followed', followed: null, server: 0, request: 1, isAway: false, sentAtMs: 0 })
    await Promise.resolve()
    assert.equal(isFollowed, false)
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 1, isAway: false, sentAtMs: 0 })
    await following
    assert.equal(relay.followed()?.name, 'binlog')
  })

  it('hands changes on', () => {
    const { relay, published } = started()
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'changes', changes: [change], since })
    assert.deepEqual(published, ['table'])
  })

  it('says once which servers are reached, and again where they are others', () => {
    const { relay, asked, reach } = started()
    const receive = () =>
      relay.receive({ kind: 'followed', followed: feed, server: 1, request: 0, isAway: false, sentAtMs: 0 })
    reach('one')
    receive()
    receive()
    reach('one', 'two')
    receive()
    assert.deepEqual(asked, ['one at 1', 'one and two at 1'])
  })

  it('is a gap where the primary follows nothing, and again where it does', () => {
    const { relay, published } = started()
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'followed', followed: null, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    assert.equal(relay.followed(), null)
    relay.receive({ kind: 'followed', followed: null, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    assert.deepEqual(published, ['gap', 'gap'])
  })

  it('has caught up once the primary says so, to each request by itself', async () => {
    const { relay, asked } = started()
    const settled: number[] = []
    const waiting = [relay.caughtUp(), relay.caughtUp('this process')].map((each, at) =>
      each.then(() => settled.push(at + 1)),
    )
    assert.deepEqual(asked, ['catch-up 1 every process', 'catch-up 2 this process'])
    relay.receive({ kind: 'caught-up', request: 2, isDone: true })
    await waiting[1]
    assert.deepEqual(settled, [2])
    relay.receive({ kind: 'caught-up', request: 1, isDone: true })
    await waiting[0]
    assert.deepEqual(settled, [2, 1])
  })

  it('has not caught up where the primary cannot prove it', async () => {
    const { relay } = started()
    const waiting = relay.caughtUp()
    relay.receive({ kind: 'caught-up', request: 1, isDone: false })
    await assert.rejects(waiting)
  })

  it('is a gap where another server is read', () => {
    const { relay, published } = started()
    assert.equal(relay.server(), null)
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    relay.receive({ kind: 'followed', followed: feed, server: 1, request: 0, isAway: false, sentAtMs: 0 })
    assert.equal(relay.server(), 1)
    assert.deepEqual(published, ['gap', 'gap'])
  })

  it('counts how long a message took, as far as others were quicker, and how old it is', (test) => {
    let now = 1000
    test.mock.method(performance, 'now', () => now)
    const { relay } = started()
    const sent = (sentAtMs: number) =>
      relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs })
    sent(500)
    assert.equal(relay.followed()?.provenAgoMs, 3)
    now = 2400
    sent(1500)
    assert.equal(relay.followed()?.provenAgoMs, 403)
    relay.receive({ kind: 'changes', changes: [change], since })
    now = 2410
    assert.equal(relay.followed()?.provenAgoMs, 413)
  })

  it('is lost after five seconds of silence', (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] })
    let now = 0
    test.mock.method(performance, 'now', () => now)
    const { relay, published } = started()
    relay.receive({ kind: 'followed', followed: feed, server: 0, request: 0, isAway: false, sentAtMs: 0 })
    now = 4000
    test.mock.timers.tick(4000)
    assert.notEqual(relay.followed(), null)
    now = 6000
    test.mock.timers.tick(2000)
    assert.equal(relay.followed(), null)
    assert.deepEqual(published, ['gap'])
  })
})
