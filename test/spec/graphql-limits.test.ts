// Documents that the GraphQL interface refuses before it runs them: each limit, at it and one past it, over HTTP.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { at, onOneDatabase, type Answer } from '../support/gateway.ts'

const times = (count: number, write: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => write(nth)).join(' ')

const codeOf = ({ json }: Answer) => at(json, 'errors', 0, 'extensions', 'code')

/** Why one database is enough. */
const same = 'documents are measured before anything is read'

onOneDatabase(
  'GraphQL limits',
  same,
  (on) => {
    const ask = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
      on().gateway.graphql(query, variables)
    const statements = () => on().gateway.observed.filter(({ kind }) => kind === 'query').length

    const documents: Readonly<
      Record<string, readonly [max: number, write: (count: number) => string, word: RegExp]>
    > = {
      bytes: [1000, (count) => `{__typename}#${'é'.repeat(4)}`.padEnd(count - 4), /1000 bytes/],
      tokens: [
        60,
        (count) => `{ ${'... { __typename } '.repeat(14)} ${'__typename '.repeat(count - 58)}}`,
        /60 tokens/,
      ],
      definitions: [4, (count) => times(count, (nth) => `query Q${nth} { __typename }`), /4 operations/],
      directives: [
        3,
        (count) => `{ __typename ${times(count, (nth) => `a${nth}: __typename @skip(if: true)`)} }`,
        /3 directives/,
      ],
      fields: [
        40,
        (count) =>
          `{ ${'__typename '.repeat(count - 20)} ...F } fragment F on Query { ${'__typename '.repeat(20)} }`,
        /40 fields/,
      ],
      aliases: [3, (count) => `{ ${times(count, (nth) => `a${nth}: __typename`)} }`, /3 aliases/],
      'root fields': [
        2,
        (count) => `{ ${times(count, (nth) => `a${nth}: posts { totalCount }`)} }`,
        /2 fields of Query/,
      ],
      depth: [
        4,
        (count) => `{ posts { edges { node { id ${count > 4 ? 'author { id }' : ''} } } } }`,
        /4 selections/,
      ],
      'introspected root fields': [
        2,
        (count) => `{ ${times(count, (nth) => `a${nth}: __schema { description }`)} }`,
        /2 fields of Query/,
      ],
    }
    for (const [what, [max, write, word]] of Object.entries(documents))
      it(`graphql-limits/1 take ${max} ${what}, and not one more`, async () => {
        const taken = await ask(write(max), {})
        // Of several operations none is named
        if (what !== 'definitions') assert.deepEqual(at(taken.json, 'errors'), undefined, taken.text)
        else assert.notEqual(codeOf(taken), 'DOCUMENT_TOO_LARGE')
        const before = statements()
        const refused = await ask(write(max + 1))
        assert.deepEqual([refused.status, codeOf(refused)], [200, 'DOCUMENT_TOO_LARGE'], refused.text)
        assert.match(String(at(refused.json, 'errors', 0, 'message')), word)
        assert.equal(at(refused.json, 'data'), undefined)
        assert.equal(statements(), before)
      })

    it('graphql-limits/2 take a body at its size, and not one byte more', async () => {
      const body = (bytes: number) => JSON.stringify({ query: '{__typename}' }).padEnd(bytes)
      const post = (text: string) =>
        on().gateway.send('POST', '/graphql', { headers: { 'content-type': 'application/json' }, body: text })
      assert.equal((await post(body(2048))).status, 200)
      const refused = await post(body(2049))
      assert.deepEqual([refused.status, codeOf(refused)], [413, 'BODY_TOO_LARGE'])
    })

    it('graphql-limits/3 take an address at its size, and not one byte more', async () => {
      const path = (bytes: number) => '/graphql?query={__typename}&x='.padEnd(bytes, 'x')
      assert.equal((await on().gateway.get(path(1000))).status, 200)
      const refused = await on().gateway.get(path(1001))
      assert.deepEqual([refused.status, codeOf(refused)], [414, 'ADDRESS_TOO_LONG'])
    })

    it('graphql-limits/4 take variables at their size and depth, and not one more', async () => {
      const query = 'query ($after: String) { __typename }'.replace(
        '{ _',
        '{ posts(first: 1, after: $after) { totalCount } _',
      )
      const sized = (bytes: number) => ({ after: 'x'.repeat(bytes - '{"after":""}'.length) })
      assert.equal(codeOf(await ask(query, sized(200))), 'INVALID_CURSOR')
      const refused = await ask(query, sized(201))
      assert.equal(codeOf(refused), 'VARIABLES_TOO_LARGE')
      assert.match(String(at(refused.json, 'errors', 0, 'message')), /200 bytes/)
      const nested = (depth: number) => ({ x: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) })
      assert.equal(codeOf(await ask('{ __typename }', nested(4))), undefined)
      assert.equal(codeOf(await ask('{ __typename }', nested(5))), 'VARIABLES_TOO_LARGE')
      assert.equal(codeOf(await ask('{ __typename }', nested(900))), 'VARIABLES_TOO_LARGE')
    })

    it('graphql-limits/5 take a cost that is allowed, and not one more', async () => {
      const page = 'query ($first: Int) { posts(first: $first) { edges { cursor node { id } } } }'
      const { json } = await ask(page, { first: 32 })
      assert.deepEqual(at(json, 'extensions'), { cost: { requested: 98, limit: 100, left: 2 } })
      const full = await ask(
        page.replace('{ id }', '{ id }').replace('posts(', 'a: __typename b: __typename posts('),
        {
          first: 32,
        },
      )
      assert.deepEqual(at(full.json, 'extensions'), { cost: { requested: 100, limit: 100, left: 0 } })
      const before = statements()
      const refused = await ask(page.replace('posts(', 'a: __typename b: __typename c: __typename posts('), {
        first: 32,
      })
      assert.deepEqual(at(refused.json, 'errors'), [
        {
          message: 'The document may cost up to 101, but the limit is 100.',
          extensions: { code: 'COST_TOO_HIGH', cost: { requested: 101, limit: 100, left: 0 } },
        },
      ])
      assert.equal(statements(), before)
      assert.equal(codeOf(await ask(page, { first: 33 })), 'COST_TOO_HIGH')
      assert.equal(codeOf(await ask('{ posts(first: 100) { edges { cursor } } }')), 'COST_TOO_HIGH')
      assert.equal(codeOf(await ask('{ posts(limit: 32) { id title } }')), undefined)
      assert.equal(codeOf(await ask('{ posts(limit: 50) { id title } }')), 'COST_TOO_HIGH')
    })

    it('graphql-limits/6 refuse by the status of the media type that is asked for', async () => {
      const { status, headers, json } = await on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
        body: JSON.stringify({ query: '{ posts(first: 100) { edges { cursor } } }' }),
      })
      assert.equal(status, 400)
      assert.match(headers.get('content-type') ?? '', /^application\/graphql-response\+json/)
      assert.equal(at(json, 'errors', 0, 'extensions', 'code'), 'COST_TOO_HIGH')
    })
  },
  {
    bodyBytesMax: 2048,
    addressBytesMax: 1000,
    graphqlDocumentBytesMax: 1000,
    graphqlTokensMax: 60,
    graphqlDefinitionsMax: 4,
    graphqlDirectivesMax: 3,
    graphqlFieldsMax: 40,
    graphqlAliasesMax: 3,
    graphqlRootFieldsMax: 2,
    graphqlDepthMax: 4,
    graphqlVariablesBytesMax: 200,
    graphqlCostMax: 100,
  },
)

