// Documents by their hash: registered by clients as they go, or only those that the owner lists.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { at, onOneDatabase, startTestGateway, type On } from '../support/gateway.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const persistedQuery = (sha256Hash: unknown, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash },
})

const page = 'query Page($first: Int) { posts(first: $first) { edges { node { id } } } }'

/** By GET: what is given as JSON where it is no text. */
async function get({ gateway }: On, parameters: Readonly<Record<string, unknown>>) {
  const search = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return gateway.get(`/graphql?${new URLSearchParams(search).toString()}`)
}

async function post({ gateway }: On, body: unknown) {
  return gateway.send('POST', '/graphql', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const codeOf = (answer: { readonly json: unknown }) => at(answer.json, 'errors', 0, 'extensions', 'code')
const idOf = (answer: { readonly json: unknown }) =>
  at(answer.json, 'data', 'posts', 'edges', 0, 'node', 'id')

/** Why one database is enough. */
const same = 'documents are found before anything is read'

onOneDatabase('GraphQL documents by their hash', same, (on) => {
  it('graphql-persisted/1 are registered by whoever sends them whole, once', async () => {
    const extensions = persistedQuery(sha256(page))
    const unknown = await get(on(), { extensions })
    assert.deepEqual(
      [unknown.status, unknown.json],
      [
        200,
        {
          errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
        },
      ],
    )
    assert.equal(unknown.headers.get('cache-control'), 'private, no-store')
    assert.equal(idOf(await get(on(), { query: page, variables: { first: 1 }, extensions })), '238')
    assert.equal(idOf(await get(on(), { variables: { first: 1 }, extensions })), '238')
    assert.equal(idOf(await post(on(), { variables: { first: 2 }, extensions })), '238')
    assert.equal(idOf(await post(on(), { query: page, variables: { first: 2 }, extensions })), '238')
  })

  it('graphql-persisted/14 are registered as well where their answer is kept already', async () => {
    for (const [first, send] of [
      [3, get],
      [4, post],
    ] as const) {
      const query = `{ posts(first: ${first}) { edges { node { id } } } }`
      const extensions = persistedQuery(sha256(query))
      await get(on(), { query })
      const sent = await send(on(), { query, extensions })
      assert.match(sent.headers.get('cache-status') ?? '', /^lectern; hit/)
      assert.equal(idOf(await get(on(), { extensions })), '238')
    }
  })

  it('graphql-persisted/2 run in the view that they are valid in', async () => {
    const query = '{ posts(limit: 1) { id } }'
    const extensions = persistedQuery(sha256(query))
    await post(on(), { query, extensions })
    assert.equal(at((await post(on(), { extensions })).json, 'data', 'posts', 0, 'id'), '238')
  })

  it('graphql-persisted/3 are held to their hash', async () => {
    const extensions = persistedQuery(sha256(`${page} `))
    assert.equal(codeOf(await post(on(), { query: page, extensions })), 'PERSISTED_QUERY_MISMATCH')
    assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_FOUND')
    for (const odd of ['', 'nonsense', '__proto__', 'A'.repeat(2000)])
      assert.equal(codeOf(await post(on(), { extensions: persistedQuery(odd) })), 'PERSISTED_QUERY_NOT_FOUND')
    const upper = persistedQuery(sha256(page).toUpperCase())
    assert.equal(codeOf(await post(on(), { query: page, extensions: upper })), 'PERSISTED_QUERY_MISMATCH')
  })

  it('graphql-persisted/4 are not registered where they may not run', async () => {
    for (const query of ['{ nothing }', '{ posts', `{ ${'__typename '.repeat(2000)}}`]) {
      const extensions = persistedQuery(sha256(query))
      assert.notEqual((await post(on(), { query, extensions })).json, null)
      assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_FOUND', query.slice(0, 20))
    }
  })

  it('graphql-persisted/5 are of the one version of the protocol that there is', async () => {
    const query = '{ __typename }'
    const extensions = persistedQuery(sha256(query), 2)
    assert.deepEqual(at((await post(on(), { query, extensions })).json, 'data'), { __typename: 'Query' })
    assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_SUPPORTED')
    for (const odd of [null, [], 5, true])
      assert.equal((await post(on(), { extensions: persistedQuery(odd) })).status, 400)
  })

  it("graphql-persisted/6 are spoken by Apollo's client as it speaks", async () => {
    const sent: string[] = []
    const spy: typeof fetch = async (input, init) => {
      const text = JSON.stringify([input, init?.body])
      sent.push(`${init?.method} ${/\bquery\b/.test(text) ? 'text' : 'hash'}`)
      return fetch(input, init)
    }
    const link = ApolloLink.from([
      new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
      new HttpLink({ uri: `${on().gateway.url}/graphql`, fetch: spy }),
    ])
    const query = gql`
      query Apollo($first: Int) {
        posts(first: $first) {
          edges {
            node {
              id
            }
          }
        }
      }
    `
    for (const first of [1, 2]) {
      const client = new ApolloClient({ link, cache: new InMemoryCache() })
      const { data } = await client.query({ query, variables: { first } })
      assert.equal(at(data, 'posts', 'edges', 0, 'node', 'id'), '238')
      client.stop()
    }
    assert.deepEqual(sent, ['GET hash', 'POST text', 'GET hash'])
  })
})

onOneDatabase(
  'GraphQL without documents by their hash',
  same,
  (on) => {
    it('graphql-persisted/7 says so, and runs the text that is sent beside', async () => {
      const query = '{ __typename }'
      const extensions = persistedQuery(sha256(query))
      assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_SUPPORTED')
      assert.deepEqual(at((await post(on(), { query, extensions })).json, 'data'), { __typename: 'Query' })
      assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_SUPPORTED')
    })
  },
  { graphqlRegisteredBytesMax: 0 },
)

onOneDatabase(
  'GraphQL documents by their hash, with little room',
  same,
  (on) => {
    it('graphql-persisted/8 forgets what was asked for least recently', async () => {
      const queries = Array.from({ length: 5 }, (_, nth) => `{ a${nth}: __typename }`)
      for (const query of queries) await post(on(), { query, extensions: persistedQuery(sha256(query)) })
      const found = await Promise.all(
        queries.map(async (query) => codeOf(await post(on(), { extensions: persistedQuery(sha256(query)) }))),
      )
      assert.deepEqual(found, [
        ...Array.from({ length: 3 }, () => 'PERSISTED_QUERY_NOT_FOUND'),
        undefined,
        undefined,
      ])
    })
  },
  // Two of them, 256 and twice 64 and 19 bytes each
  { graphqlRegisteredBytesMax: 2 * 422 },
)

const folder = mkdtempSync(join(tmpdir(), 'lectern-documents-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

onOneDatabase(
  'listed GraphQL documents',
  same,
  (on) => {
    it('graphql-persisted/9 run by their id, their hash or their text', async () => {
      for (const asked of [
        { extensions: persistedQuery('page-1') },
        { extensions: persistedQuery(sha256(page)) },
        { query: page },
        { query: page, extensions: persistedQuery('anything') },
      ])
        assert.equal(
          idOf(await post(on(), { ...asked, variables: { first: 1 } })),
          '238',
          JSON.stringify(asked),
        )
      assert.equal(
        idOf(await get(on(), { variables: { first: 1 }, extensions: persistedQuery(sha256(page)) })),
        '238',
      )
    })

    it('graphql-persisted/10 are the only ones', async () => {
      const query = '{ __typename }'
      for (const asked of [
        { query },
        { query: `${page} ` },
        { query, extensions: persistedQuery(sha256(query)) },
        { query, extensions: persistedQuery(sha256(page)) },
        { extensions: persistedQuery(sha256(query)) },
        { extensions: persistedQuery('__proto__') },
      ]) {
        const before = on().gateway.observed.length
        assert.equal(codeOf(await post(on(), asked)), 'DOCUMENT_NOT_LISTED', JSON.stringify(asked))
        const read = on()
          .gateway.observed.slice(before)
          .filter(({ kind }) => kind === 'query')
        assert.deepEqual(read, [])
      }
    })

    it('graphql-persisted/11 are looked at when the gateway starts', () => {
      const warnings = on().gateway.observed.flatMap((each) =>
        each.kind === 'warning' ? [each.message] : [],
      )
      assert.deepEqual(
        warnings.filter((message) => message.includes('graphqlDocuments')),
        ['a document of graphqlDocuments does not run: Cannot query field "nothing" on type "Query".'],
      )
    })
  },
  { graphqlDocuments: file('listed.json', { 'page-1': page, wrong: '{ nothing }' }) },
)

onOneDatabase(
  "documents in Apollo's manifest",
  same,
  (on) => {
    it('graphql-persisted/12 run by their id', async () => {
      const answer = await post(on(), { extensions: persistedQuery('abc'), variables: { first: 1 } })
      assert.equal(idOf(answer), '238')
    })

    it('graphql-persisted/13 end the start where they cannot be read', async () => {
      const wrong: readonly (readonly [path: string, word: RegExp])[] = [
        [join(folder, 'none.json'), /ENOENT/],
        [file('broken.json', '{'), /JSON/],
        [file('list.json', ['{ __typename }']), /an object of documents by their hashes/],
        [file('numbers.json', { a: 1 }), /each of its documents has to be text/],
        [file('manifest.json', { operations: [{ id: 'a' }] }), /each of its documents has to be text/],
        [file('manifest-of-null.json', { operations: [null] }), /each of its documents has to be text/],
      ]
      for (const [path, word] of wrong)
        await assert.rejects(startTestGateway(on().database, { graphqlDocuments: path }), (error) => {
          assert(error instanceof Error)
          assert.match(error.message, /^graphqlDocuments: /)
          assert.match(error.message, word)
          return true
        })
    })
  },
  {
    graphqlDocuments: file('apollo.json', {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [{ id: 'abc', name: 'Page', type: 'query', body: page }],
    }),
  },
)
