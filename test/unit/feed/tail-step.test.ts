// What entries of the shared log publish, and what they prove.
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
const asked = (count: number, atMs: number, epoch = 'e'): TailInput => ({
  kind: 'asked',
  asked: { epoch, count },
  atMs,
})
const proof = (count: number, pending: readonly number[] = [], epoch = 'e'): EntryBody => ({
  kind: 'proof',
  epoch,
  count,
  to: { server: 's', file: 'binlog.000001', offset: count },
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

const joined: TailInput = { kind: 'begin', entry: { kind: 'begin', term: 'one', nth: 1 } satisfies LogEntry }

describe('the tail of the shared log', () => {
  it('publishes changes by its own clock', () => {
    const { publish } = tailStep(run(joined).state, entry(2, changes(table)))
    assert.deepEqual(publish, [{ changes: [table], since: { atMs: nowMs - 5, from: 'arrival' } }])
  })

  it('is proven up to when the last request was sent that the proof has counted', () => {
    const { state, provenAt } = run(joined, asked(4, 100), asked(5, 200), asked(6, 300), entry(2, proof(5)))
    assert.equal(provenAt, 200)
    assert.equal(state.provenTo?.offset, 5)
    assert.equal(tailStep(state, entry(3, proof(6))).state.provenAt, 300)
  })

  it('is proven by a proof that was read before the count of the request arrived', () => {
    assert.equal(run(joined, entry(2, proof(5)), asked(5, 100)).provenAt, 100)
    assert.equal(run(joined, entry(2, proof(5)), asked(6, 100)).provenAt, -Infinity)
  })

  it('is not proven by counts of another epoch', () => {
    const { state, provenAt } = run(joined, asked(1, 100), entry(2, proof(9, [], 'f')))
    assert.equal(provenAt, -Infinity)
    assert.equal(tailStep(state, asked(3, 200, 'f')).state.provenAt, 200)
  })

  it('never proves less than before', () => {
    assert.equal(
      run(joined, asked(2, 200), entry(2, proof(2)), asked(3, 100), entry(3, proof(3))).provenAt,
      200,
    )
  })

  it('has a gap where entries are missing, and of another term', () => {
    assert.deepEqual(run(joined, entry(2, changes(table)), entry(4, changes(table))).published, [
      'table',
      'gap',
      'table',
    ])
    assert.deepEqual(run(joined, entry(1, { kind: 'begin' }, 'two')).published, ['gap'])
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

  it('has a gap where an entry cannot be read, and at the next', () => {
    assert.deepEqual(run(joined, { kind: 'entry', entry: null, nowMs }, entry(3, changes(table))).published, [
      'gap',
      'gap',
      'table',
    ])
  })

  it('forgets proofs from before a gap', () => {
    assert.equal(run(joined, entry(2, proof(5)), entry(9, changes(table)), asked(5, 100)).provenAt, -Infinity)
  })

  it('proves nothing while changes are pending that it has not read', () => {
    const unknown = run(joined, asked(1, 100), entry(2, proof(1, [7])))
    assert.equal(unknown.provenAt, -Infinity)
    assert.equal(tailStep(unknown.state, entry(3, proof(1))).state.provenAt, 100)
    const pending: Change = { kind: 'pending', id: 7, changes: [] }
    assert.equal(
      run(joined, asked(1, 100), entry(2, changes(pending)), entry(3, proof(1, [7]))).provenAt,
      100,
    )
    const gap: Change = { kind: 'gap', reason: 'a test' }
    const after = run(
      joined,
      asked(1, 100),
      entry(2, changes(pending)),
      entry(3, changes(gap)),
      entry(4, proof(1, [7])),
    )
    assert.equal(after.provenAt, -Infinity)
  })

  it('remembers few requests that nothing answers, and none of an epoch that is over', () => {
    const many = Array.from({ length: 500 }, (_, nth) => asked(nth + 1, nth))
    const { state } = run(joined, ...many)
    assert.ok(state.asked.length <= 100)
    assert.equal(tailStep(state, asked(1, 900, 'f')).state.asked.length, 1)
  })
})
