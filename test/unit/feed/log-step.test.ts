// How a binary log is opened, and what its events make of a transaction.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changesMax, openMsMax, settleMs } from '../../../src/feed/log-state.ts'
import { Log, commit, following, place, rows, statement } from '../../support/followed-log.ts'

describe('a log that is opened', () => {
  it('is opened at its end, and followed once commits that were in it can be read', () => {
    const log = new Log().do('start')
    assert.deepEqual(log.effects, [{ kind: 'open', from: null }])
    log.opened('one', 'b.1', 100, 5000)
    assert.deepEqual([log.state.phase, log.effects], ['settling', [{ kind: 'settle', afterMs: settleMs }]])
    log.do('settled')
    assert.deepEqual(log.effects, [{ kind: 'follows', awayMs: null, isGap: false }])
    assert.deepEqual([log.state.phase, log.state.readTo], ['following', { file: 'b.1', offset: 100 }])
  })

  it('publishes while it settles', () => {
    const log = new Log().do('start').opened('one', 'b.1', 100, 5000)
    assert.deepEqual(log.receive(statement('begin'), rows(), commit(200)).published, [['table']])
  })

  it('is opened again where no event comes', () => {
    const log = new Log().do('start').after(openMsMax).do('tick')
    assert.deepEqual(log.kinds, [])
    assert.deepEqual(log.after(1).do('tick').kinds, ['close', 'lost', 'retry'])
  })

  it('ignores events before it is opened, nor once it is stopped', () => {
    assert.deepEqual(new Log().receive(rows(), commit(7)).effects, [])
    const log = following().do('stop')
    assert.deepEqual(log.kinds, ['close'])
    assert.deepEqual(log.receive(rows(), commit(7)).effects, [])
    for (const kind of ['start', 'retry', 'settled', 'tick', 'stop'] as const)
      assert.deepEqual(log.do(kind).effects, [])
  })
})

describe('a transaction', () => {
  it('is published with its end, and gone on with from there', () => {
    const log = following().receive(statement('begin'), rows(), rows(), commit(200))
    const [published] = log.effects
    assert(published?.kind === 'publish')
    assert.deepEqual(published.transaction.at, { file: 'b.1', offset: 200, madeMs: 5000 })
    assert.equal(published.transaction.rows.length, 2)
    assert.equal(published.transaction.isBlind, false)
    const last = { start: 100, end: 200, seal: 'commit 0 200' }
    assert.deepEqual(log.state.resume, { file: 'b.1', offset: 200, server: 'one', madeMs: 5000, last })
  })

  it('is not published before its end, nor without changes', () => {
    const log = following().receive(statement('begin'), rows(), statement('harmless', 150))
    assert.deepEqual(log.effects, [])
    assert.equal(log.state.resume?.offset, 100)
    assert.deepEqual(log.receive(commit(200)).published, [['table']])
    assert.deepEqual(log.receive(statement('begin'), commit(300)).published, [])
    assert.equal(log.state.resume?.offset, 300)
  })

  it('ends by a statement too', () =>
    assert.deepEqual(following().receive(statement('begin'), rows(), statement('commit', 200)).published, [
      ['table'],
    ]))

  it('is as good as all where it is very large', () => {
    const log = following().receive(rows(changesMax), rows(), rows(), commit(200))
    assert.deepEqual(log.published, [['gap']])
  })

  it('of a statement is a gap at its end, which no row shows', () => {
    const log = following().receive(statement('begin'), rows(), statement('gap', 150))
    assert.deepEqual(log.effects, [])
    const blind = log
      .receive(rows(), commit(200))
      .effects.flatMap((effect) => (effect.kind === 'publish' ? [effect.transaction.isBlind] : []))
    assert.deepEqual([log.published, blind], [[['gap']], [true]])
    assert.ok(log.kinds.includes('learn'))
  })

  it('is one of its own where a statement, or what cannot be read, stands alone', () => {
    for (const event of [
      statement('gap', 200),
      { ...place, end: 200, kind: 'unreadable', type: 'Unknown' },
      { ...place, end: 200, kind: 'prepare' },
    ] as const) {
      const log = following().receive(event)
      assert.deepEqual(log.published, [['gap']])
      assert.equal(log.state.resume?.offset, 200)
    }
  })
})
