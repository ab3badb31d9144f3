// A log whose connection is lost, silent or another, and what its end proves.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retryMaxMs, retryMinMs, settleMs, silentMsMax, stuckMsMax } from '../../../src/feed/log-state.ts'
import { Log, beat, commit, file, following, format, rows, statement } from '../../support/followed-log.ts'

describe('a connection that is lost', () => {
  it('is gone on with after the last whole transaction', () => {
    const log = following().receive(rows(), commit(200), statement('begin'), rows()).after(10).fail('away')
    assert.deepEqual(log.kinds, ['close', 'lost', 'retry'])
    log.after(retryMinMs).do('retry')
    // From where its last event begins, by which the log is known again
    assert.deepEqual(log.effects, [{ kind: 'open', from: { file: 'b.1', offset: 100 } }])
    assert.deepEqual(log.opened('one', 'b.1', 100, 5000).effects, [])
    log.receive(beat(300), rows(), commit(200))
    assert.deepEqual(log.effects, [{ kind: 'follows', awayMs: retryMinMs, isGap: false }])
    assert.deepEqual(log.receive(statement('begin'), rows(), commit(300)).published, [['table']])
  })

  it('is tried again ever later, and told of once', () => {
    const log = following()
    const waits: number[] = []
    const lost: number[] = []
    for (let times = 0; times < 8; times += 1) {
      log.fail('away')
      for (const effect of log.effects) if (effect.kind === 'retry') waits.push(effect.afterMs)
      lost.push(log.kinds.filter((kind) => kind === 'lost').length)
      log.do('retry')
    }
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1000, 1000, 1000])
    assert.equal(waits.at(-1), retryMaxMs)
    assert.deepEqual(lost, [1, 0, 0, 0, 0, 0, 0, 0])
    assert.equal(typeof log.state.why, 'string')
    log.opened('one', 'b.1', 100, 5000)
    assert.equal(log.state.failures, 0)
    assert.equal(log.state.why, null)
  })

  it('is a gap, and goes on at the end, where the server has not the place any more', () => {
    const log = following().fail('away').do('retry').fail('refused')
    assert.deepEqual(log.published, [['gap']])
    log.do('retry')
    assert.deepEqual(log.effects, [{ kind: 'open', from: null }])
    log.opened('one', 'b.9', 400, 9000)
    assert.deepEqual(log.published, [])
    log.after(settleMs).do('settled')
    assert.deepEqual(log.published, [['gap']])
    assert.deepEqual(log.kinds, ['publish', 'learn', 'follows'])
    assert.deepEqual(log.receive(rows(), commit(500)).published, [['table']])
  })

  it('is a gap where an event cannot be read, and does not come to it again', () => {
    const log = following().receive(statement('begin'), rows()).fail('unreadable')
    assert.deepEqual(log.published, [['gap']])
    assert.deepEqual(log.do('retry').effects, [{ kind: 'open', from: null }])
    // A gap stays one, however often the connection breaks before it is closed
    log.fail('away').do('retry')
    assert.deepEqual(log.effects, [{ kind: 'open', from: null }])
    log.opened('one', 'b.1', 900, 5000).fail('away').do('retry')
    assert.deepEqual(log.effects, [{ kind: 'open', from: null }])
  })

  it('is a gap where the log is another, whatever its name and length', () => {
    for (const [server, madeMs] of [
      ['two', 5000],
      ['one', 6000],
    ] as const) {
      const log = following().fail('away').do('retry').opened(server, 'b.1', 100, madeMs)
      assert.equal(log.state.phase, 'waiting')
      assert.deepEqual(log.published, [['gap']])
      assert.deepEqual(log.do('retry').effects, [{ kind: 'open', from: null }])
    }
  })

  it('is a gap where the server was set back, and has written another log of the same name since', () => {
    for (const event of [
      commit(200, 'another'),
      { ...commit(200), secondMs: 1000 },
      statement('commit', 200),
      commit(210),
      file('b.2', 4),
    ]) {
      const log = following().receive(rows(), commit(200)).fail('away').do('retry')
      log.opened('one', 'b.1', 100, 5000).receive(event)
      assert.deepEqual(log.published, [['gap']])
      assert.deepEqual(log.do('retry').effects, [{ kind: 'open', from: null }])
    }
  })

  it('is a gap where the server was set back, and its log is shorter', () => {
    const log = following().receive(rows(), commit(200)).fail('away').do('retry')
    log.opened('one', 'b.1', 100, 5000).end({ file: 'b.1', offset: 150 })
    // Nothing comes any more, or the server refuses
    assert.deepEqual([log.state.phase, log.effects], ['opening', []])
    assert.deepEqual(log.fail('refused').published, [['gap']])
  })

  it('proves nothing before the log is known again', () => {
    const log = following()
      .receive(rows(), commit(200))
      .fail('away')
      .do('retry')
      .opened('one', 'b.1', 100, 5000)
    assert.deepEqual(log.end({ file: 'b.1', offset: 200 }).effects, [])
    assert.deepEqual(log.receive(beat(200)).effects, [])
    assert.deepEqual(log.receive(commit(200)).kinds, ['follows', 'proven'])
  })

  it('is known again by the file that it was in last', () => {
    const log = following().receive(file('b.2', 4), format(7000), rows(), commit(200))
    const last = { start: 4, end: 200, seal: 'commit 0 200' }
    assert.deepEqual(log.state.resume, { file: 'b.2', offset: 200, server: 'one', madeMs: 7000, last })
    log.fail('away').do('retry').opened('one', 'b.2', 4, 7000).receive(commit(200))
    assert.equal(log.state.phase, 'following')
  })
})

