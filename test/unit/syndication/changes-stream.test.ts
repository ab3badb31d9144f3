// A stream of changes is made only as its client reads: one that is slow gets what is newest of what is remembered, or a gap.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicMs } from '../../../src/core/change.ts'
import { isFailure } from '../../../src/core/failure.ts'
import type { Waiting } from '../../../src/core/request.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { fixedOperation } from '../../../src/registry/fixed-operation.ts'
import { createContentChanges } from '../../../src/invalidation/content-changes.ts'
import { createLive } from '../../../src/syndication/changes-stream.ts'
import { createBroadcast } from '../../../src/syndication/broadcast.ts'
import type { AskRest } from '../../../src/syndication/rest-lists.ts'
import { requestFor } from '../../../src/http/endpoint-at.ts'

const answered = jsonReply(200, [
  { id: 1, type: 'post' },
  { id: 2, type: 'post' },
])
const ask: AskRest = (path) =>
  fixedOperation({
    servedBy: 'gateway',
    path,
    cacheKey: null,
    answer: () => answered,
    refuse: () => answered,
  })

/** A client that reads event by event, and the changes that it is told. */
async function reading(remembered: number) {
  let offset = 100
  const place = () => ({ server: 'one', file: 'binlog.000002', offset })
  const changes = createContentChanges(
    () => ({ provenAt: () => monotonicMs() + 1, provenTo: place }),
    undefined,
    remembered,
  )
  const live = createLive(
    {
      changes,
      lists: () => [{ path: '/cms/v2/posts', type: 'post' }],
      seal: async () => ({ encode: (text) => text, decode: (text) => text }),
      ask,
    },
    { takeSlot: () => null, follow: createBroadcast(changes, 1_000_000) },
  )
  const ending = new AbortController()
  const waiting: Waiting = {
    left: new AbortController().signal,
    hasLeft: () => false,
    hasGone: () => false,
    onLeft: () => {},
    ending: ending.signal,
  }
  const request = { ...requestFor({ target: '/', accept: 'text/event-stream' }), waiting: () => waiting }
  const reply = await live(request, anonymous)
  assert(!isFailure(reply) && reply.stream && reply.stream.kind === 'changes')
  const texts: string[] = []
  let arrived = () => {}
  let isEnded = false
  const following = reply.stream.begin({
    // It has to read each event before it gets more
    send: (bytes) => {
      texts.push(Buffer.from(bytes).toString())
      arrived()
      return false
    },
    end: () => {
      isEnded = true
    },
    fail: (error) => assert.fail(String(error)),
  })
  const next = async () => {
    following.hasRead()
    while (texts.length === 0) await new Promise<void>((resolve) => (arrived = resolve))
    return texts.shift() ?? ''
  }
  await next()
  await next()
  return {
    next,
    end: () => {
      ending.abort()
      return isEnded
    },
    change: (id: number) => {
      offset += 10
      const row = { id: String(id), type: 'post', status: 'publish' }
      changes.note([{ kind: 'row', table: 'posts', before: row, after: row, at: place() }])
    },
    gap: () => changes.note([{ kind: 'gap', reason: 'a test' }]),
  }
}

describe('a stream of changes', () => {
  it('combines what changed since its client last read', async () => {
    const { next, change, end } = await reading(100)
    const read = next()
    change(1)
    assert.match(await read, /"id":1.*\nid: /s)
    for (let nth = 0; nth < 50; nth += 1) change(1 + (nth % 2))
    const text = await next()
    assert.equal(text.match(/"id"/g)?.length, 2)
    assert.equal(end(), true)
  })

  it('has a gap for a client that reads too late, and goes on', async () => {
    const { next, change, gap, end } = await reading(10)
    for (let nth = 0; nth < 100; nth += 1) change(1)
    assert.match(await next(), /^event: gap\ndata: .*\nid: /)
    change(2)
    assert.match(await next(), /^data: .*"id":2/)
    gap()
    assert.match(await next(), /^event: gap\n/)
    assert.equal(end(), true)
  })
})
