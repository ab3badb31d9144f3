// What the answers to queries are kept under: equal for requests that ask for the same, and for no others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createKeyOf } from '../../../src/graphql/cache-key.ts'
import { createBoundedMaps } from '../../../src/cache/bounded-map.ts'
import { loadPersisted } from '../../../src/graphql/persisted.ts'
import { requestOf } from '../../support/request.ts'

const persisted = await loadPersisted({
  listPath: undefined,
  registeredBytesMax: 1000,
  maps: createBoundedMaps(),
})
assert(typeof persisted !== 'string')
const keyOf = createKeyOf({
  documents: () => null,
  persisted,
  variableLimits: { bytesMax: 10_000, depthMax: 10 },
})

function keyOfGet(variables: unknown, query = '{ a }'): string | null {
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) })
  const key = keyOf(requestOf({ url: `/graphql?${search.toString()}` }))
  assert(!(key instanceof Promise))
  return key
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

  it('is none where there is nothing to keep, or nothing that is known to be a query', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const request of [
      requestOf({ url: '/graphql' }),
      requestOf({ url: '/graphql?query={a}&view=none' }),
      requestOf({ url: '/graphql?query={a}&variables=[]' }),
      requestOf({ url: '/graphql?query={a}', headers: { accept: 'image/png' } }),
      requestOf({
        url: `/graphql?query={a}&variables=${encodeURIComponent(`{"a":${'['.repeat(11)}${']'.repeat(11)}}`)}`,
      }),
      requestOf({ url: '/graphql', method: 'PUT' }),
      requestOf({ url: '/graphql', method: 'POST', headers, body: '{"query":"{ a }"}' }),
      requestOf({ url: '/graphql', method: 'POST', headers, body: '{' }),
      requestOf({ url: '/graphql', method: 'POST', body: '{"query":"{ a }"}' }),
    ])
      assert.equal(await keyOf(request), null, `${request.method} ${request.query}`)
  })
})
