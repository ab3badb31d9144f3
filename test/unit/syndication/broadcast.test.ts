// Events are made once for all clients that have the same so far; one that has to read goes on from its own place.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { heartbeat, type Place, type Step } from '../../../src/core/event-stream.ts'
import { createTurns } from '../../../src/core/turns.ts'
import { createBroadcast } from '../../../src/syndication/broadcast.ts'

/** Numbers as events: a client is at the last that it has. */
function counting(beatMs = 1_000_000) {
  const listeners: (() => void)[] = []
  const follow = createBroadcast({ onChange: (listener) => void listeners.push(listener) }, beatMs)
  let [newest, made] = [0, 0]
  let outcome: 'event' | 'unknown' | 'end' | 'error' = 'event'
  const placeAt = (nth: number): Place => {
    const place: Place = {
      key: String(nth),
      step: async (): Promise<Step | null> => {
        switch (outcome) {
          case 'unknown':
            return { text: null, place, hasMore: false }
          case 'end':
            return null
          case 'error':
            throw new Error('no step')
          case 'event': {
            if (nth === newest) return { text: '', place, hasMore: false }
            made += 1
            return { text: `${newest} `, place: placeAt(newest), hasMore: false }
          }
        }
      },
    }
    return place
  }
  const ending = new AbortController()
  const client = (isSlow = false) => {
    const sent: Uint8Array[] = []
    const over: string[] = []
    const following = follow(
      {
        send: (bytes) => {
          sent.push(bytes)
          return !isSlow
        },
        end: () => void over.push('end'),
        fail: (error) => void over.push(String(error)),
      },
      placeAt(0),
      ending.signal,
    )
    return { sent, over, following, text: () => Buffer.concat(sent).toString() }
  }
  return {
    client,
    made: () => made,
    ending,
    set: (next: typeof outcome) => {
      outcome = next
    },
    change: async () => {
      newest += 1
      for (const listener of listeners) listener()
      await settled()
    },
  }
}

/** Steps and turns are over: each takes some rounds of the event loop. */
async function settled(): Promise<void> {
  for (let nth = 0; nth < 20; nth += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a broadcast', () => {
  it('makes each event once, and sends all clients the same bytes', async () => {
    const { client, change, made } = counting()
    const clients = Array.from({ length: 100 }, () => client())
    await settled()
    await change()
    await change()
    assert.equal(made(), 2)
    assert.deepEqual(new Set(clients.map(({ text }) => text())), new Set(['1 2 ']))
    assert.equal(new Set(clients.map(({ sent }) => sent[0])).size, 1)
  })

  it('waits for no long work of requests', async () => {
    const { client, change } = counting()
    const clients = Array.from({ length: 40 }, () => client())
    await settled()
    const long = () => {
      const endsAt = performance.now() + 11
      while (performance.now() < endsAt);
      return clients.filter(({ text }) => text() === '1 ').length
    }
    const inTurn = Array.from({ length: 5 }, () => createTurns())
    const work = Promise.all(inTurn.map(async (run) => run(long)))
    await change()
    assert.deepEqual(await work, [0, 40, 40, 40, 40])
  })

  it('leaves out a client that does not read, which goes on from its own place', async () => {
    const { client, change, made } = counting()
    const [slow, quick] = [client(true), client()]
    await settled()
    for (let nth = 0; nth < 3; nth += 1) await change()
    assert.deepEqual([slow.text(), quick.text()], ['1 ', '1 2 3 '])
    slow.following.hasRead()
    await settled()
    assert.equal(slow.text(), '1 3 ')
    slow.following.hasRead()
    // It has read already
    slow.following.hasRead()
    await settled()
    await change()
    assert.deepEqual([slow.text(), quick.text(), made()], ['1 3 4 ', '1 2 3 4 ', 5])
  })

  it('sends nothing to clients that have left, and ends those that are left', async () => {
    const { client, change, ending } = counting()
    const [gone, there] = [client(), client()]
    gone.following.hasLeft()
    await change()
    ending.abort()
    await change()
    assert.deepEqual([gone.text(), gone.over], ['', []])
    assert.deepEqual([there.text(), there.over], ['1 ', ['end']])
    assert.deepEqual(client().over, ['end'])
  })

  it('tries again what cannot be made at the moment, and beats meanwhile', async () => {
    const { client, change, set } = counting(250)
    set('unknown')
    const one = client()
    await change()
    while (one.text() === '') await settled()
    assert.equal(one.text().replaceAll(heartbeat, ''), '')
    set('event')
    while (!one.text().includes('1 ')) await settled()
    one.following.hasLeft()
  })

  it('ends, or breaks off, the clients of what has no next event', async () => {
    const { client, change, set } = counting()
    for (const [outcome, over] of [
      ['end', 'end'],
      ['error', 'Error: no step'],
    ] as const) {
      set('event')
      const clients = [client(), client(true)]
      await change()
      set(outcome)
      for (const { following } of clients) following.hasRead()
      await change()
      assert.deepEqual(
        clients.map((each) => each.over),
        [[over], [over]],
      )
    }
  })

  it('beats first of all after the process stood still, before an idle connection is closed', async () => {
    const { client } = counting(500)
    const { text, following } = client()
    const idle = setTimeout(1000)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
    await idle
    assert.equal(text(), heartbeat)
    following.hasLeft()
  })
})
