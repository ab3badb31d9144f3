// However often something changes, and however many clients a list has, one run of it is under way, and one more follows.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSharedTexts } from '../../../src/core/shared-texts.ts'
import { createListRuns } from '../../../src/graphql/list-runs.ts'

const key = { madeBy: {}, name: 'a list' }

/** A list whose runs end when the test says so. */
function list() {
  let noted = 0
  const begun: PromiseWithResolvers<string | null>[] = []
  const runs = createListRuns(createSharedTexts(1000), () => noted)
  const run = () => {
    const running = Promise.withResolvers<string | null>()
    begun.push(running)
    return running.promise
  }
  return {
    begun,
    change: () => void (noted += 1),
    ask: (of = key) => runs(of, run),
    /** Settles once so many have begun. */
    until: async (count: number) => {
      while (begun.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('all that ask while a list is run get one trailing run', async () => {
  const { begun, change, ask, until } = list()
  const first = [ask(), ask()]
  const waiting: Promise<string | null>[] = []
  for (let nth = 0; nth < 100; nth += 1) {
    change()
    waiting.push(ask(), ask())
  }
  assert.equal(begun.length, 1)
  begun[0]?.resolve('before')
  assert.deepEqual(await Promise.all(first), ['before', 'before'])
  await until(2)
  begun[1]?.resolve('after')
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['after']))
  assert.equal(begun.length, 2)
})

it('a change during the trailing run has one of its own', async () => {
  const { begun, change, ask, until } = list()
  const first = ask()
  change()
  const second = ask()
  begun[0]?.resolve('one')
  assert.equal(await first, 'one')
  await until(2)
  change()
  const third = ask()
  begun[1]?.resolve('two')
  assert.equal(await second, 'two')
  await until(3)
  begun[2]?.resolve('three')
  assert.equal(await third, 'three')
})

it('a run that fails is followed by another, and other lists do not wait for it', async () => {
  const { begun, change, ask, until } = list()
  const failed = assert.rejects(ask())
  const other = ask({ madeBy: {}, name: 'a list' })
  assert.equal(begun.length, 2)
  begun[1]?.resolve('other')
  assert.equal(await other, 'other')
  change()
  const next = ask()
  begun[0]?.reject(new Error('no list'))
  await failed
  await until(3)
  begun[2]?.resolve('again')
  assert.equal(await next, 'again')
})
