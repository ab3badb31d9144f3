// A total that is kept is adjusted by changes that it cannot have seen, and by no other.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAfter, type ChangedRow, type RowChange } from '../../../src/core/change.ts'
import { wordpress } from '../../../src/database/layout.ts'
import type { Filter, Visibility } from '../../../src/database/filter.ts'
import { equalInteger, equalText } from '../../../src/read/three-valued.ts'
import { adjusted } from '../../../src/read/cached-total.ts'
import type { KeptRows } from '../../../src/read/row-cache.ts'
import { rowTestOf, type RowTest } from '../../../src/read/row-test.ts'
import { ruleNamed } from '../../../src/planner/visibility.ts'
import { resources } from '../../support/resources.ts'

const testing = {
  layout: wordpress('wp_'),
  ruleOf: ({ resource, rule }: Visibility) => {
    const found = resources.get(resource)
    assert(found !== undefined)
    return ruleNamed(found, rule)
  },
}
const anybody: Visibility = {
  resource: 'post',
  rule: 'visible',
  capabilities: [],
  viewerId: 0,
  unseen: 'exclude',
}
const isIn = (column: string, ...values: readonly (string | number)[]): Filter => ({
  kind: 'in',
  column,
  values,
})
const testOf = (filters: readonly Filter[], visible: Visibility | null = anybody): RowTest | null =>
  rowTestOf({ kind: 'count', source: 'posts', filters, visible }, testing)
const published: ChangedRow = { id: '7', type: 'post', status: 'publish', author_id: '3', parent_id: '0' }

describe('a row', () => {
  it('is counted as filters and the rule of the viewer say', () => {
    const test = testOf([isIn('type', 'post'), isIn('status', 'publish')])
    assert(test)
    assert.equal(test(published), true)
    assert.equal(test({ ...published, status: 'draft' }), false)
    assert.equal(test({ ...published, type: 'page' }), false)
    // Only the server knows
    assert.equal(test({ ...published, status: 'Publish' }), null)
    assert.equal(test({ ...published, status: null }), null)
    assert.equal(test({ id: '7' }), null)
    // It is none whatever the rest is
    assert.equal(test({ ...published, type: 'page', status: 'Publish' }), false)
  })

  it('is counted for authors and editors as their rules say', () => {
    const author = testOf([isIn('type', 'post')], {
      ...anybody,
      capabilities: ['read', 'edit_posts', 'edit_published_posts'],
      viewerId: 3,
    })
    assert(author)
    assert.deepEqual(
      [published, { ...published, status: 'draft' }, { ...published, status: 'draft', author_id: '4' }].map(
        author,
      ),
      [true, true, false],
    )
    const withheld = testOf([isIn('status', 'private')], { ...anybody, unseen: 'count-but-withhold' })
    assert.equal(withheld?.({ ...published, status: 'private' }), true)
  })

  it('is told by nothing else than itself', () => {
    assert.equal(testOf([{ kind: 'term', taxonomy: 'category', by: 'id', values: [1] }]), null)
    assert.equal(testOf([{ kind: 'after', column: 'created_at', values: ['2024-01-01'] }]), null)
    assert.equal(testOf([{ kind: 'any', filters: [isIn('slug', 'a')] }]), null)
    assert.equal(testOf([], { ...anybody, resource: 'attachment' }), null)
    const nested = testOf([
      { kind: 'none', filters: [isIn('author_id', 3, 4)] },
      { kind: 'any', filters: [isIn('status', 'draft'), isIn('status', 'publish')] },
    ])
    assert.deepEqual(
      [published, { ...published, author_id: '5' }].map((row) => nested?.(row)),
      [false, true],
    )
  })
})

describe('values', () => {
  it('are compared only where no collation can disagree', () => {
    assert.deepEqual(
      [
        ['publish', 'publish'],
        ['draft', 'publish'],
        ['', 'publish'],
        ['Publish', 'publish'],
        ['publish ', 'publish'],
        ['auto-draft', 'autodraft'],
        ['püblish', 'publish'],
        ['wiki', 'viky'],
      ].map(([value, wanted]) => equalText(value, wanted ?? '')),
      [true, false, false, null, null, null, null, null],
    )
    assert.equal(equalText('1', 1), null)
    assert.deepEqual(
      [
        equalInteger('3', 3),
        equalInteger('30', 3),
        equalInteger('03', 3),
        equalInteger('9007199254740993', 9007199254740993n),
      ],
      [true, false, null, true],
    )
  })
})

describe('a kept total', () => {
  const filters = [isIn('type', 'post'), isIn('status', 'publish')]
  const plan = { kind: 'count', source: 'posts', filters, visible: anybody } as const
  const isCounted = testOf(filters)
  assert(isCounted)
  const seenTo = { file: 'binlog.000009', offset: 400 }
  const kept: KeptRows = {
    rows: [{ count: 5, isBounded: false }],
    tags: new Set(),
    adjustable: { plan, isCounted, seenTo, max: 6 },
  }
  const change = (
    before: ChangedRow | null,
    after: ChangedRow | null,
    at: RowChange['at'] = { file: 'binlog.000009', offset: 401 },
  ): RowChange => ({ kind: 'row', table: 'posts', before, after, ...(at ? { at } : {}) })
  const countAfter = (each: RowChange, total = kept) => adjusted(total, each)?.rows[0]?.['count'] ?? null

  it('follows rows that come, go and change', () => {
    const draft = { ...published, status: 'draft' }
    assert.equal(countAfter(change(null, published)), 6)
    assert.equal(countAfter(change(published, null)), 4)
    assert.equal(countAfter(change(published, draft)), 4)
    assert.equal(countAfter(change(draft, published)), 6)
    assert.equal(countAfter(change(draft, null)), 5)
    assert.equal(adjusted(kept, change(published, { ...published, id: '8' })), kept)
  })

  it('goes where the count may have seen the change, and where nobody knows', () => {
    assert.equal(countAfter(change(null, published, { file: 'binlog.000009', offset: 400 })), null)
    assert.equal(countAfter(change(null, published, { file: 'binlog.000008', offset: 900 })), null)
    assert.equal(countAfter(change(null, published, { file: 'other.000010', offset: 900 })), null)
    assert.equal(countAfter({ kind: 'row', table: 'posts', before: null, after: published }), null)
    assert.equal(countAfter(change(null, { ...published, status: 'Publish' })), null)
    assert.equal(countAfter({ ...change(null, published), table: 'postmeta' }), null)
    assert.equal(countAfter(change(null, published), { rows: kept.rows, tags: kept.tags }), null)
  })

  it('goes where it would be no whole count', () => {
    const full = { ...kept, rows: [{ count: 6, isBounded: false }] }
    assert.equal(countAfter(change(null, published), full), null)
    const none = { ...kept, rows: [{ count: 0, isBounded: false }] }
    assert.equal(countAfter(change(published, null), none), null)
  })
})

describe('places in a log', () => {
  it('are in order within a file, and by the numbers of files', () => {
    const at = (file: string, offset: number) => ({ file, offset })
    assert.equal(isAfter(at('a.000001', 5), at('a.000001', 4)), true)
    assert.equal(isAfter(at('a.000001', 4), at('a.000001', 4)), false)
    assert.equal(isAfter(at('a.1000000', 4), at('a.999999', 400)), true)
    assert.equal(isAfter(at('b.000002', 4), at('a.000001', 4)), false)
    assert.equal(isAfter(at('none', 9), at('other', 4)), false)
  })
})