onOneDatabase(
  'GraphQL without introspection',
  same,
  (on) => {
    it('graphql-limits/7 says nothing of its schema', async () => {
      for (const query of [getIntrospectionQuery(), '{ __type(name: "Post") { name } }']) {
        const { json } = await on().gateway.graphql(query)
        assert.equal(at(json, 'errors', 0, 'extensions', 'code'), 'INTROSPECTION_OFF')
        assert.equal(at(json, 'data'), undefined)
      }
      const { json } = await on().gateway.graphql('{ postz { id } }')
      assert.equal(at(json, 'errors', 0, 'message'), 'Cannot query field "postz" on type "Query".')
      assert.deepEqual(at((await on().gateway.graphql('{ __typename }')).json, 'data'), {
        __typename: 'Query',
      })
    })
  },
  { graphqlIntrospection: 'off' },
)

onOneDatabase('GraphQL by its default limits', same, (on) => {
  it('graphql-limits/8 lets ordinary documents and introspection through', async () => {
    const documents = [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
      '{ posts(first: 100) { edges { cursor node { id title createdAt excerpt content author { id name } categories { id name } tags { id name } } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount } }',
      '{ posts(limit: 100, offset: 0) { id title createdAt excerpt content author { id name } categories { id name } tags { id name } } postsCount }',
    ]
    for (const query of documents) {
      const { json, text } = await on().gateway.graphql(query)
      assert.equal(at(json, 'errors'), undefined, text.slice(0, 500))
    }
  })

  it('graphql-limits/9 refuses hostile documents before they read anything', async () => {
    const doubling = (inner: string) =>
      `${times(12, (nth) => `fragment F${nth} on Post { x: author { ...G${nth} } ...F${nth + 1} }`)} fragment F12 on Post { ${inner} }`
    const documents: Readonly<Record<string, readonly [query: string, code: string]>> = {
      'aliases of an expensive field': [
        `{ posts(first: 100) { edges { node { ${times(31, (nth) => `a${nth}: content`)} } } } }`,
        'DOCUMENT_TOO_LARGE',
      ],
      'pages of everything at once': [
        `{ ${times(11, (nth) => `a${nth}: posts(first: 100) { totalCount }`)} }`,
        'DOCUMENT_TOO_LARGE',
      ],
      'fields that are repeated': [
        `{ ${times(110, () => 'posts(first: 1) { totalCount }')} }`,
        'DOCUMENT_TOO_LARGE',
      ],
      'introspection of everything by everything': [
        `{ __schema { types { ${times(15, (nth) => `a${nth}: fields { ${times(15, (inner) => `b${inner}: args { name }`)} }`)} } } }`,
        'DOCUMENT_TOO_LARGE',
      ],
      'braces without end': [`{ ${'posts { '.repeat(1500)}`, 'DOCUMENT_TOO_LARGE'],
      'text without end': [`{ __typename } # ${'x'.repeat(40_000)}`, 'DOCUMENT_TOO_LARGE'],
      'fragments that nothing spreads': [doubling('id'), 'undefined'],
    }
    for (const [what, [query, code]] of Object.entries(documents)) {
      const before = on().gateway.observed.length
      const { json, status } = await on().gateway.graphql(query)
      assert.equal(status, 200)
      assert.equal(String(at(json, 'errors', 0, 'extensions', 'code')), code, what)
      const read = on()
        .gateway.observed.slice(before)
        .filter(({ kind }) => kind === 'query')
      assert.deepEqual(read, [], what)
    }
  })
})
