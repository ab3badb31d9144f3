// A feed proves nothing while queries reach another server than it follows, and drops everything once they reach the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '../../../src/core/change.ts'
import { noLog, type Feed } from '../../../src/feed/feed.ts'
import { ofOneServer } from '../../../src/feed/one-server.ts'

/** `server`: the one that the feed follows; null for a feed that does not say. */
async function begun(server: string | null) {
  const published: Change[] = []
  let reached: readonly string[] = ['one']
  let [provenAt, reconnects] = [1, 0]
  const inner: Feed = {
    name: server === null ? 'poll' : 'binlog',
    start: async () => null,
    provenAt: () => provenAt,
    ...(server === null ? {} : { provenTo: () => ({ server, file: 'b.1', offset: 4 }) }),
    logEnd: noLog,
    stop: async () => {},
  }
  const engine = {
    reached: () => new Set(reached),
    reconnect: () => {
      reconnects += 1
      reached = []
    },
  }
  const feed = ofOneServer(inner, engine)
  await feed.start((changes) => published.push(...changes))
  const provenWith = (...servers: readonly string[]) => {
    reached = servers
    provenAt += 1
    return feed.provenAt()
  }
  return { feed, published, provenWith, reconnects: () => reconnects }
}

describe('a feed of one server', () => {
  it('proves what it has proven while queries reach that one, or none yet', async () => {
    const { feed, published, provenWith } = await begun('one')
    assert.deepEqual([provenWith('one'), provenWith(), provenWith('one')], [2, 3, 4])
    assert.equal(feed.isLost?.(), null)
    assert.equal(feed.why?.(), undefined)
    assert.deepEqual(published, [])
  })

  it('proves nothing more while they reach another, has connections made anew, and then drops everything', async () => {
    const { published, provenWith, reconnects } = await begun('one')
    assert.equal(provenWith('one'), 2)
    assert.equal(provenWith('one', 'two'), 2)
    assert.equal(reconnects(), 1)
    assert.equal(provenWith('one'), 4)
    assert.deepEqual(
      published.map(({ kind }) => kind),
      ['gap'],
    )
  })

  it('is lost where the address leads to another, and does not make connections anew all the time', async () => {
    const { feed, provenWith, reconnects } = await begun('one')
    for (let times = 0; times < 3; times += 1) provenWith('two')
    assert.equal(reconnects(), 1)
    assert.equal(feed.isLost?.(), true)
    assert.match(feed.why?.() ?? '', /another server/)
    provenWith('one', 'two')
    assert.match(feed.why?.() ?? '', /reach 2 servers/)
  })

  it('follows where it does not say which one it follows, and drops everything then', async () => {
    const { published, provenWith, reconnects } = await begun(null)
    assert.deepEqual([provenWith('one'), provenWith('two'), provenWith('two')], [2, 2, 4])
    assert.deepEqual(
      published.map(({ kind }) => kind),
      ['gap'],
    )
    assert.equal(reconnects(), 0)
    assert.equal(provenWith('one', 'two'), 4)
    assert.equal(reconnects(), 1)
  })

  it('says which one it follows, for other processes', async () => {
    const [own, other] = [await begun('one'), await begun(null)]
    assert.deepEqual([own.feed.server?.(), other.feed.server?.()], ['one', null])
    other.provenWith('two')
    assert.equal(other.feed.server?.(), 'two')
  })

  it('does nothing once it is stopped', async () => {
    const { feed, provenWith, reconnects } = await begun('one')
    await feed.stop()
    provenWith('two')
    assert.equal(reconnects(), 0)
  })
})
