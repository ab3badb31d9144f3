// Documents are parsed, validated and kept, and refused one past each limit.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema } from 'graphql'
import { boundedMap } from '../../../src/cache/bounded-map.ts'
import { createReadDocument, type Document, type DocumentLimits } from '../../../src/graphql/documents.ts'

const schema = buildSchema('type Query { a: Query, b: String }')

function reader(limits: Partial<DocumentLimits> = {}) {
  return createReadDocument(
    schema,
    { tokensMax: 2000, depthMax: 12, rootFieldsMax: 1000, ...limits },
    boundedMap<string, Document>(10),
  )
}

function errorsOf(document: Document) {
  assert.ok('errors' in document, 'it was taken')
  return document.errors.map(({ message, extensions }) => [message, extensions['code']])
}

const isTaken = (document: Document) => 'document' in document
const nested = (depth: number) => `${'{ a '.repeat(depth - 1)}{ b }${' }'.repeat(depth - 1)}`

describe('the nesting of a document', () => {
  const read = reader({ depthMax: 3 })
  const fragments = 'fragment One on Query { a { ...Two } } fragment Two on Query { a { b } }'
  const taken = [
    nested(3),
    '{ a { ... { a { ... on Query { b } } } } }',
    `{ ...One } ${fragments}`,
    '{ a { __typename a { __typename } } }',
    '{ __schema { types { fields { type { ofType { name } } } } } }',
    'query A { b } query B { a { a { b } } }',
    '{ a { a { b b b } b } b ...F ...F } fragment F on Query { b }',
  ]
  for (const query of taken) it(`may be three: ${query}`, () => assert.equal(isTaken(read(query)), true))

  const refused = [
    nested(4),
    '{ a { ... { a { ... on Query { a { b } } } } } }',
    `{ a { ...One } } ${fragments}`,
    `{ ...One a { ...One } } ${fragments}`,
    'query A { b } query B { a { a { a { b } } } }',
    '{ x: a { a { b } } y: a { a { a { b } } } }',
  ]
  for (const query of refused) {
    it(`may not be four: ${query}`, () =>
      assert.deepEqual(errorsOf(read(query)), [
        ['The document nests 4 selections; 3 are allowed.', 'DOCUMENT_TOO_LARGE'],
      ]))
  }

  it('is counted once for a fragment that is spread many times', () => {
    const chain = Array.from(
      { length: 30 },
      (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`,
    )
    assert.equal(isTaken(read(`{ ...F0 } ${chain.join(' ')} fragment F30 on Query { a { a { b } } }`)), true)
  })

  it('ends for fragments that spread each other', () => {
    const query = '{ ...F } fragment F on Query { a { ...G } } fragment G on Query { a { ...F } }'
    assert.ok(
      errorsOf(read(query)).some(([message]) =>
        /Cannot spread fragment "F" within itself/.test(String(message)),
      ),
    )
  })
})

describe('the tokens of a document', () => {
  it('may be as many as is allowed, and not one more', () => {
    const read = reader({ tokensMax: 10 })
    const fields = (count: number) => `{ ${'b '.repeat(count)}}`
    assert.equal(isTaken(read(fields(8))), true)
    const [[message] = []] = errorsOf(read(fields(9)))
    assert.match(String(message), /more tha[nt] 10 tokens/)
  })

  it('do not count blanks, commas and comments', () => {
    assert.equal(isTaken(reader({ tokensMax: 3 })(`# ${'x '.repeat(100)}\n{,,, b ,,,}   # end`)), true)
  })

  it('may be as many as the configuration allows, nested', () => {
    const read = reader({ tokensMax: 100_000 })
    assert.equal(isTaken(read(nested(30_000))), false)
  })

  it('end soon for a megabyte', () => {
    const read = reader()
    for (const piece of ['{', '{ a ', 'b ', '...', '"', '[', '#', '(', '@a '])
      assert.equal(isTaken(read(`{ b ${piece.repeat(1_000_000 / piece.length)}`)), false, piece)
  })
})

describe('the fields of Query in a document', () => {
  const read = reader({ rootFieldsMax: 3 })

  it('may be as many as are allowed, fragments and aliases counted', () => {
    for (const query of [
      '{ b c: b d: b __typename }',
      '{ ...F } fragment F on Query { b c: b ... { d: b } }',
      '{ ...F ...F b } fragment F on Query { x: b y: b }',
    ])
      assert.equal(isTaken(read(query)), true, query)
  })

  it('may not be one more', () => {
    for (const query of ['{ b c: b d: b e: b }', '{ ...F e: b } fragment F on Query { b c: b ... { d: b } }'])
      assert.deepEqual(errorsOf(read(query)), [
        ['The document asks for 4 fields of Query; 3 are allowed.', 'DOCUMENT_TOO_LARGE'],
      ])
  })
})

describe('a document', () => {
  it('has to be valid', () => {
    const read = reader()
    for (const query of ['', '{', '{ c }', 'mutation { a }', '{ a }', '{ b { b } }', 'query ($x: No) { b }'])
      assert.equal(isTaken(read(query)), false, query)
  })

  it('is read once where it is taken; what is refused takes up no memory', () => {
    const read = reader()
    assert.equal(read('{ b }'), read('{ b }'))
    for (const query of ['{ c }', '{']) assert.notEqual(read(query), read(query))
  })

  it('is kept for as long as there is room', () => {
    const read = createReadDocument(
      schema,
      { tokensMax: 10, depthMax: 3, rootFieldsMax: 1 },
      boundedMap<string, Document>(1),
    )
    const first = read('{ b }')
    read('{ a { b } }')
    assert.notEqual(read('{ b }'), first)
    assert.equal(isTaken(read('{ b }')), true)
  })
})
