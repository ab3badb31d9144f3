// From where a new reader goes on, by the last entries of the shared log.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryBody, LogEntry } from '../../../src/feed/log-entry.ts'
import { resumedFrom } from '../../../src/feed/resumed-from.ts'

const resume = { server: 's', file: 'binlog.000001', offset: 7, madeMs: null, last: null }
const changes: EntryBody = { kind: 'changes', changes: [], agoMs: 0, from: 'arrival' }
const proof = (pending: readonly number[] = []): EntryBody => ({
  kind: 'proof',
  answers: [],
  to: null,
  resume,
  pending,
  blind: [],
})
/** The last one first, as they are read. */
const latest = (...bodies: readonly EntryBody[]): readonly LogEntry[] =>
  bodies.map((body, nth): LogEntry => Object.assign({}, body, { term: 'one', nth: nth + 1 })).toReversed()

describe('a new reader', () => {
  it('goes on from the last proof, and after the last entry', () => {
    assert.deepEqual(resumedFrom(latest(changes, proof(), changes, changes)), {
      resume,
      after: { term: 'one', nth: 4 },
    })
  })

  it('begins anew where no proof says from where, or changes were pending then', () => {
    assert.equal(resumedFrom([]), null)
    assert.equal(resumedFrom(latest(changes, changes)), null)
    assert.equal(resumedFrom(latest(proof([7]), changes)), null)
    const nowhere: EntryBody = { kind: 'proof', answers: [], to: null, resume: null, pending: [], blind: [] }
    assert.equal(resumedFrom(latest(nowhere)), null)
  })

  it('begins anew where an entry in between is missing, of another term, or cannot be read', () => {
    const [last, middle, first] = latest(proof(), changes, changes)
    assert(last && middle && first)
    assert.equal(resumedFrom([last, first]), null)
    assert.equal(resumedFrom([last, { ...middle, term: 'two' }, first]), null)
    assert.equal(resumedFrom([last, null, first]), null)
    assert.equal(resumedFrom([null, middle, first]), null)
  })
})
