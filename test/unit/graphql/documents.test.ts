// Documents are parsed, validated and kept, and refused one past each limit.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, getIntrospectionQuery } from 'graphql'
import { boundedMap } from '../../../src/cache/bounded-map.ts'
import {
  createDocuments,
  type DocumentOptions,
  type Documents,
  type RunnableDocument,
} from '../../../src/graphql/documents.ts'
import type { DocumentLimits } from '../../../src/graphql/limits.ts'

const schema = buildSchema('type Query { a(x: Int, y: Int): Query, b: String }')
const limits = {
  bytesMax: 2_000_000,
  tokensMax: 2000,
  definitionsMax: 100,
  directivesMax: 50,
  depthMax: 12,
  rootFieldsMax: 1000,
  aliasesMax: 1000,
  fieldsMax: 1000,
  comparisonsMax: 5000,
}
const options = {
  limits,
  cost: { pageSizes: { fallback: 20, max: 100 }, listSize: 10 },
  introspection: true,
}

function reader(
  changed: Partial<DocumentLimits> = {},
  other: Partial<DocumentOptions> = {},
  kept = boundedMap<string, RunnableDocument>(10),
) {
  const documents = createDocuments(
    { cursor: schema, offset: schema },
    { ...options, ...other, limits: { ...limits, ...changed } },
    kept,
  )
  return (query: string) => documents.read(query, null)
}

type Document = ReturnType<Documents['read']>

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
        ['The document nests more than 3 selections.', 'DOCUMENT_TOO_LARGE'],
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
    assert.deepEqual(errorsOf(read(fields(9))), [
      ['The document has more than 10 tokens.', 'DOCUMENT_TOO_LARGE'],
    ])
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
        ['The document asks for more than 3 fields of Query.', 'DOCUMENT_TOO_LARGE'],
      ])
  })
})

/** Taken at the limit, refused one past it. */
function holds(limit: keyof DocumentLimits, max: number, what: string, write: (count: number) => string) {
  it(`may have as many ${what} as are allowed, and not one more`, () => {
    const read = reader({ [limit]: max })
    assert.equal(isTaken(read(write(max))), true, write(max))
    const [[message, code] = []] = errorsOf(read(write(max + 1)))
    assert.deepEqual(
      [String(message).includes(` than ${max} `), code],
      [true, 'DOCUMENT_TOO_LARGE'],
      String(message),
    )
  })
}

const times = (count: number, write: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => write(nth)).join(' ')

describe('the size of a document', () => {
  holds('bytesMax', 20, 'bytes', (count) => '{ b } # é'.padEnd(count - 1, 'x'))
  holds('definitionsMax', 4, 'definitions', (count) => times(count, (nth) => `query Q${nth} { b }`))
  holds('definitionsMax', 4, 'fragments', (count) => {
    const fragments = times(count - 1, (nth) => `fragment F${nth} on Query { b }`)
    return `{ ${times(count - 1, (nth) => `...F${nth}`)} } ${fragments}`
  })
  holds('directivesMax', 3, 'directives', (count) => `{ ${times(count, () => 'b @skip(if: true)')} }`)
  it('may nest values as deep as is allowed, and not one deeper', () => {
    const read = reader({ depthMax: 3 })
    for (const value of ['[[[1]]]', '[[{ a: 1 }]]', '{ a: { b: { c: 1 } } }']) {
      const taken = errorsOf(read(`{ a(x: ${value}) { b } }`))
      assert.match(String(taken[0]?.[0]), /^Int cannot represent/)
      const refused = [['The document nests more than 3 values.', 'DOCUMENT_TOO_LARGE']]
      assert.deepEqual(errorsOf(read(`{ a(x: [${value}]) { b } }`)), refused)
      assert.deepEqual(errorsOf(read(`query ($x: Int = [${value}]) { a(x: $x) { b } }`)), refused)
    }
  })

  it('has no more errors than somebody reads', () => {
    const names = Array.from({ length: 200 }, (_, nth) => `c${nth}`).join(' ')
    const said = errorsOf(reader()(`{ ${names} }`))
    assert.equal(said.length, 21)
    assert.match(String(said.at(-1)?.[0]), /^Too many validation errors/)
  })

  holds('fieldsMax', 5, 'fields', (count) => `{ ${times(count, () => 'b')} }`)
  holds('fieldsMax', 9, 'fields, fragments spread out', (count) => {
    const beside = times(count - 8, () => 'b')
    return `{ ${beside} x: a { ...F } y: a { ...F } } fragment F on Query { b c: b d: b }`
  })
  holds('aliasesMax', 3, 'aliases', (count) => `{ b: b ${times(count, (nth) => `b${nth}: b`)} }`)
  holds('aliasesMax', 4, 'aliases, fragments spread out', (count) => {
    const beside = times(count - 2, (nth) => `b${nth}: b`)
    return `{ ...F ...F a { ...F } ${beside} } fragment F on Query { x: b }`
  })
})

