// The backlog of a worker is bounded; messages that are left out are a gap.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change, Since } from '../../../src/core/change.ts'
import { createBacklog } from '../../../src/cluster/backlog.ts'

const row = (text: string): Change => ({ kind: 'row', table: 'posts', before: null, after: { title: text } })
const since = (atMs: number): Since => ({ atMs, from: 'arrival' })

function backlogOf(messagesMax: number, charactersMax: number) {
  const sent: (readonly [Change['kind'], number])[] = []
  const taken: (() => void)[] = []
  const backlog = createBacklog(
    ([change], { atMs }, done) => {
      assert(change)
      sent.push([change.kind, atMs])
      taken.push(done)
    },
    { messagesMax, charactersMax },
  )
  const takeAll = () => {
    for (const take of taken.splice(0)) take()
  }
  return { backlog, sent, takeAll }
}

describe('changes on their way to a worker', () => {
  it('are sent as they come', () => {
    const { backlog, sent, takeAll } = backlogOf(2, 1000)
    for (const at of [1, 2, 3]) {
      backlog.add([row('a')], since(at))
      takeAll()
    }
    assert.deepEqual(sent, [
      ['row', 1],
      ['row', 2],
      ['row', 3],
    ])
  })

  it('are a gap from the first that was left out, once the rest is taken', () => {
    const { backlog, sent, takeAll } = backlogOf(2, 1000)
    for (const at of [1, 2, 3, 4]) backlog.add([row('a')], since(at))
    assert.equal(sent.length, 2)
    takeAll()
    assert.deepEqual(sent.slice(2), [['gap', 3]])
    takeAll()
    backlog.add([row('a')], since(5))
    assert.deepEqual(sent.at(-1), ['row', 5])
  })

  it('count by the size of their rows', () => {
    const { backlog, sent } = backlogOf(100, 50)
    backlog.add([row('a'.repeat(60))], since(1))
    backlog.add([row('a')], since(2))
    assert.equal(sent.length, 1)
  })
})
