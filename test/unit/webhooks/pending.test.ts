// The position of a message is that from which on all of it can be read, and is left out where that is not known of a part.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encodePosition } from '../../../src/core/log-position.ts'
import { createPending } from '../../../src/webhooks/pending.ts'

const position = (file: string, offset: number, server = 'one') => encodePosition({ server, file, offset })

it('a message says how many paths are missing, those that were left out before among them', () => {
  const pending = createPending(2)
  const add = (paths: readonly string[], pathsLeftOut: number) =>
    pending.add({ tags: ['row:posts:1'], paths, pathsLeftOut, cause: 'update of posts' }, 0)
  add(['/a', '/b', '/c'], 0)
  add(['/a'], 500)
  assert.equal(pending.take()?.pathsLeftOut, 501)
})

it('a message names the last position of its changes, and none where one has none', () => {
  const pending = createPending(10)
  const add = (at?: string) =>
    pending.add(
      { tags: ['row:posts:1'], paths: [], cause: 'update of posts', ...(at === undefined ? {} : { at }) },
      0,
    )
  const [one, two, rotated] = [
    position('binlog.000001', 9),
    position('binlog.000001', 10),
    position('binlog.000002', 4),
  ]
  for (const [positions, expected] of [
    [[one, two], two],
    [[two, one], two],
    [[rotated, two, one], rotated],
    [[one, undefined, two], undefined],
    [[undefined, two], undefined],
    [[one, position('binlog.000001', 11, 'another server')], undefined],
    [[one], one],
  ] as const) {
    for (const each of positions) add(each)
    assert.equal(pending.take()?.at, expected)
  }
})
