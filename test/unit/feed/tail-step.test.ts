// Entries of the shared log: what they publish, and what they prove.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '../../../src/core/change.ts'
import type { EntryBody, LogEntry } from '../../../src/feed/log-entry.ts'
import { tailBegun, tailStep, type TailInput, type TailState } from '../../../src/feed/tail-step.ts'

const nowMs = 10_000
const entry = (nth: number, body: EntryBody, term = 'one'): TailInput => ({
  kind: 'entry',
  entry: { ...body, term, nth },
  nowMs,
})
const asked = (request: string, atMs: number): TailInput => ({ kind: 'asked', request, atMs })
const proof = (answers: string, pending: readonly number[] = []): EntryBody => ({
  kind: 'proof',
  answers: answers.split(' '),
  to: { server: 's', file: 'binlog.000001', offset: answers.length },
  resume: null,
  pending,
  blind: [],
})
const changes = (...all: readonly Change[]): EntryBody => ({
  kind: 'changes',
  changes: all,
  agoMs: 5,
  from: 'arrival',
})
const table: Change = { kind: 'table', table: 'posts' }

function run(...inputs: readonly TailInput[]) {
  let state: TailState = tailBegun
  const published: string[] = []
  for (const input of inputs) {
    const next = tailStep(state, input)
    state = next.state
    published.push(...next.publish.flatMap((told) => told.changes.map(({ kind }) => kind)))
  }
  return { state, published, provenAt: state.provenAt }
}

const joined: TailInput = {
  kind: 'begin',
  entry: { kind: 'begin', after: null, term: 'one', nth: 1 } satisfies LogEntry,
}

describe('the tail of the shared log', () => {
  it('publishes changes by its own clock', () => {
    const { publish } = tailStep(run(joined).state, entry(2, changes(table)))
    assert.deepEqual(publish, [{ changes: [table], since: { atMs: nowMs - 5, from: 'arrival' } }])
  })

  it('is proven up to when the last request was sent that a proof answers', () => {
    const { state, provenAt } = run(
      joined,
      asked('a', 100),
      asked('b', 200),
      asked('c', 300),
      entry(2, proof('a b')),
    )
    assert.equal(provenAt, 200)
    assert.equal(state.provenTo?.offset, 3)
    assert.equal(tailStep(state, entry(3, proof('c'))).state.provenAt, 300)
  })

  it('is not proven by answers to requests of others, nor by one that was there before the request', () => {
    assert.equal(run(joined, asked('a', 100), entry(2, proof('b'))).provenAt, -Infinity)
    assert.equal(run(joined, entry(2, proof('a')), asked('a', 100)).provenAt, -Infinity)
  })

  it('never proves less than before', () => {
    assert.equal(
      run(joined, asked('a', 200), entry(2, proof('a')), asked('b', 100), entry(3, proof('b'))).provenAt,
      200,
    )
  })

  it('knows the place of an entry once a proof has answered it, until the next gap', () => {
    const placeOf = (state: TailState, input: TailInput) =>
      tailStep(state, input).publish.map(({ since }) => since.place ?? null)
    assert.deepEqual(placeOf(run(joined).state, entry(2, changes(table))), [null])
    assert.deepEqual(placeOf(run(joined).state, entry(2, proof('a'))), [null])
    const { state } = run(joined, asked('a', 100), entry(2, proof('a')))
    assert.deepEqual(placeOf(run(joined, asked('a', 100)).state, entry(2, proof('a'))), [
      { line: 'one', nth: 2 },
    ])
    assert.deepEqual(placeOf(state, entry(3, changes(table))), [{ line: 'one', nth: 3 }])
    assert.deepEqual(placeOf(state, entry(3, proof('b'))), [{ line: 'one', nth: 3 }])
    assert.deepEqual(placeOf(state, entry(4, changes(table))), [null, null])
    assert.deepEqual(placeOf(state, entry(1, changes(table), 'two')), [null, null])
  })

  it('has a gap where entries are missing, and of another term', () => {
    assert.deepEqual(run(joined, entry(2, changes(table)), entry(4, changes(table))).published, [
      'table',
      'gap',
      'table',
    ])
    assert.deepEqual(run(joined, entry(1, { kind: 'begin', after: null }, 'two')).published, ['gap'])
    assert.deepEqual(run(joined, entry(2, changes(table)), entry(2, changes(table), 'two')).published, [
      'table',
      'gap',
      'table',
    ])
    assert.deepEqual(run({ kind: 'begin', entry: null }, entry(7, changes(table))).published, [
      'gap',
      'table',
    ])
  })

  it('goes on without a gap where another reader begins after the last entry, which ends what is pending', () => {
    const next = (nth: number, after: number) =>
      entry(nth, { kind: 'begin', after: { term: 'one', nth: after } }, 'two')
    const pending: Change = { kind: 'pending', id: 7, changes: [table] }
    const { published, state } = run(
      joined,
      entry(2, changes(pending)),
      next(1, 2),
      entry(2, changes(table), 'two'),
    )
    assert.deepEqual(published, ['pending', 'settled', 'table'])
    assert.equal(state.pending.size, 0)
    assert.deepEqual(run(joined, entry(2, changes(table)), next(1, 1)).published, ['table', 'gap'])
    assert.deepEqual(run(joined, next(1, 2)).published, ['gap'])
  })

  it('has a gap where an entry cannot be read, and at the next', () => {
    assert.deepEqual(run(joined, { kind: 'entry', entry: null, nowMs }, entry(3, changes(table))).published, [
      'gap',
      'gap',
      'table',
    ])
  })

  it('proves nothing while changes are pending that it has not read', () => {
    const unknown = run(joined, asked('a', 100), entry(2, proof('a', [7])))
    assert.equal(unknown.provenAt, -Infinity)
    assert.equal(tailStep(unknown.state, entry(3, proof('a'))).state.provenAt, 100)
    const pending: Change = { kind: 'pending', id: 7, changes: [] }
    assert.equal(
      run(joined, asked('a', 100), entry(2, changes(pending)), entry(3, proof('a', [7]))).provenAt,
      100,
    )
    const gap: Change = { kind: 'gap', reason: 'a test' }
    const after = run(
      joined,
      asked('a', 100),
      entry(2, changes(pending)),
      entry(3, changes(gap)),
      entry(4, proof('a', [7])),
    )
    assert.equal(after.provenAt, -Infinity)
  })

  it('remembers the last requests that nothing answers', () => {
    const many = Array.from({ length: 500 }, (_, nth) => asked(`${nth}`, nth))
    const { state } = run(joined, ...many)
    assert.ok(state.asked.length <= 100)
    assert.equal(tailStep(state, entry(2, proof('0 499'))).state.provenAt, 499)
  })
})
