// Leaving rules out changes no verdict: documents get the errors that all rules of the specification find in them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildSchema, parse, specifiedRules, validate } from 'graphql'
import { createCheck } from '../../../src/graphql/check-document.ts'

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
