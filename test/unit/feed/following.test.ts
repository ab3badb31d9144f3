// The choice among several change feeds, and how the better one comes back.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { monotonicMs, type Change } from '../../../src/core/change.ts'
import { noLog, type Feed, type Publish, type Unready } from '../../../src/feed/feed.ts'
import { createFollowing, type MakeFeed } from '../../../src/feed/following.ts'
import { eventually } from '../../support/eventually.ts'

interface Made {
  readonly name: Feed['name']
  publish: Publish
  isStopped: boolean
}

function started(test: TestContext) {
  const made: Made[] = []
  const applied: { readonly changes: readonly Change[]; readonly isKnown: boolean; readonly feed: string }[] =
    []
  const observed: string[] = []
  let provenAt = Infinity
  const following = createFollowing({
    apply: (changes, since, feed) => applied.push({ changes, isKnown: since !== null, feed }),
    tells: false,
    observe: ({ kind }) => observed.push(kind),
  })
  const feed =
    (name: Feed['name'], ...problems: (Unready | null)[]): MakeFeed =>
    () => {
      const own: Made = { name, publish: () => {}, isStopped: false }
      return {
        name,
        start: async (publish) => {
          made.push(own)
          own.publish = publish
          return problems.shift() ?? null
        },
        provenAt: () => (name === 'clock' ? null : Math.min(provenAt, monotonicMs())),
        logEnd: noLog,
        stop: async () => {
          own.isStopped = true
        },
      }
    }
  test.after(following.stop)
  return {
    following,
    feed,
    made,
    applied,
    observed,
    silence: () => {
      provenAt = monotonicMs() - 60_000
    },
  }
}

const away: Unready = { kind: 'away', reason: 'why' }
const unfit: Unready = { kind: 'unfit', reason: 'why' }

