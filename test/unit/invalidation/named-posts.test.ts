// Posts that no row names: they are told as a read finds it, and as changes have said since.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Change, ChangedRow } from '../../../src/core/change.ts'
import { createNamedPosts } from '../../../src/invalidation/named-posts.ts'
import { unavailableReading, type Reading } from '../../../src/read/execute.ts'

const row = (table: string, before: ChangedRow | null, after: ChangedRow | null): Change => ({
  kind: 'row',
  table,
  before,
  after,
})
const post = (id: string, parent_id = '0', type = 'post') => ({ id, parent_id, type })
const comes = (id: string, parent_id?: string, type?: string) => row('posts', null, post(id, parent_id, type))

/** With reads that wait until they are answered, each by the greatest ids that posts and comments name. */
function create() {
  const reads: PromiseWithResolvers<number | null>[] = []
  const named = createNamedPosts()
  named.use((): Reading => ({
    ...unavailableReading,
    list: async (plan) => {
      const read = Promise.withResolvers<number | null>()
      reads.push(read)
      const id = await read.promise
      if (id === null) return unavailableReading.list(plan)
      return { rows: [{ [plan.columns[0] ?? '']: id }], found: 1, more: false }
    },
  }))
  const answer = async (...found: readonly (number | null)[]) => {
    for (const [nth, { resolve }] of reads.splice(0).entries()) resolve(found[nth] ?? null)
    await new Promise(setImmediate)
  }
  const has = (id: string) => named.isAbove(id) || named.isDiscussed(id)
  return { ...named, has, begin: () => named.found({ name: 'binlog' }), answer, reads }
}

/** A clock that goes on as the test says. */
function clockOf(test: TestContext) {
  let nowMs = 0
  test.mock.method(performance, 'now', () => nowMs)
  return { pass: (ms: number) => void (nowMs += ms) }
}

describe('posts that no row names', () => {
  it('are those above all that rows name when they are read', async () => {
    const { has, begin, answer } = create()
    assert.ok(has('10'))
    begin()
    assert.ok(has('10'))
    await answer(5, 9)
    for (const [id, is] of [
      ['3', true],
      ['9', true],
      ['10', false],
      ['9007199254740993', false],
      ['a-text', true],
    ] as const)
      assert.equal(has(id), is, id)
  })

  it('are those that came so and were not named since, whatever else is', async () => {
    const { has, begin, answer, note } = create()
    begin()
    await answer(5, 9)
    for (const id of ['12', '13']) note(comes(id))
    note(row('comments', null, { id: '1', post_id: '15', type: 'comment' }))
    assert.deepEqual(['11', '12', '13', '14', '15', '16'].map(has), [true, false, false, true, true, false])
    note(row('posts', post('3'), post('3', '12')))
    note(row('posts', null, post('20', '13', 'revision')))
    assert.deepEqual(['12', '13'].map(has), [true, false])
    // It becomes a file
    note(row('posts', post('20', '13', 'revision'), post('20', '13', 'attachment')))
    assert.ok(has('13'))
    // Another id is another row
    note(row('posts', post('3', '12'), post('40', '12')))
    note(comes('50', '45'))
    assert.deepEqual(['40', '44', '50'].map(has), [false, true, false])
    // Named before readers see it, and by itself
    note({
      kind: 'pending',
      id: 1,
      changes: [{ kind: 'row', table: 'posts', before: null, after: post('60', '40') }],
    })
    note(comes('70', '70'))
    assert.deepEqual(['40', '70'].map(has), [true, true])
  })

  it('are read once the feed is found, whatever came while it began', async () => {
    const { has, begin, found, answer, note, reads } = create()
    for (let times = 0; times < 2; times += 1) {
      note(comes('31', '8'))
      note({ kind: 'gap', reason: 'the database was found' })
      assert.equal(reads.length, 0)
      begin()
      await answer(5, 9)
      note(comes('32'))
      assert.deepEqual(['9', '10', '32'].map(has), [true, false, false])
      // The next one begins as well
      found({ name: 'poll' })
    }
  })

  it('count what is named while it is read', async () => {
    const { has, begin, answer, note, reads } = create()
    begin()
    note(row('comments', null, { id: '1', post_id: '30', type: 'comment' }))
    note(comes('31'))
    assert.equal(reads.length, 2)
    note(row('comments', null, { id: '2', post_id: '40', type: 'comment' }))
    await answer(5, 9)
    assert.deepEqual(['31', '40', '41'].map(has), [true, true, false])
  })

  it('are not known after something was missed, until they are read again', async (test) => {
    const { pass } = clockOf(test)
    for (const [missed, answers] of [
      [{ kind: 'gap', reason: 'x' }, [5, 13]],
      [{ kind: 'table', table: 'comments' }, [13]],
    ] as const) {
      const { has, begin, answer, note, reads } = create()
      begin()
      await answer(5, 9)
      note(comes('12'))
      assert.ok(!has('12'))
      note(missed)
      assert.ok(has('12') && has('100'))
      pass(60_000)
      begin()
      const before = reads.splice(0)
      assert.equal(before.length, answers.length)
      note(missed)
      pass(60_000)
      note(comes('13'))
      for (const { resolve } of before) resolve(5)
      await new Promise(setImmediate)
      assert.ok(has('100'))
      await answer(...answers)
      assert.deepEqual(['13', '14'].map(has), [true, false])
    }
  })

  it('are read at most once a minute, however often something is missed', async (test) => {
    const { begin, note, reads } = create()
    const { pass } = clockOf(test)
    begin()
    for (let id = 100; id < 200; id += 1) {
      note({ kind: 'gap', reason: 'x' })
      note(comes(String(id)))
    }
    assert.equal(reads.length, 2)
    pass(60_000)
    note(comes('200'))
    assert.equal(reads.length, 4)
  })

  it('are not read where ids are no numbers', async (test) => {
    const { pass } = clockOf(test)
    for (const after of [
      post('a-text', 'another'),
      // An expression of the layout stands for the column
      { id: '11', type: 'post' },
    ]) {
      const { has, begin, answer, note, reads } = create()
      begin()
      await answer(5, 9)
      assert.ok(!has('100'))
      for (let nth = 0; nth < 100; nth += 1) {
        note(row('posts', null, after))
        pass(60_000)
      }
      assert.ok(has('100'))
      assert.equal(reads.length, 0)
    }
  })

  it('are told apart: some have files, others comments', async () => {
    const { isAbove, isDiscussed, begin, answer, note } = create()
    begin()
    await answer(5, 9)
    const both = (id: string) => [isAbove(id), isDiscussed(id)]
    assert.deepEqual(['5', '7', '10'].map(both), [
      [true, true],
      [false, true],
      [false, false],
    ])
    for (const id of ['12', '13']) note(comes(id))
    note(row('comments', null, { id: '1', post_id: '12', type: 'comment' }))
    note(comes('14', '13', 'attachment'))
    assert.deepEqual(['12', '13'].map(both), [
      [false, true],
      [true, false],
    ])
    note({ kind: 'table', table: 'comments' })
    assert.deepEqual(both('15'), [false, true])
  })

  it('are none where it cannot be read', async () => {
    const { isAbove, isDiscussed, begin, answer, note, reads } = create()
    begin()
    await answer(5, null)
    assert.ok(!isAbove('100') && isDiscussed('100'))
    note(comes('12'))
    assert.equal(reads.length, 0)
  })
})
