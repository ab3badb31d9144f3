// The term of the gateway that reads the log for all: what it appends, in which order, and when it ends.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { monotonicMs, type Change } from '../../src/core/change.ts'
import { noLog, type Feed, type Publish, type Unready } from '../../src/feed/feed.ts'
import { parseEntry } from '../../src/feed/log-entry.ts'
import { standForReader } from '../../src/feed/reader-term.ts'
import type { SharedLog } from '../../src/feed/shared-log.ts'
import { openSharedLog } from '../../src/valkey/shared-log.ts'
import { eventually } from '../support/eventually.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const skip = valkeyProgram === null && 'there is no valkey-server and no redis-server'
const table = (name: string): Change => ({ kind: 'table', table: name })
const now = () => ({ atMs: monotonicMs(), from: 'arrival' }) as const

/** No load of the machine lets a lease end meanwhile. */
const leaseMs = 60_000

/** A feed that publishes and proves as the test says. */
function sourceOf(started: (publish: Publish) => Unready | null) {
  let publish: Publish = () => {}
  let provenAt = -Infinity
  let isStopped = false
  const stopped = Promise.withResolvers<void>()
  let caughtUp = async () => {
    provenAt = monotonicMs()
  }
  const feed: Feed = {
    name: 'binlog',
    start: async (to) => {
      publish = to
      return started(to)
    },
    provenAt: () => provenAt,
    caughtUp: () => Promise.race([caughtUp(), stopped.promise]),
    logEnd: noLog,
    stop: async () => {
      isStopped = true
      stopped.resolve()
    },
  }
  return {
    feed,
    publish: (change: Change) => publish([change], now()),
    catchUpBy: (by: () => Promise<void>) => (caughtUp = by),
    isStopped: () => isStopped,
  }
}

async function begun(test: TestContext, started: (publish: Publish) => Unready | null = () => null) {
  const valkey = await startValkey(test)
  const open = async () => {
    const log = await openSharedLog({ url: valkey.url, seal: null }, 'test', () => {})
    test.after(log.close)
    return log
  }
  const [log, other] = [await open(), await open()]
  const source = sourceOf(started)
  const ends: (Unready | null)[] = []
  const ended = (problem: Unready | null) => ends.push(problem)
  const held: SharedLog = {
    ...log,
    elect: (reader) => log.elect(reader, leaseMs),
    renew: (reader) => log.renew(reader, leaseMs),
  }
  const term = await standForReader({ log: held, makeSource: () => source.feed, ended })
  assert(term)
  test.after(term.stop)
  const read: string[] = []
  let id = '0-0'
  const readOn = async () => {
    for (const entry of await other.after(id)) {
      id = entry.id
      const parsed = parseEntry(entry.text)
      read.push(parsed?.kind === 'changes' ? parsed.changes.map(nameOf).join() : (parsed?.kind ?? 'none'))
    }
  }
  return { valkey, log, other, source, ends, term, read, readOn }
}

function nameOf(change: Change): string {
  return change.kind === 'table' ? change.table : change.kind
}

describe('the term of a reader', { skip }, () => {
  it('begins with a gap, and then has what was published meanwhile', async (test) => {
    const { source, read, readOn } = await begun(test, (publish) => {
      publish([table('early')], now())
      return null
    })
    await eventually(async () => {
      await readOn()
      assert.ok(read.length >= 2)
    })
    source.publish(table('later'))
    await eventually(async () => {
      await readOn()
      assert.deepEqual(
        read.filter((each) => each !== 'proof'),
        ['begin', 'early', 'later'],
      )
    })
  })

  it('proves what was asked before its own feed had caught up, after all that this published', async (test) => {
    const { source, other, read, readOn } = await begun(test)
    source.catchUpBy(async () => source.publish(table('caught up')))
    await other.ask({ request: 'a', text: '' }, true)
    await eventually(async () => {
      await readOn()
      assert.ok(read.includes('caught up'))
    })
    // Its own feed has proven nothing by that
    assert.ok(!read.includes('proof'))
  })

  it('ends where another has its lease, and appends nothing then', async (test) => {
    const { valkey, source, other, ends, read, readOn } = await begun(test)
    await eventually(async () => {
      await readOn()
      assert.ok(read.includes('begin'))
    })
    await valkey.send('SET lectern:{test}:lease another PX 60000')
    source.publish(table('too late'))
    await eventually(async () => assert.deepEqual(ends, [null]))
    // A term is over before its feed has stopped
    await eventually(() => assert.ok(source.isStopped()))
    assert.equal(await other.append('another', 'theirs'), true)
    await readOn()
    assert.ok(!read.includes('too late'))
  })

  it('ends where its own feed proves nothing, and leaves the lease', async (test) => {
    const { source, other, ends } = await begun(test)
    source.catchUpBy(() => new Promise(() => {}))
    await other.ask({ request: 'a', text: '' }, true)
    await eventually(async () =>
      assert.deepEqual(ends, [
        { kind: 'away', reason: 'the feed binlog of the reader cannot prove that it has every change' },
      ]),
    )
    await eventually(async () => assert.equal(await other.elect('next', 1000), true))
  })

  it('ends with the reason where the database cannot be followed', async (test) => {
    const { ends } = await begun(test, () => ({ kind: 'unfit', reason: 'a test' }))
    await eventually(async () => assert.deepEqual(ends, [{ kind: 'unfit', reason: 'a test' }]))
  })

  it('is one at a time', async (test) => {
    const { other, term } = await begun(test)
    const another = sourceOf(() => null)
    const stand = () => standForReader({ log: other, makeSource: () => another.feed, ended: () => {} })
    assert.equal(await stand(), null)
    await term.stop()
    const next = await stand()
    assert(next)
    await next.stop()
  })
})
