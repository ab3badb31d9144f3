// `_fields` and `_embed`: which members of an answer stay, which relations are embedded.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseQuery } from '../../../../src/core/query-string.ts'
import {
  isEmbedded,
  isSelected,
  parseEmbed,
  parseFields,
  select,
  selectOfAll,
} from '../../../../src/rest/request/selection.ts'

const item = {
  id: 7,
  title: { rendered: 'One', raw: 'one' },
  tags: [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ],
  ids: [1, 2],
  none: null,
}

const kept: readonly (readonly [query: string, value: unknown])[] = [
  ['', item],
  ['_fields=', item],
  ['_fields=,', item],
  ['_fields[]=', []],
  ['_fields[]=&_fields[]=+', []],
  ['_fields[]=,', []],
  ['_fields[]=&_fields[]=id', { id: 7 }],
  ['_fields[a][b]=id', item],
  ['_fields=id', { id: 7 }],
  ['_fields=id,none', { id: 7, none: null }],
  ['_fields=none,+id+', { id: 7, none: null }],
  ['_fields[]=id&_fields[]=none', { id: 7, none: null }],
  ['_fields=title', { title: item.title }],
  ['_fields=title.rendered', { title: { rendered: 'One' } }],
  ['_fields=title.rendered,title.raw', { title: item.title }],
  ['_fields=title.rendered,title', { title: item.title }],
  ['_fields=title,title.rendered', { title: item.title }],
  ['_fields=title.other', { title: [] }],
  ['_fields=tags.name', { tags: [] }],
  ['_fields=tags.0.name', { tags: [{ name: 'a' }] }],
  ['_fields=ids.0', { ids: [1] }],
  ['_fields=ids.1', { ids: { 1: 2 } }],
  ['_fields=ids', { ids: [1, 2] }],
  ['_fields=other', []],
  ['_fields=constructor,__proto__', []],
  ['_fields=ID', []],
]

describe('_fields', () => {
  for (const [query, value] of kept) {
    it(`keeps of ${JSON.stringify(query)} what it names`, () =>
      assert.deepEqual(select(item, parseFields(parseQuery(query))), value))
  }

  it('selects from every item of a list', () => {
    assert.deepEqual(selectOfAll([item, { id: 8 }, 9], parseFields(parseQuery('_fields=id'))), [
      { id: 7 },
      { id: 8 },
      9,
    ])
  })

  it('says which members have to be made', () => {
    const selection = parseFields(parseQuery('_fields=id,title.rendered'))
    assert.deepEqual(
      ['id', 'title', 'rendered', 'content'].map((name) => isSelected(selection, name)),
      [true, true, false, false],
    )
    assert.equal(isSelected(parseFields(parseQuery('')), 'content'), true)
  })

  it('keeps nothing but what was there, for any text', () => {
    const names = fc.string({ unit: fc.constantFrom('i', 'd', 'title', 'raw', '.', ',', ' ') })
    fc.assert(
      fc.property(names, (text) => {
        const value = select(item, parseFields(new Map([['_fields', text]])))
        assert.ok(typeof value === 'object' && value !== null)
        for (const [name] of Object.entries(value)) assert.ok(name in item)
      }),
    )
  })
})

const embedded: readonly (readonly [query: string, author: boolean, other: boolean])[] = [
  ['', false, false],
  ['_embed', true, true],
  ['_embed=1', true, true],
  ['_embed=true', true, true],
  ['_embed=author', true, false],
  ['_embed=up,+author', true, false],
  ['_embed[]=author', true, false],
  ['_embed=up', false, false],
  ['_embed=authors', false, false],
]

describe('_embed', () => {
  for (const [query, author, other] of embedded) {
    it(`embeds for ${JSON.stringify(query)}`, () => {
      const embedding = parseEmbed(parseQuery(query))
      assert.deepEqual([isEmbedded(embedding, 'author'), isEmbedded(embedding, 'cms:term')], [author, other])
    })
  }
})
