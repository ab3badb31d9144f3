// When messages are sent, by a clock of the test's own: coalescing, growing waits, giving up, what waits behind.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Message } from '../../../src/webhooks/message.ts'
import { retryAfter, type Answered } from '../../../src/webhooks/post.ts'
import { createReceiver, type Clock, type Happened } from '../../../src/webhooks/receiver.ts'

const limits = { delayMs: 200, againMs: 0, tagsMax: 4, attemptsMax: 3, retryMs: 1000, retryMaxMs: 3000 }
const failed = (retryAfterMs: number | null = null): Answered => ({
  kind: 'failed',
  reason: 'it answered 500',
  retryAfterMs,
})
const taken: Answered = { kind: 'taken' }

interface Sent {
  readonly atMs: number
  readonly id: string
  readonly tags: unknown
  readonly pathsLeftOut: unknown
}

/** Time that goes on only when nothing else does, straight to the next wait's end. */
function testClock(): Clock & { readonly run: (untilMs: number) => Promise<void> } {
  let now = 0
  const sleeping = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => now,
    random: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const each = { at: now + ms, wake: resolve }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', () => resolve())
        sleeping.add(each)
      }),
    run: async (untilMs) => {
      for (;;) {
        await new Promise(setImmediate)
        const [next] = [...sleeping].toSorted((one, other) => one.at - other.at)
        if (!next || next.at > untilMs) break
        now = next.at
        sleeping.delete(next)
        next.wake()
      }
      now = untilMs
    },
  }
}

function start(answers: Answered[], againMs = 0) {
  const clock = testClock()
  const sent: Sent[] = []
  const happened: Happened[] = []
  const receiver = createReceiver({
    send: async ({ id, body }: Message) => {
      const { data }: { readonly data: Pick<Sent, 'tags' | 'pathsLeftOut'> } = JSON.parse(body)
      sent.push({ atMs: clock.now(), id, tags: data.tags, pathsLeftOut: data.pathsLeftOut })
      return answers.shift() ?? taken
    },
    limits: { ...limits, againMs },
    clock,
    happened: (what) => happened.push(what),
  })
  const tell = (...tags: readonly string[]) => receiver.tell({ tags, paths: [], cause: 'update of posts' })
  return { clock, sent, happened, receiver, tell }
}

