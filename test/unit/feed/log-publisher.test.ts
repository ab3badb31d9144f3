// Transactions are published in order, each once it can be read; one that cannot is pending until it can.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Change, DataChange } from '../../../src/core/change.ts'
import type { Ended } from '../../../src/feed/barrier.ts'
import { createPublisher } from '../../../src/feed/log-publisher.ts'
import type { Transaction } from '../../../src/feed/log-state.ts'
import { eventually } from '../../support/eventually.ts'

const row: DataChange = { kind: 'row', table: 'posts', before: null, after: { id: '1' } }
const gap: DataChange = { kind: 'gap', reason: 'x' }

function started() {
  const published: Change[] = []
  const asked: ((readable: readonly boolean[]) => void)[] = []
  let waiting = Promise.withResolvers<void>()
  const waits = { commits: false }
  const publisher = createPublisher(
    {
      ended: (): Ended => ({ sentinel: null, rows: null, changedAgain: new AbortController() }),
      areReadable: () =>
        new Promise((resolve) => {
          asked.push(resolve)
          waiting.resolve()
        }),
    },
    async () => waits.commits,
    (changes) => published.push(...changes),
  )
  return {
    published,
    publisher,
    waits,
    words: () => published.map((change) => ('id' in change ? `${change.kind} ${change.id}` : change.kind)),
    add: (change: DataChange = row, isBlind = false) => {
      const transaction: Transaction = {
        changes: [change],
        rows: [],
        isBlind,
        since: { atMs: 1, from: 'arrival' },
        at: { file: 'b.1', offset: 7 },
      }
      publisher.add(transaction)
    },
    /** Answers the next question. */
    answer: async (...readable: readonly boolean[]) => {
      if (asked.length === 0) await waiting.promise
      waiting = Promise.withResolvers()
      asked.shift()?.(readable)
      await setImmediate()
    },
  }
}

describe('a publisher', () => {
  it('publishes what can be read, with its place', async () => {
    const { add, answer, published, publisher } = started()
    add()
    const flushed = publisher.flushed()
    assert.deepEqual(published, [])
    await answer(true)
    await flushed
    assert.deepEqual(published, [{ ...row, at: { file: 'b.1', offset: 7 } }])
  })

  it('publishes what cannot be read as pending, and asks until it can', async () => {
    const { add, answer, words, published, publisher } = started()
    add()
    await answer(false)
    await publisher.flushed()
    assert.deepEqual(words(), ['pending 1'])
    await answer(false)
    await answer(false)
    assert.deepEqual(words(), ['pending 1'])
    await answer(true)
    assert.deepEqual(words(), ['pending 1', 'settled 1'])
    assert.deepEqual(published.at(-1), { kind: 'settled', id: 1, changes: [row] })
  })

  it('settles the oldest first', async () => {
    const { add, answer, words } = started()
    add()
    add()
    await answer(false)
    // Of the first, which is pending, and of the second
    await answer(false)
    await answer(false)
    assert.deepEqual(words(), ['pending 1', 'pending 2'])
    await answer(true)
    await answer(true)
    assert.deepEqual(words(), ['pending 1', 'pending 2', 'settled 1', 'settled 2'])
  })

  it('says again what is pending after a gap, which ends it', async () => {
    const { add, answer, words, publisher } = started()
    add()
    await answer(false)
    add(gap)
    // Of the first, which is pending, and of the gap
    await answer(false)
    await answer(true)
    await publisher.flushed()
    assert.deepEqual(words(), ['pending 1', 'gap', 'pending 1'])
    await answer(true)
    assert.deepEqual(words().at(-1), 'settled 1')
  })

  it('is pending a while where no row shows it', async () => {
    const { add, answer, words, publisher } = started()
    add(gap, true)
    await answer(true)
    assert.deepEqual(words(), ['pending 1'])
    await publisher.stop()
  })

  it('is pending for longer than any commit waits for a replica, where no row shows it', async () => {
    const { add, answer, words, publisher, waits } = started()
    waits.commits = true
    add(gap, true)
    await answer(true)
    await setTimeout(1500)
    assert.deepEqual(words(), ['pending 1'])
    waits.commits = false
    await eventually(async () => assert.deepEqual(words(), ['pending 1', 'settled 1']))
    await publisher.stop()
  })

  it('ends with its stop, whatever is pending', async () => {
    const { add, answer, words, publisher } = started()
    add()
    await answer(false)
    const stopped = publisher.stop()
    await answer(false)
    await stopped
    assert.deepEqual(words(), ['pending 1'])
  })
})