describe('silence', () => {
  it('ends a connection; heartbeats break it', () => {
    const log = following().after(silentMsMax).receive(beat(100)).after(silentMsMax).do('tick')
    assert.deepEqual(log.effects, [])
    assert.deepEqual(log.after(1).do('tick').kinds, ['close', 'lost', 'retry'])
  })

  it('of all but heartbeats ends it where the server has written more', () => {
    const log = following().end({ file: 'b.1', offset: 200 })
    for (let ms = 0; ms < stuckMsMax; ms += 1000) log.after(1000).receive(beat(100)).do('tick')
    assert.deepEqual(log.effects, [])
    assert.deepEqual(log.after(1).do('tick').kinds, ['close', 'lost', 'retry'])
  })

  it('does not while events come', () => {
    const log = following().end({ file: 'b.1', offset: 200 })
    for (let ms = 0; ms < 3 * stuckMsMax; ms += 1000) log.after(1000).receive(rows()).do('tick')
    assert.deepEqual(log.effects, [])
  })
})

describe('the end of the server’s log', () => {
  it('proves what was committed before it was asked for, once it is read', () => {
    const log = following()
    assert.deepEqual(log.end({ file: 'b.1', offset: 100 }).effects, [{ kind: 'proven', atMs: log.now }])
    const askedMs = log.after(1000).now
    assert.deepEqual(log.end({ file: 'b.1', offset: 200 }).effects, [])
    log.after(10)
    assert.deepEqual(log.receive(statement('begin'), rows()).effects, [])
    assert.deepEqual(log.receive(commit(200)).kinds, ['publish', 'proven'])
    assert.deepEqual(log.effects.at(-1), { kind: 'proven', atMs: askedMs })
  })

  it('is reached by a heartbeat and by a later file', () => {
    assert.deepEqual(following().end({ file: 'b.1', offset: 150 }).receive(beat(150)).kinds, ['proven'])
    const later = following().end({ file: 'b.1', offset: 150 }).receive(file('b.2', 4))
    // Until it is known when that was made, nobody could tell its positions from those of another log
    assert.deepEqual(later.kinds, [])
    assert.deepEqual(later.receive(format(6000)).kinds, ['proven'])
  })

  it('is begun again at the end where it was lost before it had settled', () => {
    const log = new Log().do('start').opened('one', 'b.1', 100, 5000)
    log.end({ file: 'b.1', offset: 900 }).after(stuckMsMax + 1)
    // However long commits wait there that nobody can see yet
    assert.deepEqual(log.receive(beat(100)).do('tick').effects, [])
    log.fail('away').after(retryMinMs).do('retry')
    assert.deepEqual(log.effects, [{ kind: 'open', from: null }])
  })

  it('proves nothing of a connection that is lost or settles', () => {
    const log = following().fail('away')
    assert.deepEqual(log.end({ file: 'b.1', offset: 100 }).effects, [])
    log.do('retry')
    assert.deepEqual(log.end({ file: 'b.1', offset: 100 }).effects, [])
    const settling = new Log().do('start').opened('one', 'b.1', 100, 5000)
    assert.deepEqual(settling.end({ file: 'b.1', offset: 100 }).effects, [])
    assert.deepEqual(settling.after(settleMs).do('settled').kinds, ['follows', 'proven'])
  })

  it('before what was read of it is another log’s', () => {
    for (const end of [
      { file: 'b.1', offset: 99 },
      { file: 'a.7', offset: 500 },
    ]) {
      const log = following().end(end)
      assert.deepEqual(log.published, [['gap']])
      assert.deepEqual(log.do('retry').effects, [{ kind: 'open', from: null }])
    }
  })

  it('may be before what was read since it was asked for', () => {
    const log = following()
    const { readTo } = log.state
    log.receive(rows(), commit(300))
    assert.deepEqual(log.end({ file: 'b.1', offset: 200 }, readTo).kinds, ['proven'])
  })
})