describe('a receiver', () => {
  it('is told of the changes of a while together, each tag once', async () => {
    const { clock, sent, happened, tell } = start([])
    tell('a')
    await clock.run(150)
    tell('a', 'b')
    await clock.run(1000)
    tell('c')
    await clock.run(2000)
    assert.deepEqual(
      sent.map(({ atMs, tags }) => ({ atMs, tags })),
      [
        { atMs: 200, tags: ['a', 'b'] },
        { atMs: 1200, tags: ['c'] },
      ],
    )
    assert.deepEqual(happened, [
      { outcome: 'taken', ms: 200 },
      { outcome: 'taken', ms: 200 },
    ])
  })

  it('that fails is asked again with the same message, after twice as long each time', async () => {
    const { clock, sent, tell } = start([failed(), failed()])
    tell('a')
    await clock.run(300)
    tell('b')
    await clock.run(10_000)
    // Of each wait half is chance, which is none here
    assert.deepEqual(
      sent.map(({ atMs, tags }) => ({ atMs, tags })),
      [
        { atMs: 200, tags: ['a'] },
        { atMs: 700, tags: ['a'] },
        { atMs: 1700, tags: ['a'] },
        { atMs: 1900, tags: ['b'] },
      ],
    )
    assert.equal(new Set(sent.slice(0, 3).map(({ id }) => id)).size, 1)
  })

  it('is waited for as long as it says, within the limit', async () => {
    const { clock, sent, tell } = start([failed(2500), failed(86_400_000)])
    tell('a')
    await clock.run(60_000)
    assert.deepEqual(
      sent.map(({ atMs }) => atMs),
      [200, 2700, 5700],
    )
  })

  it('that was given up is told that all is stale, again and again', async () => {
    const { clock, sent, happened, receiver, tell } = start(Array.from({ length: 5 }, () => failed()))
    tell('a')
    await clock.run(1700)
    assert.equal(receiver.waiting(), 1)
    await clock.run(60_000)
    assert.deepEqual(
      sent.map(({ tags }) => tags),
      [['a'], ['a'], ['a'], 'all', 'all', 'all'],
    )
    assert.equal(sent[3]?.atMs, 1700 + limits.retryMaxMs)
    assert.deepEqual(
      happened.map(({ outcome }) => outcome),
      ['failed', 'failed', 'failed', 'given-up', 'failed', 'failed', 'taken'],
    )
    assert.equal(receiver.waiting(), 0)
  })

  it('is told that all is stale where there is more than a message holds', async () => {
    const { clock, sent, receiver, tell } = start([failed()])
    tell('a')
    await clock.run(200)
    for (const tag of ['b', 'c', 'd', 'e']) tell(tag)
    assert.equal(receiver.waiting(), 2)
    tell('f')
    await clock.run(60_000)
    tell('g', 'h', 'i', 'j')
    await clock.run(120_000)
    assert.deepEqual(
      sent.map(({ tags }) => tags),
      [['a'], ['a'], 'all', ['g', 'h', 'i', 'j']],
    )
  })

  it('is told once more what was stale, after a while, if it is set', async () => {
    const { clock, sent, receiver, tell } = start([], 2000)
    tell('a')
    await clock.run(1000)
    tell('b')
    await clock.run(3000)
    tell('c')
    await clock.run(60_000)
    assert.deepEqual(
      sent.map(({ atMs, tags }) => ({ atMs, tags })),
      [
        { atMs: 200, tags: ['a'] },
        { atMs: 1200, tags: ['b'] },
        { atMs: 3200, tags: ['c'] },
        // Not sooner than so long after the last of them
        { atMs: 4200, tags: ['a', 'b'] },
        { atMs: 6200, tags: ['c'] },
      ],
    )
    tell('d')
    await receiver.stop()
    assert.equal(sent.length, 6)
  })

  it('is told once more how many addresses are left out', async () => {
    const { clock, sent, receiver } = start([], 2000)
    receiver.tell({ tags: ['a'], paths: ['/'], pathsLeftOut: 3, cause: 'update of posts' })
    await clock.run(60_000)
    assert.deepEqual(
      sent.map(({ pathsLeftOut }) => pathsLeftOut),
      [3, 3],
    )
  })

  it('that wants no more is told no more', async () => {
    const { clock, sent, receiver, tell } = start([{ kind: 'gone' }])
    tell('a')
    await clock.run(1000)
    tell('b')
    await clock.run(60_000)
    assert.equal(sent.length, 1)
    assert.equal(receiver.waiting(), 0)
  })

  it('is told at the end what is left, once', async () => {
    const { sent, happened, receiver, tell } = start([failed()])
    tell('a')
    await receiver.stop()
    assert.deepEqual(
      sent.map(({ tags }) => tags),
      [['a']],
    )
    assert.deepEqual(
      happened.map(({ outcome }) => outcome),
      ['failed', 'given-up'],
    )
    tell('b')
    assert.equal(sent.length, 1)
  })

  it('is told at the end what waits behind a message that fails, once', async () => {
    const { clock, sent, receiver, tell } = start([failed(), failed()])
    tell('a')
    await clock.run(200)
    tell('b')
    await receiver.stop()
    assert.deepEqual(
      sent.map(({ tags }) => tags),
      [['a'], ['a'], ['b']],
    )
  })

  it('says how long to wait in seconds or as a date', () => {
    assert.equal(retryAfter('120', 0), 120_000)
    assert.equal(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 1000), 59_000)
    assert.equal(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 100_000), 0)
    assert.equal(retryAfter('soon', 0), null)
    assert.equal(retryAfter(null, 0), null)
  })
})
