// Content that changed, by positions: what is remembered, what was forgotten, and what came late.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicMs, type Change, type ChangedRow } from '../../../src/core/change.ts'
import { encodePosition, parsePosition, type LogPosition } from '../../../src/core/log-position.ts'
import { createContentChanges } from '../../../src/invalidation/content-changes.ts'
import { randomFor } from '../../support/random.ts'

const place = (offset: number, file = 'binlog.000002', madeMs = 5000): LogPosition => ({
  server: 'one',
  file,
  offset,
  madeMs,
})
const parsed = (position: LogPosition) => parsePosition(encodePosition(position)) ?? assert.fail()

/** A feed that has proven so far, and the changes of content after it. */
function following(remembered?: number) {
  let to = place(100)
  let provenAt = () => monotonicMs() + 1
  const changes = createContentChanges(
    () => ({ provenAt: () => provenAt(), provenTo: () => to }),
    undefined,
    remembered,
  )
  const row = (id: number, before: ChangedRow | null, after: ChangedRow | null, at?: number): Change => ({
    kind: 'row',
    table: 'posts',
    before: before && { id: String(id), type: 'post', ...before },
    after: after && { id: String(id), type: 'post', ...after },
    ...(at === undefined ? {} : { at: { file: 'binlog.000002', offset: at, madeMs: 5000 } }),
  })
  return {
    ...changes,
    row,
    advance: (...[offset, file, madeMs]: Parameters<typeof place>) => {
      to = place(offset, file, madeMs)
    },
    prove: (atMs: number) => {
      provenAt = () => atMs
    },
    ids: (since: number, max = 100, askedMs = Infinity) => {
      const found = changes.after(parsed(place(since)), max, askedMs)
      return found && [[...found.items.keys()].map(Number), found.upTo?.offset, found.hasMore]
    },
  }
}

const publish = { status: 'publish' }
const draft = { status: 'draft' }