describe('the fields of one name at one place in a document', () => {
  const read = reader({ comparisonsMax: 10 })
  const taken = [
    `{ ${times(5, () => 'b')} }`,
    `{ ${times(4, () => 'a { b }')} }`.replace('a { b }', 'a { a { b } }'),
    `{ ${times(30, (nth) => `b${nth}: b`)} }`,
    `{ ...F ...F ...F b } fragment F on Query { b b b b }`,
  ]
  for (const query of taken) it(`may be ten pairs: ${query}`, () => assert.equal(isTaken(read(query)), true))
  const refused = [
    `{ ${times(6, () => 'b')} }`,
    `{ ${times(4, () => 'a { b }')} }`.replace('a { b }', 'a { b b }'),
    `{ a { ${times(3, () => 'b')} } a { ${times(3, () => 'b')} } }`,
    `{ a { ...F } a { ...F b b } } fragment F on Query { b b b }`,
    `{ b } fragment Unused on Query { ${times(6, () => 'b')} }`,
  ]
  for (const query of refused)
    it(`may not be more: ${query}`, () =>
      assert.deepEqual(errorsOf(read(query)), [
        ['The document repeats more than 10 pairs of fields.', 'DOCUMENT_TOO_LARGE'],
      ]))
})

describe('documents that are made to be expensive', () => {
  const read = reader()
  const refused: Readonly<Record<string, string>> = {
    'fragments that double at every step': `{ ...F0 } ${times(
      11,
      (nth) => `fragment F${nth} on Query { x: a { ...F${nth + 1} } y: a { ...F${nth + 1} } }`,
    )} fragment F11 on Query { b }`,
    'fragments that double and spread each other': `{ ...F0 } ${times(
      12,
      (nth) => `fragment F${nth} on Query { x: a { ...F${(nth + 1) % 12} } y: a { ...F${(nth + 2) % 12} } }`,
    )}`,
    'fragments that nothing spreads': `{ b } ${times(
      11,
      (nth) => `fragment F${nth} on Query { x: a { ...F${nth + 1} } y: a { ...F${(nth + 1) % 11} } }`,
    )} fragment F11 on Query { b }`,
    'fields with arguments that are repeated': `{ ${times(220, () => 'a(x: 1) { b }')} }`,
    'fields that are repeated at every depth': `{ ${times(10, () => `a { ${times(10, () => 'a { b b b }')} }`)} }`,
  }
  for (const [what, query] of Object.entries(refused))
    it(`are refused before they are validated: ${what}`, () =>
      assert.deepEqual(
        errorsOf(read(query)).map(([, code]) => code),
        ['DOCUMENT_TOO_LARGE'],
      ))
})

describe('introspection', () => {
  const asking = ['{ __schema { types { name } } }', '{ __type(name: "Query") { name } }']
  it('is as deep as its own rule lets it be', () => {
    assert.equal(isTaken(reader()(getIntrospectionQuery())), true)
    assert.equal(isTaken(reader({ depthMax: 2 })(getIntrospectionQuery())), true)
  })

  it('can be turned off', () => {
    const read = reader({}, { introspection: false })
    for (const query of asking)
      assert.deepEqual(
        errorsOf(read(query)).map(([, code]) => code),
        ['INTROSPECTION_OFF'],
      )
    assert.equal(isTaken(read('{ __typename }')), true)
    const [[message] = []] = errorsOf(read('{ bb }'))
    assert.equal(message, 'Cannot query field "bb" on type "Query".')
  })

  it('counts among the fields of Query', () => {
    const read = reader({ rootFieldsMax: 1 })
    for (const query of asking) assert.equal(isTaken(read(query)), true)
    assert.equal(isTaken(read('{ b __schema { description } }')), false)
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
    const read = reader({}, {}, boundedMap<string, RunnableDocument>(1))
    const first = read('{ b }')
    read('{ a { b } }')
    assert.notEqual(read('{ b }'), first)
    assert.equal(isTaken(read('{ b }')), true)
  })
})
