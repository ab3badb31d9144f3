// Keys of answers to queries: equal for requests that ask for the same, and for no others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { boundedMap, createBoundedMaps } from '../../../src/cache/bounded-map.ts'
import type { Request } from '../../../src/core/request.ts'
import { cacheKeyOf } from '../../../src/graphql/cache-key.ts'
import { createDocuments, type RunnableDocument } from '../../../src/graphql/documents.ts'
import { createParse } from '../../../src/graphql/operation.ts'
import { loadPersisted } from '../../../src/graphql/persisted.ts'
import { unavailableReading } from '../../../src/read/execute.ts'
import { requestOf } from '../../support/request.ts'

const persisted = await loadPersisted({
  listPath: undefined,
  registeredBytesMax: 1000,
  maps: createBoundedMaps(),
})
assert(typeof persisted !== 'string')
const schema = buildSchema('type Query { a: Int } type Mutation { a: Int }')
const documents = createDocuments(
  { cursor: schema, offset: schema },
  {
    limits: {
      bytesMax: 1000,
      tokensMax: 100,
      definitionsMax: 10,
      directivesMax: 10,
      depthMax: 10,
      rootFieldsMax: 10,
      aliasesMax: 10,
      fieldsMax: 10,
      comparisonsMax: 10,
    },
    cost: { pageSizes: { fallback: 20, max: 100 }, listSize: 10 },
    introspection: true,
  },
  boundedMap<string, RunnableDocument>(10),
)
const parse = createParse({
  served: () => ({ documents, newReading: () => unavailableReading, texts: { begin: () => null } }),
  persisted,
  variableLimits: { bytesMax: 10_000, depthMax: 10 },
  graphiql: true,
  isLive: true,
})
const keyOf = (request: Request) => cacheKeyOf(parse(request))

function keyOfGet(variables: unknown, query = '{ a }'): string | null {
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) })
  const key = keyOf(requestOf({ url: `/graphql?${search.toString()}` }))
  assert(!(key instanceof Promise))
  return key
}

const headers = { 'content-type': 'application/json' }

function keyOfPost(sent: unknown): string | null | Promise<string | null> {
  return keyOf(requestOf({ url: '/graphql', method: 'POST', headers, body: JSON.stringify(sent) }))
}

/** The same value, the names of its objects the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

const variables = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })

describe('the key of a query', () => {
  it('is the same in whichever order the names of its variables stand', () => {
    fc.assert(
      fc.property(variables, (given) => {
        const key = keyOfGet(given)
        assert.match(String(key), /^graphql [\w-]{43}$/)
        assert.equal(keyOfGet(reversed(given)), key)
      }),
    )
  })

  it('is another for variables that differ', () => {
    fc.assert(
      fc.property(variables, variables, (one, other) => {
        const [first, second] = [one, other].map((given): unknown => JSON.parse(JSON.stringify(given)))
        let same = true
        try {
          assert.deepStrictEqual(first, second)
        } catch {
          same = false
        }
        assert.equal(keyOfGet(one) === keyOfGet(other), same)
      }),
    )
    const pairs = [
      [{ a: { b: 1 } }, { a: [['b', 1]] }],
      [{ a: 1 }, { a: '1' }],
      [{ a: null }, {}],
      [{ a: [] }, { a: {} }],
      [{ members: [['a', 1]] }, { a: 1 }],
    ]
    for (const [one, other] of pairs) assert.notEqual(keyOfGet(one), keyOfGet(other))
  })

  it('is the same by POST, from the first time that a document is sent', async () => {
    const query = '{ a } # sent by POST'
    assert.equal(await keyOfPost({ query, variables: { x: 1 } }), keyOfGet({ x: 1 }, query))
  })

  it('is none by POST for what is no query, or none that runs', async () => {
    for (const sent of [
      { query: 'mutation { a }' },
      { query: 'query A { a } query B { a }' },
      { query: '{ b }' },
      { query: '{' },
      { query: `{ a } #${' '.repeat(1000)}` },
    ])
      assert.equal(await keyOfPost(sent), null, sent.query)
  })

  it('is none where there is nothing to keep, or nothing that is understood', async () => {
    for (const request of [
      requestOf({ url: '/graphql' }),
      requestOf({ url: '/graphql?query={a}&view=none' }),
      requestOf({ url: '/graphql?query={a}&variables=[]' }),
      requestOf({ url: '/graphql?query={a}', headers: { accept: 'image/png' } }),
      requestOf({ url: '/graphql?query={a}', headers: { accept: 'text/html' } }),
      requestOf({
        url: `/graphql?query={a}&variables=${encodeURIComponent(`{"a":${'['.repeat(11)}${']'.repeat(11)}}`)}`,
      }),
      requestOf({ url: '/graphql', method: 'PUT' }),
      requestOf({ url: '/graphql', method: 'POST', headers, body: '{' }),
      requestOf({ url: '/graphql', method: 'POST', body: '{"query":"{ a }"}' }),
    ])
      assert.equal(await keyOf(request), null, `${request.method} ${request.query}`)
  })
})
