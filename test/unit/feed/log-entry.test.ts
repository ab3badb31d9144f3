// Entries of the shared log as text: what is written is read, and what is not an entry is none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change, ChangedRow } from '../../../src/core/change.ts'
import { wordpress } from '../../../src/database/layout.ts'
import { encodeEntry, parseEntry, type LogEntry } from '../../../src/feed/log-entry.ts'
import { slimChange } from '../../../src/feed/slim-change.ts'
import { tagsOfChange } from '../../../src/tags/change-tags.ts'

const resume = {
  server: 's',
  file: 'binlog.000001',
  offset: 7,
  madeMs: null,
  last: { start: 1, end: 7, seal: 'x' },
}
const head = { term: 'one', nth: 3 }
const rowOf = (change: Change | undefined, which: 'before' | 'after') =>
  change?.kind === 'row' ? change[which] : null
const written = (changes: readonly Change[]) => {
  const text = encodeEntry({ ...head, kind: 'changes', changes, agoMs: 1.5, from: 'arrival' })
  const entry = parseEntry(text)
  assert(entry?.kind === 'changes')
  return { text, changes: entry.changes }
}

describe('an entry of the shared log', () => {
  it('is read as it was written', () => {
    const entries: readonly LogEntry[] = [
      { ...head, kind: 'begin', after: null },
      { ...head, kind: 'begin', after: { term: 'zero', nth: 9 } },
      { ...head, kind: 'proof', answers: ['a', 'b'], to: null, resume, pending: [1, 2], blind: ['posts'] },
      {
        ...head,
        kind: 'changes',
        agoMs: 0,
        from: 'look',
        changes: [
          { kind: 'table', table: 'posts' },
          { kind: 'gap', reason: 'a test' },
          { kind: 'pending', id: 1, changes: [{ kind: 'table', table: 'users' }] },
          { kind: 'settled', id: 1, changes: [{ kind: 'gap', reason: 'a test' }] },
          { kind: 'purge', purge: { kind: 'tags', tags: ['row:posts:7'] }, request: 'a' },
          { kind: 'purge', purge: { kind: 'path', path: '/posts' }, request: 'b' },
        ],
      },
    ]
    for (const entry of entries) assert.deepEqual(parseEntry(encodeEntry(entry)), entry)
  })

  it('is none where anything of it is missing or of another kind', () => {
    const good = encodeEntry({
      ...head,
      kind: 'proof',
      answers: ['a'],
      to: null,
      resume: null,
      pending: [],
      blind: [],
    })
    assert.ok(parseEntry(good))
    for (const [from, to] of [
      ['"term":"one"', '"term":""'],
      ['"nth":3', '"nth":"3"'],
      ['"nth":3', '"nth":0'],
      ['"kind":"proof"', '"kind":"other"'],
      ['"answers":["a"]', '"answers":["a",7]'],
      ['"pending":[]', '"pending":null'],
      ['}', ''],
    ] as const)
      assert.equal(parseEntry(good.replace(from, to)), null, to)
    for (const text of ['', 'null', '[]', '{}', '7']) assert.equal(parseEntry(text), null)
  })

  it('has no text of a row that nothing is found by', () => {
    const row = (title: string): ChangedRow => ({
      id: '7',
      type: 'post',
      status: 'publish',
      title,
      content: 'body',
      slug: 's',
    })
    const { text, changes } = written([
      { kind: 'row', table: 'posts', before: row('secret'), after: row('other') },
    ])
    for (const hidden of ['secret', 'other', 'body']) assert.ok(!text.includes(hidden), hidden)
    assert.equal(rowOf(changes[0], 'after')?.['id'], '7')
    const user = { id: '1', login: 'ann', email: 'ann@example.org', password_hash: '$2y$10$abc' }
    assert.ok(!/ann|2y/.test(written([{ kind: 'row', table: 'users', before: null, after: user }]).text))
  })

  it('has the tags that the change has', () => {
    for (const [table, { columns }] of wordpress('wp_')) {
      const names = [...columns.keys()]
      const before = Object.fromEntries(names.map((name, nth) => [name, `${nth}`]))
      const published = 'status' in before ? { ...before, status: '1' } : before
      const rows = [null, before, published, { ...published, status: 'publish' }]
      const edits = names.map((name) => Object.assign({}, before, { [name]: 'edited' }))
      for (const one of rows)
        for (const other of [...rows, ...edits]) {
          const change: Change = { kind: 'row', table, before: one, after: other }
          const slim = slimChange(change)
          assert(slim.kind === 'row')
          assert.deepEqual(
            tagsOfChange(slim, () => true),
            tagsOfChange(change, () => true),
          )
        }
    }
  })

  it('is a gap where it is too large, and stays pending where it is', () => {
    const change = { kind: 'row', table: 'options', before: null, after: { name: 'x'.repeat(200) } } as const
    const many = Array.from({ length: 1000 }, () => change)
    const { text, changes } = written([...many.slice(0, 400), { kind: 'pending', id: 4, changes: many }])
    assert.ok(text.length < 1000)
    assert.deepEqual(new Set(changes.map(({ kind }) => kind)), new Set(['gap', 'pending']))
    assert.deepEqual(written([{ kind: 'settled', id: 4, changes: many }]).changes[0]?.kind, 'settled')
  })
})
