// The cost of documents: fields, each counted for every object that it may be asked of.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildSchema,
  getOperationAST,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  validate,
} from 'graphql'
import { costing, createCost } from '../../../src/graphql/cost.ts'

const schema = buildSchema(`
  type Query {
    posts(first: Int, after: String, last: Int): PostConnection!
    few(limit: Int = 3): [Post!]!
    newest(limit: Int = 20, offset: Int = 0): [Post!]!
    node(id: ID!): Node
    title: String
  }
  interface Node { id: ID! }
  type PostConnection { edges: [PostEdge!]! pageInfo: PageInfo! totalCount: Int }
  type PostEdge { cursor: String! node: Post! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Post implements Node { id: ID! title: String tags: [Term!]! keys: [String] posts(first: Int): PostConnection! }
  type Term implements Node { id: ID! name: String posts(first: Int): PostConnection! }
`)
const options = { pageSizes: { fallback: 20, max: 100 }, listSize: 10 }
const weigh = createCost(schema, options)

function cost(query: string, variables: Readonly<Record<string, unknown>> = {}, name?: string): number {
  const document = parse(query)
  assert.deepEqual(validate(schema, document), [])
  const operation = getOperationAST(document, name)
  assert(operation)
  return weigh(document)(operation, variables)
}

describe('the cost of a document', () => {
  const cases: readonly (readonly [query: string, cost: number])[] = [
    ['{ title }', 1],
    ['{ title a: title __typename }', 3],
    ['{ title title ...F ...F } fragment F on Query { title }', 1],
    ['{ newest(limit: 5) { id title } }', 1 + 5 * 2],
    ['{ newest { id } }', 1 + 20],
    ['{ few { id } }', 1 + 3],
    ['{ few(limit: null) { id } }', 1 + 20],
    ['{ few(limit: 100000) { id } }', 1 + 100_000],
    ['{ newest(limit: 5) { keys } }', 1 + 5],
    ['{ newest(limit: 5) { tags { id name } } }', 1 + 5 * (1 + 10 * 2)],
    ['{ posts(first: 3) { totalCount pageInfo { endCursor } } }', 1 + 1 + (1 + 1)],
    ['{ posts(first: 3) { edges { cursor node { id } } } }', 1 + (1 + 3 * (1 + (1 + 1)))],
    ['{ posts(last: 3) { edges { cursor } } }', 1 + (1 + 3)],
    ['{ posts { edges { cursor } } }', 1 + (1 + 20)],
    ['{ posts(first: null) { edges { cursor } } }', 1 + (1 + 20)],
    ['{ posts(first: 100000) { edges { cursor } } }', 1 + (1 + 100)],
    ['{ posts(first: -1) { edges { cursor } } }', 1 + (1 + 20)],
    [
      '{ newest(limit: 4) { posts(first: 5) { edges { node { posts(first: 6) { edges { cursor } } } } } } }',
      1 + 4 * (1 + (1 + 5 * (1 + (1 + (1 + 6))))),
    ],
    [
      '{ newest(limit: 4) { posts(first: 5) { edges { cursor } edges { node { id } } } ...F } } fragment F on Post { posts(first: 5) { edges { node { title } } } }',
      1 + 4 * (1 + (1 + 5 * (1 + (1 + 2)))),
    ],
    ['{ node(id: 1) { id ... on Post { title tags { id } } ... on Term { name } } }', 1 + 1 + 1 + 11 + 1],
  ]
  for (const [query, expected] of cases)
    it(`${query}: ${expected}`, () => assert.equal(cost(query), expected))

  it('follows its variables, their defaults and what is said of neither', () => {
    const query = 'query ($n: Int = 7) { newest(limit: $n) { id } }'
    assert.equal(cost(query), 1 + 7)
    assert.equal(cost(query, { n: 3 }), 1 + 3)
    assert.equal(cost(query, { n: null }), 1 + 20)
    assert.equal(cost('query ($n: Int) { newest(limit: $n) { id } }'), 1 + 20)
    assert.equal(cost('query ($toString: Int) { newest(limit: $toString) { id } }'), 1 + 20)
    for (const n of [Infinity, NaN, '5', {}, []]) assert.equal(cost(query, { n }), 1 + 20)
    assert.equal(cost(query, { n: 1e9 }), 1 + 1e9)
  })

  it('counts a field as much as its definition says', () => {
    const costly = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: { text: { type: GraphQLString, ...costing(10) }, title: { type: GraphQLString } },
      }),
    })
    const document = parse('{ text again: text title }')
    const operation = getOperationAST(document)
    assert(operation)
    assert.equal(createCost(costly, options)(document)(operation, {}), 21)
  })

  it('is that of the operation that runs', () => {
    const query = 'query A { title } query B { newest(limit: 9) { id } }'
    assert.deepEqual([cost(query, {}, 'A'), cost(query, {}, 'B')], [1, 10])
  })

  it('of introspection is a tenth of what it lists', () => {
    const types = Object.keys(schema.getTypeMap()).length
    assert.equal(cost('{ __schema { types { name } } }'), Math.ceil((1 + 1 + types) / 10))
    const one = cost('{ __schema { types { fields { name } } } }')
    assert(cost('{ __schema { types { fields { type { fields { name } } } } } }') > 2 * one)
  })
})
