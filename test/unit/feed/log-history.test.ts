// The time before a gateway follows the shared log is known as far back as no entry is missing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeEntry, type LogEntry } from '../../../src/feed/log-entry.ts'
import { createLogHistory } from '../../../src/feed/log-history.ts'
import type { SharedEntry } from '../../../src/feed/shared-log.ts'

const changed = (nth: number, term = 'one', reason = 'a test'): LogEntry => ({
  kind: 'changes',
  changes: [{ kind: 'gap', reason }],
  agoMs: 0,
  from: 'arrival',
  term,
  nth,
})
const proof = (nth: number): LogEntry => ({
  kind: 'proof',
  answers: [],
  to: null,
  resume: null,
  pending: [],
  blind: [],
  term: 'one',
  nth,
})
const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, nth) => changed(from + nth))

/** A store with these entries, of which some cannot be read. */
function store(entries: readonly (LogEntry | null)[]) {
  const shared = entries.map((entry, nth): SharedEntry => ({
    id: String(nth).padStart(6, '0'),
    text: entry === null ? 'no entry' : encodeEntry(entry),
  }))
  let pages = 0
  return {
    pages: () => pages,
    latest: async (max: number, before = '~') => {
      pages += 1
      return shared
        .filter(({ id }) => id < before)
        .toReversed()
        .slice(0, max)
    },
  }
}

const numbers = (entries: readonly LogEntry[]) => entries.map(({ nth }) => nth)
async function readBack(log: ReturnType<typeof store>) {
  const history = createLogHistory()
  const last = await history.readBack(log)
  return { last, nths: history.recall(true).map(({ place }) => place.nth) }
}

describe('the history of the shared log', () => {
  it('is read back, oldest first, page by page', async () => {
    const log = store(upTo(700))
    const { last, nths } = await readBack(log)
    assert.deepEqual(last, { id: '000699', entry: changed(700) })
    assert.deepEqual(nths, numbers(upTo(700)))
    assert.equal(log.pages(), 3)
    assert.deepEqual(await readBack(store([])), { last: { id: '0-0', entry: null }, nths: [] })
  })

  for (const [what, entries, known] of [
    ['an entry is missing', [...upTo(3), ...upTo(9, 5)], [5, 6, 7, 8, 9]],
    ['an entry comes twice', [...upTo(3), changed(3), changed(4)], [3, 4]],
    ['another reader began', [changed(6, 'two'), ...upTo(2)], [1, 2]],
    ['an entry cannot be read', [changed(1), null, changed(3)], [3]],
    ['the last entry cannot be read', [changed(1), null], []],
  ] as const)
    it(`ends where ${what}`, async () => {
      assert.deepEqual((await readBack(store(entries))).nths, known)
    })

  it('is not read back without end', async () => {
    const { nths } = await readBack(store(upTo(5000)))
    assert.equal(nths.length, 4096)
    const long = (nth: number) => changed(nth, 'one', 'x'.repeat(60_000))
    const large = await readBack(store(Array.from({ length: 200 }, (_, nth) => long(nth + 1))))
    assert.ok(large.nths.length > 50 && large.nths.length < 70, String(large.nths.length))
  })

  it('is told once, with places, from the last entry on that misses the one before', () => {
    const history = createLogHistory()
    for (const entry of [changed(3), changed(4), proof(6), changed(7)]) history.read(entry)
    assert.deepEqual(history.recall(true), [
      { changes: [], place: { line: 'one', nth: 6 } },
      { changes: [{ kind: 'gap', reason: 'a test' }], place: { line: 'one', nth: 7 } },
    ])
    history.read(changed(8))
    assert.deepEqual(history.recall(true), [])
  })

  it('is nothing, and is not kept, where nothing proves it', () => {
    const history = createLogHistory()
    history.read(changed(3))
    assert.deepEqual(history.recall(false), [])
    assert.deepEqual(history.recall(true), [])
  })

  it('is nothing once an entry cannot be read, until the next', () => {
    const history = createLogHistory()
    for (const entry of [changed(3), null]) history.read(entry)
    history.read(changed(5))
    assert.deepEqual(
      history.recall(true).map(({ place }) => place.nth),
      [5],
    )
  })
})