describe('content that changed', () => {
  it('was public where it is a file that belongs to nothing; of others the row does not say it', () => {
    const { note, row, after } = following()
    const file = { status: 'inherit', type: 'attachment' }
    note([row(1, { ...file, parent_id: '0' }, null, 110), row(2, { ...file, parent_id: '9' }, null, 110)])
    const items = after(parsed(place(100)), 9, Infinity)?.items
    assert.deepEqual([items?.get('1')?.wasPublicAs, items?.get('2')?.wasPublicAs], [['attachment'], []])
  })

  it('is what is public, or was, after the position', () => {
    const { note, row, ids, now, after } = following()
    assert.equal(now()?.offset, 100)
    note([
      row(1, publish, publish, 110),
      row(2, draft, draft, 120),
      row(3, publish, draft, 120),
      row(4, null, publish, 130),
    ])
    note([
      { kind: 'row', table: 'postmeta', before: null, after: { post_id: '5', key: 'price' }, at: place(140) },
    ])
    assert.deepEqual(ids(100), [[1, 3, 4, 5], 140, false])
    assert.deepEqual(ids(110), [[3, 4, 5], 140, false])
    assert.deepEqual(ids(140), [[], 140, false])
    const items = after(parsed(place(100)), 9, Infinity)?.items
    assert.deepEqual(
      ['1', '3', '4', '5'].map((id) => items?.get(id)?.wasPublicAs),
      [['post'], ['post'], [], []],
    )
  })

  it('was public as what it was before a commit, however often it changed within it and after', () => {
    const { note, row, after } = following()
    const revision = { type: 'revision', status: 'publish' }
    note([
      row(1, publish, revision, 110),
      row(1, revision, revision, 120),
      row(2, null, publish, 130),
      row(2, publish, null, 130),
      row(3, draft, publish, 140),
      row(3, publish, draft, 140),
      row(4, publish, draft, 150),
      row(4, { ...publish, type: 'page' }, null, 160),
    ])
    const items = after(parsed(place(100)), 9, Infinity)?.items
    assert.deepEqual(
      ['1', '2', '3', '4'].map((id) => items?.get(id)?.wasPublicAs),
      [['post', 'revision'], [], [], ['post', 'page']],
    )
  })

  it('is unknown from before what is remembered, and in another log', () => {
    const { note, row, ids, after } = following(4)
    assert.equal(ids(99), null)
    assert.deepEqual(ids(100), [[], 100, false])
    note([1, 2, 3, 4, 5, 6].map((id) => row(id, publish, publish, 100 + id)))
    assert.equal(ids(101), null)
    assert.deepEqual(ids(102), [[3, 4, 5, 6], 106, false])
    assert.equal(after({ ...parsed(place(104)), serverHash: '00000000' }, 9, Infinity), null)
    assert.equal(after(parsed(place(4, 'other.000001')), 9, Infinity), null)
    note([{ kind: 'gap', reason: 'lost' }])
    assert.equal(ids(99), null)
  })

  it('is unknown where no row says what changed', () => {
    const { note, row, ids, advance } = following()
    note([row(1, publish, publish, 110)])
    advance(120)
    note([{ kind: 'table', table: 'comments' }])
    assert.deepEqual(ids(100), [[1], 120, false])
    note([{ kind: 'table', table: 'posts' }])
    assert.equal(ids(100), null)
  })

  it('comes in pages that part no commit, unless one is too large', () => {
    const { note, row, ids } = following()
    note([1, 2, 3].map((id) => row(id, publish, publish, 110)))
    note([4, 5].map((id) => row(id, publish, publish, 120)))
    assert.deepEqual(ids(100, 2), [[1, 2, 3], 110, true])
    assert.deepEqual(ids(110, 2), [[4, 5], 120, false])
    note(Array.from({ length: 11 }, (_, nth) => row(10 + nth, publish, publish, 130)))
    assert.equal(ids(120, 1), null)
  })

  it('is told once it settles, to whom has asked meanwhile, too', () => {
    const { note, row, ids } = following()
    const late = row(1, draft, publish)
    note([{ kind: 'pending', id: 1, changes: late.kind === 'row' ? [late] : [] }])
    note([row(2, publish, publish, 150)])
    assert.deepEqual(ids(100), [[2], 150, false])
    note([{ kind: 'settled', id: 1, changes: late.kind === 'row' ? [late] : [] }])
    assert.deepEqual(ids(150), [[1], 150, false])
    note([row(3, publish, publish, 160)])
    assert.deepEqual(ids(150), [[1, 3], 160, false])
    assert.deepEqual(ids(160), [[], 160, false])
  })

  it('does not go back where positions come anew', () => {
    const { note, row, ids, now } = following()
    note([1, 2].map((id) => row(id, publish, publish, 150)))
    note([row(3, publish, publish, 140)])
    assert.equal(now()?.offset, 150)
    assert.deepEqual(ids(145), [[1, 2], 150, false])
  })

  it('is all that a look at each change finds, also where positions come late or anew', () => {
    const random = randomFor('content that changed')
    const { note, row, ids, now } = following()
    const noted: { readonly id: number; readonly at: number; readonly isLate: boolean }[] = []
    for (let id = 1, end = 100; id <= 400; id += 1) {
      const isLate = random.below(4) === 0
      end += random.below(3)
      const own = end - (random.below(10) === 0 ? random.below(20) : 0)
      noted.push({ id, at: isLate ? (now()?.offset ?? 0) : own, isLate })
      note([row(id, publish, publish, isLate ? undefined : own)])
    }
    for (let since = 100; since <= 100 + 2 * 400; since += 1 + random.below(5)) {
      const later = noted.filter(({ at, isLate }) => at > since || (isLate && at === since))
      const [found] = ids(since, 1000) ?? []
      assert.deepEqual(
        found,
        later.map(({ id }) => id),
        `since ${since}`,
      )
    }
  })

  it('is none at a gateway that has not come as far as another', () => {
    const { ids, advance } = following()
    assert.deepEqual(ids(200), [[], undefined, false])
    advance(200)
    assert.deepEqual(ids(200), [[], 200, false])
  })
  it('is unknown after a position beyond all that was committed when it was named', () => {
    const { ids, advance, prove, now } = following()
    assert.notEqual(now(), null)
    const askedMs = monotonicMs() + 10
    prove(askedMs - 1)
    assert.deepEqual(ids(200, 100, askedMs), [[], undefined, false])
    prove(askedMs + 1)
    assert.equal(ids(200, 100, askedMs), null)
    advance(200)
    assert.deepEqual(ids(200, 100, askedMs), [[], 200, false])
  })

  it('is unknown after a position in a log that was reset, or in one that does not say which log it is of', () => {
    const { after, advance, now } = following()
    assert.notEqual(now(), null)
    advance(900, 'binlog.000004', 6000)
    const isKnown = (position: LogPosition) => after(parsed(position), 9, Infinity) !== null
    for (const [position, expected] of [
      [place(200), true],
      [place(200, 'binlog.000002', 4000), false],
      [place(200, 'binlog.000003', 5000), true],
      [place(200, 'binlog.000003', 4000), false],
      [{ server: 'one', file: 'binlog.000003', offset: 200 }, false],
    ] as const)
      assert.equal(isKnown(position), expected, JSON.stringify(position))
  })

  it('is unknown once where the clock of the server was set back, and then known', () => {
    const { after, advance, now } = following()
    assert.notEqual(now(), null)
    advance(200, 'binlog.000003', 1000)
    const since = parsed(place(200, 'binlog.000003', 1000))
    assert.equal(after(parsed(place(100)), 9, Infinity), null)
    assert.deepEqual(after(since, 9, Infinity)?.upTo, place(200, 'binlog.000003', 1000))
  })
})