// Each has feeds of its own, and waits for most of its time
describe('the feed that is followed', { concurrency: true }, () => {
  it('is the first that fits; one that does not is not wanted', async (test) => {
    const { following, feed, observed } = started(test)
    await following.follow([feed('binlog', unfit), feed('poll')])
    assert.deepEqual(following.names(), { wanted: 'poll', used: 'poll' })
    assert.deepEqual(observed, ['feed-unfit', 'feed'])
  })

  it('is the clock where none fits', async (test) => {
    const { following, feed, observed } = started(test)
    await following.follow([feed('binlog', unfit), feed('poll', unfit)])
    assert.deepEqual(following.names(), { wanted: 'clock', used: 'clock' })
    assert.deepEqual(observed, ['feed-unfit', 'feed-unfit', 'feed'])
  })

  it('is the better one again, once that can be reached', async (test) => {
    const { following, feed, made, applied, observed } = started(test)
    await following.follow([feed('binlog', away, away), feed('poll')])
    assert.deepEqual(following.names(), { wanted: 'binlog', used: 'poll' })
    await eventually(async () => assert.deepEqual(following.names(), { wanted: 'binlog', used: 'binlog' }))
    assert.deepEqual(observed, ['feed-lost', 'feed', 'feed'])
    // What was missed between is a gap, of which everybody is told who kept answers meanwhile
    assert.deepEqual(
      applied.map(({ changes, isKnown, feed: of }) => [changes[0]?.kind, isKnown, of]),
      [
        ['gap', false, 'poll'],
        ['gap', true, 'binlog'],
      ],
    )
    assert.deepEqual(
      made.map(({ name, isStopped }) => `${name} ${isStopped ? 'stopped' : 'followed'}`),
      ['binlog stopped', 'poll stopped', 'binlog stopped', 'binlog followed'],
    )
  })

  it('is the better one again, also where the lesser one comes back before it', async (test) => {
    const { following, feed } = started(test)
    await following.follow([feed('binlog', away, away, away), feed('poll', away)])
    assert.deepEqual(following.names(), { wanted: 'binlog', used: null })
    await eventually(async () => assert.equal(following.names().used, 'poll'))
    await eventually(async () => assert.equal(following.names().used, 'binlog'))
  })

  it('gives way where it proves nothing, but not to one that never proves anything', async (test) => {
    // The first is asked no sooner than the second
    const [blind, proving] = [started(test), started(test)]
    await blind.following.follow([blind.feed('binlog'), blind.feed('clock')])
    await proving.following.follow([proving.feed('binlog'), proving.feed('poll')])
    for (const { silence } of [blind, proving]) silence()
    await eventually(async () => assert.equal(proving.following.names().used, 'poll'))
    assert.equal(blind.following.names().used, 'binlog')
    assert.deepEqual(proving.observed, ['feed', 'feed-lost', 'feed'])
  })

  it('is stopped before another of its name begins, which reads the log under the same id', async (test) => {
    const { following, feed, made, silence } = started(test)
    const stopped: (boolean | undefined)[] = []
    const noting: MakeFeed = () => {
      const candidate = feed('binlog')()
      const start: Feed['start'] = async (publish) => {
        stopped.push(made.at(-1)?.isStopped)
        return candidate.start(publish)
      }
      return { ...candidate, start }
    }
    await following.follow([noting, feed('clock')])
    silence()
    await eventually(async () => assert.ok(stopped.length > 1))
    assert.deepEqual(stopped.slice(0, 2), [undefined, true])
  })

  it('rests each time twice as long where it is lost soon after it was followed', async (test) => {
    const { following, feed } = started(test)
    const beganAt: number[] = []
    const lostAtOnce: MakeFeed = () => ({
      ...feed('binlog')(),
      start: async () => {
        beganAt.push(monotonicMs())
        return null
      },
      isLost: () => true,
    })
    await following.follow([lostAtOnce, feed('poll')])
    await eventually(async () => assert.equal(beganAt.length, 4))
    const waited = beganAt.slice(1).map((atMs, nth) => atMs - (beganAt[nth] ?? atMs))
    assert.deepEqual(
      waited.map((ms, nth) => ms >= 500 * 2 ** nth),
      [true, true, true],
    )
  })

  it('publishes what is pending again after the gap with which it begins', async (test) => {
    const { following, applied } = started(test)
    const pending: Change = { kind: 'pending', id: 1, changes: [] }
    const made: MakeFeed = () => ({
      name: 'binlog',
      start: async (publish) => {
        publish([pending], { atMs: 1, from: 'look' })
        return null
      },
      provenAt: monotonicMs,
      logEnd: noLog,
      stop: async () => {},
    })
    await following.follow([made])
    assert.deepEqual(
      applied.map(({ changes }) => changes[0]?.kind),
      ['pending', 'gap', 'pending'],
    )
  })

  it('is none, and none is tried, once it is stopped', async (test) => {
    const { following, feed, made } = started(test)
    const other = started(test)
    await following.follow([feed('binlog', away, away), feed('poll')])
    await other.following.follow([other.feed('binlog', away), other.feed('poll')])
    await following.stop()
    await eventually(async () => assert.equal(other.following.names().used, 'binlog'))
    assert.deepEqual(
      made.map(({ name, isStopped }) => `${name} ${isStopped ? 'stopped' : 'followed'}`),
      ['binlog stopped', 'poll stopped'],
    )
  })

  const tried: Readonly<Record<string, readonly [starts: number, between: readonly Unready[]]>> = {
    'one that is being started in place of another': [2, []],
    'one that is being started in place of another that came back': [3, [away]],
  }
  for (const [what, [startsMax, between]] of Object.entries(tried))
    it(`stops ${what}, before it is stopped itself`, async (test) => {
      const { following, feed } = started(test)
      const starts: Promise<Unready>[] = []
      const steps: string[] = []
      const slow: MakeFeed = () => {
        const stopped = Promise.withResolvers<Unready>()
        return {
          ...feed('shared')(),
          start: () => {
            const start = starts.length < startsMax - 1 ? Promise.resolve(away) : stopped.promise
            starts.push(start)
            return start
          },
          stop: async () => {
            stopped.resolve(away)
            await turn()
            steps.push(`start ${starts.length} is over`)
          },
        }
      }
      await following.follow([slow, ...between.map((problem) => feed('binlog', problem)), feed('poll')])
      await eventually(() => assert.equal(starts.length, startsMax))
      await following.stop()
      steps.push('stopped')
      const overs = Array.from({ length: startsMax }, (_, nth) => `start ${nth + 1} is over`)
      assert.deepEqual([...new Set(steps)], [...overs, 'stopped'])
    })
})
