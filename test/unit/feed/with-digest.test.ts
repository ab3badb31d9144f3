// A table is quiet as long as what kept answers are made of is the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Change } from '../../../src/core/change.ts'
import { noLog, type Feed, type Publish } from '../../../src/feed/feed.ts'
import { withDigest } from '../../../src/feed/with-digest.ts'

interface Heard {
  readonly publish: (changes: readonly Change[]) => void
  readonly published: Change[]
}

async function started(digest: (table: string) => Promise<string | null>): Promise<Heard> {
  let publish: Publish = () => {}
  const feed: Feed = {
    name: 'poll',
    start: async (to) => {
      publish = to
      return null
    },
    provenAt: () => 0,
    logEnd: noLog,
    stop: async () => {},
  }
  const published: Change[] = []
  await withDigest(feed, digest).start((changes) => published.push(...changes))
  return { publish: (changes) => publish(changes, { atMs: 0, from: 'look' }), published }
}

const options: Change = { kind: 'table', table: 'options' }
const gap: Change = { kind: 'gap', reason: 'the database was away' }
const quiet = (published: readonly Change[]) =>
  published.map((change) => change.kind === 'table' && change.isQuiet === true)

describe('a table that changed', () => {
  it('is quiet as long as its digest is the same', async () => {
    let value = 'one'
    const { publish, published } = await started(async () => value)
    for (const next of ['one', 'one', 'two', 'two']) {
      value = next
      publish([options])
      await setImmediate()
    }
    assert.deepEqual(quiet(published), [false, true, false, true])
  })

  it('is never quiet where there is no digest', async () => {
    const { publish, published } = await started(async () => null)
    for (let times = 0; times < 2; times += 1) {
      publish([options])
      await setImmediate()
    }
    assert.deepEqual(quiet(published), [false, false])
  })

  it('is not quiet after a gap: what changed in it may have changed back', async () => {
    const { publish, published } = await started(async () => 'one')
    publish([options])
    await setImmediate()
    publish([gap, options])
    assert.deepEqual(published.at(-1), gap)
    await setImmediate()
    assert.deepEqual(quiet(published), [false, false, false])
  })

  it('is told of again where it changed while its digest was made', async () => {
    const asked: ((told: string) => void)[] = []
    const { publish, published } = await started(async () => new Promise((resolve) => asked.push(resolve)))
    publish([options])
    publish([options])
    asked[0]?.('one')
    await setImmediate()
    asked[1]?.('two')
    await setImmediate()
    assert.deepEqual(quiet(published), [false, false])
  })
})
