// Requests for a resource, as plans: its own conditions first, and searches as words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Filter } from '../../../src/database/filter.ts'
import { orderBy, planCount, planItem, planList } from '../../../src/planner/planner.ts'
import { searchFilters } from '../../../src/planner/search.ts'
import type { ResourceDefinition } from '../../../src/registry/resource.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { visibilityOf } from '../../../src/planner/visibility.ts'
import { post } from '../../support/resources.ts'

const book: ResourceDefinition = {
  ...post,
  name: 'book',
  source: 'posts',
  where: { type: 'book' },
  listed: { status: 'publish' },
  search: { columns: ['title', 'content'], named: null, splits: true, where: { password: '' } },
}

/** Words as they are searched for: `-word` for one that must not be there. */
function wordsOf(text: string): readonly string[] {
  return searchFilters(book, { text, viewer: anonymous }).flatMap((filter) =>
    filter.kind === 'search' ? filter.words.map((word) => (word.excluded ? '-' : '') + word.text) : [],
  )
}

const searches: readonly (readonly [text: string, words: readonly string[]])[] = [
  ['', []],
  ['   ', []],
  ['one', ['one']],
  ['one two', ['one', 'two']],
  [' one,two\tthree ', ['one', 'two', 'three']],
  ['"one two"', ['one two']],
  ['"one two" three', ['one two', 'three']],
  ['-one two', ['-one', 'two']],
  // A minus stands before a word, or in the quotes
  ['-"one two"', ['one two']],
  ['"-one two"', ['-one two']],
  ['"one', ['one']],
  ["'one' +two", ['one', 'two']],
  ['one-two', ['one-two']],
  // Letters and words that are everywhere count only where nothing else is there
  ['The one of a kind', ['one', 'kind']],
  ['the a', ['the a']],
  ['x -y', ['-y']],
  ['-', ['-']],
  ['""', ['""']],
  ['-""', ['-""']],
  ['100%_', ['100%_']],
  ['Größe', ['Größe']],
  ['1 2 3 4 5 6 7 8 9', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ['1 2 3 4 5 6 7 8 9 10', ['1 2 3 4 5 6 7 8 9 10']],
  [' 1 2 3 4 5 6 7 8 9 -10 ', ['1 2 3 4 5 6 7 8 9 -10']],
]

describe('searchFilters', () => {
  for (const [text, words] of searches)
    it(`looks for ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))

  it('hold what the resource says of searches', () => {
    assert.deepEqual(searchFilters(book, { text: 'one -two', viewer: anonymous }), [
      { kind: 'in', column: 'password', values: [''] },
      {
        kind: 'search',
        columns: ['title', 'content'],
        words: [
          { text: 'one', excluded: false, match: 'part' },
          { text: 'two', excluded: true, match: 'part' },
        ],
      },
    ])
    assert.deepEqual(searchFilters(book, { text: ' ', viewer: anonymous }), [
      { kind: 'in', column: 'password', values: [''] },
    ])
    assert.deepEqual(searchFilters(book, { text: '', viewer: anonymous }), [])
  })

  it('takes any text: at most nine words, none of them empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '-', '\n', 'é') }), (text) => {
        const words = wordsOf(text)
        assert.ok(words.length <= 9)
        assert.ok(words.every((word) => word !== ''))
      }),
    )
  })

  it('takes as few of a long text', () => {
    for (const text of ['"', '-', '-"', ' ', 'a ', '""']) assert.ok(wordsOf(text.repeat(50_000)).length <= 9)
  })
})

describe('plans', () => {
  const asked: Filter = { kind: 'in', column: 'author_id', values: [3] }
  const own: readonly Filter[] = [
    { kind: 'in', column: 'type', values: ['book'] },
    { kind: 'in', column: 'status', values: ['publish'] },
  ]
  const visible = visibilityOf(book, anonymous)
  const list = planList(book, {
    visible,
    columns: ['id'],
    filters: [asked],
    order: orderBy('created_at', true),
    page: { kind: 'offset', offset: 0, limit: 10 },
  })

  it('of a list hold what the resource always asks for, then what was asked', () => {
    assert.deepEqual(list, {
      kind: 'list',
      source: 'posts',
      columns: ['id'],
      filters: [...own, asked],
      visible,
      order: [
        { kind: 'column', column: 'created_at', descending: true },
        { kind: 'column', column: 'id', descending: true },
      ],
      page: { kind: 'offset', offset: 0, limit: 10 },
    })
  })

  it('of a count are those of its list, without page and order', () => {
    assert.deepEqual(planCount(list), {
      kind: 'count',
      source: 'posts',
      filters: [...own, asked],
      visible,
    })
  })

  it('of an item find it by its id, whatever its state', () => {
    const filters = (id: number | bigint): readonly Filter[] => [
      { kind: 'in', column: 'type', values: ['book'] },
      { kind: 'in', column: 'id', values: [id] },
    ]
    assert.deepEqual(planItem(book, 7, ['id'], visible), {
      kind: 'item',
      source: 'posts',
      columns: ['id'],
      filters: filters(7),
      visible,
    })
    const any = planItem(book, '9007199254740993', ['id'], null)
    assert.deepEqual([any.visible, any.filters], [null, filters(9007199254740993n)])
  })

  it('order by id alone where that is what was asked', () => {
    assert.deepEqual(orderBy('id', false), [{ kind: 'column', column: 'id', descending: false }])
    assert.deepEqual(orderBy('title', false), [
      { kind: 'column', column: 'title', descending: false },
      { kind: 'column', column: 'id', descending: false },
    ])
  })
})
