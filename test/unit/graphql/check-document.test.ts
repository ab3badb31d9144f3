// Leaving rules out changes no verdict: documents get the errors that all rules of the specification find in them, and plain ones
// that are valid are found without a rule.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildSchema, parse, specifiedRules, validate } from 'graphql'
import { createCheck } from '../../../src/graphql/check-document.ts'
import { isPlainlyValid, plainOperation } from '../../../src/graphql/plain-document.ts'
import { randomFor } from '../../support/random.ts'

const schema = buildSchema(`
  type Query { a(x: Int, s: String, i: In): Query, list(first: Int!): [Query], b: String, any: Either }
  input In { x: Int }
  union Either = Query`)
const documents = [
  '{ b }',
  'query Named { a(x: 1, s: "plain") { b } }',
  '{ a { c } x }',
  '{ a b { c } }',
  '{ a(x: "1", y: 2, x: 3) { b } list { b } }',
  '{ a(i: { x: 1, x: 2, y: "z" }) { b } }',
  '{ a(i: { x: 1, x: 2 }) { b } }',
  '{ a(x: 1, x: 1) { b } }',
  '{ a(i: [{ x: 1 }]) { b } list(first: 1) { b } }',
  '{ c: a(x: 1) { b } c: a(x: 2) { b } }',
  '{ any { b } }',
  '{ a(s: "$not @one ...") { b } }',
  '{ b @nope @skip }',
  '{ a(x: $x) { b } }',
  'query ($x: Int, $x: None) { b }',
  'query { a(s: $x) { b } } query { b }',
  '{ ...None }',
  '{ ... on In { x } any { ... on Query { c } } }',
  'fragment F on Query { ...F }',
  '{ b } fragment Unused on Query { b }',
  'mutation { b }',
  'type T { b: Int }',
]

for (const text of documents)
  it(`${text} has the errors of all rules`, () => {
    const document = parse(text)
    const options = { maxErrors: 20, hideSuggestions: false }
    const found = createCheck(true)(schema, document)
    assert.deepEqual(found, validate(schema, document, specifiedRules, options))
    assert.deepEqual(createCheck(false)(schema, document).length, found.length)
  })

it('introspection is refused in any document where it is off', () => {
  for (const text of ['{ __schema { types { name } } }', 'query ($n: String!) { __type(name: $n) { name } }'])
    assert.equal(createCheck(false)(schema, parse(text))[0]?.extensions['code'], 'INTROSPECTION_OFF')
})

it('any plain document has the errors of all rules, and none where it is found to be valid without them', () => {
  const seen = { valid: 0, invalid: 0 }
  for (let nth = 0; nth < 1000; nth += 1) {
    const text = `{ ${selectionOf('Query', 3)} }`
    const document = parse(text)
    const errors = validate(richSchema, document, specifiedRules, { maxErrors: 20, hideSuggestions: false })
    const plain = plainOperation(document)
    assert.ok(plain, text)
    assert.equal(isPlainlyValid(richSchema, plain) && errors.length > 0, false, text)
    assert.deepEqual(createCheck(true)(richSchema, document), errors, text)
    if (isPlainlyValid(richSchema, plain)) seen.valid += 1
    else seen.invalid += 1
  }
  assert.ok(seen.valid > 100 && seen.invalid > 100, JSON.stringify(seen))
})

const richSchema = buildSchema(`
  type Query implements Named {
    self(int: Int, text: String, in: In, tones: [Tone!]): Query
    list(first: Int! last: Int! = 1): [Query!]!
    name(format: Tone = RED): String
    any: Either
    named: Named
    by(by: By!): Query
  }
  interface Named { name(format: Tone = RED): String }
  type Other implements Named { name(format: Tone = RED): String, id(of: ID): ID! }
  union Either = Query | Other
  enum Tone { RED BLUE }
  input In { x: Int, y: In, z: [Float!]! = [1] }
  input By @oneOf { id: ID, name: String }`)

/** The fields that a type has, with the types that they lead to, and values of their arguments. */
const fieldsOf: Readonly<Record<string, Readonly<Record<string, readonly [to: string, args: Args]>>>> = {
  Query: {
    self: [
      'Query',
      {
        int: ['1', '-7', 'null'],
        text: ['"t"', 'null'],
        in: ['{ x: 1 }', '{ y: { z: [1.5] } }', '{}'],
        tones: ['[RED]', 'BLUE', 'null'],
      },
    ],
    list: ['Query', { first: ['1', '20'], last: ['2'] }],
    name: ['', { format: ['RED', 'BLUE', 'null'] }],
    any: ['Either', {}],
    named: ['Named', {}],
    by: ['Query', { by: ['{ id: 1 }', '{ name: "n" }'] }],
    __typename: ['', {}],
  },
  Named: { name: ['', { format: ['RED'] }], __typename: ['', {}] },
  Either: { __typename: ['', {}] },
}
type Args = Readonly<Record<string, readonly string[]>>

const wrongValues = [
  '1.5',
  '"1"',
  'GREY',
  'true',
  'null',
  '[[1]]',
  '[RED, null]',
  '{ x: 1, x: 2 }',
  '{ z: null }',
  '{ id: 1, name: "n" }',
  '{ none: 1 }',
  '3000000000',
]
const wrongNames = ['none', 'id', 'x', '__schema { __typename }', '__proto__', 'toString', 'constructor']

const { picked, next } = randomFor('plain documents')
const isOnce = (share: number) => next() < share

/** A selection on the type, which is wrong here and there. */
function selectionOf(type: string, depth: number): string {
  const known = Object.entries(fieldsOf[type] ?? {})
  const count = 1 + Math.floor(next() * 3)
  return Array.from({ length: count }, (_, nth) => {
    if (isOnce(0.01)) return picked(wrongNames)
    const [name, [to, args]] = picked(known.filter(([, [leads]]) => leads === '' || depth > 0))
    const alias = nth > 0 && !isOnce(0.02) ? `${name}${nth}: ` : ''
    const given = Object.entries(args).flatMap(([argument, right]) =>
      isOnce(['first', 'by'].includes(argument) ? 0.98 : 0.4)
        ? [`${argument}: ${picked(isOnce(0.03) ? wrongValues : right)}`]
        : [],
    )
    if (isOnce(0.01)) given.push('none: 1')
    if (isOnce(0.01)) given.push(...given)
    const inParentheses = given.length > 0 ? `(${given.join(', ')})` : ''
    const below = (to === '') !== isOnce(0.01) ? '' : ` { ${selectionOf(to || 'Named', depth - 1)} }`
    return `${alias}${name}${inParentheses}${below}`
  }).join(' ')
}
