// The paging helpers of Relay, Apollo and urql, from the first page to the last, over HTTP.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { ApolloClient, gql as apolloDocument, HttpLink, InMemoryCache } from '@apollo/client'
import { offsetLimitPagination, relayStylePagination } from '@apollo/client/utilities'
import { Client, fetchExchange, gql as urqlDocument } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination, simplePagination } from '@urql/exchange-graphcache/extras'
import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
  type ConcreteRequest,
} from 'relay-runtime'
import { at, list, onOneDatabase } from '../support/gateway.ts'
import { dataOf, each } from '../support/graphql.ts'

const why = 'clients page by connections, which graphql-paging.test.ts has on every database'

const pageSize = 7
const byCursor = `query Feed($first: Int, $after: String) {
  posts(first: $first, after: $after) {
    edges { cursor node { id title __typename } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`
const byOffset = `query Feed($limit: Int!, $offset: Int!) { posts(limit: $limit, offset: $offset) { id title } }`

onOneDatabase('clients of GraphQL', why, (on) => {
  let all: readonly string[]
  before(async () => {
    const found = await dataOf(on().gateway, '{ posts(first: 100) { edges { node { id } } } }')
    all = each(at(found, 'posts'), 'id')
    assert(all.length > 4 * pageSize)
  })
  const endpoint = () => `${on().gateway.url}/graphql`

  it("graphql-clients/1 page to the end by Relay's connection handler", async () => {
    const environment = new Environment({
      network: Network.create(async ({ text }, variables) => {
        const response = await fetch(endpoint(), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: text, variables }),
        })
        return { data: Object(at(await response.json(), 'data')) }
      }),
      store: new Store(new RecordSource()),
    })
    // What is shown is read through the connection that the handler keeps, page upon page
    const { fragment } = createOperationDescriptor(relayRequest, { first: pageSize })
    const kept = environment.retain(createOperationDescriptor(relayRequest, { first: pageSize }))
    const shown = () => at(environment.lookup(fragment).data, 'posts')
    for (let after: unknown = null, pages = 1; ; pages += 1) {
      await fetchQuery(environment, relayRequest, { first: pageSize, after }).toPromise()
      assert.equal(each(shown(), 'id').length, Math.min(pages * pageSize, all.length))
      if (at(shown(), 'pageInfo', 'hasNextPage') !== true) break
      after = at(shown(), 'pageInfo', 'endCursor')
    }
    assert.deepEqual(each(shown(), 'id'), all)
    kept.dispose()
  })

  it("graphql-clients/2 page to the end by Apollo's relayStylePagination", async () => {
    const client = new ApolloClient({
      link: new HttpLink({ uri: endpoint() }),
      cache: new InMemoryCache({ typePolicies: { Query: { fields: { posts: relayStylePagination() } } } }),
    })
    const query = apolloDocument(byCursor)
    const feed = client.watchQuery({ query, variables: { first: pageSize } })
    const watching = feed.subscribe({})
    const shown = () => at(client.readQuery({ query, variables: { first: pageSize } }), 'posts')
    await feed.refetch()
    while (at(shown(), 'pageInfo', 'hasNextPage') === true)
      await feed.fetchMore({ variables: { after: at(shown(), 'pageInfo', 'endCursor') } })
    assert.deepEqual(each(shown(), 'id'), all)
    watching.unsubscribe()
    client.stop()
  })

  it("graphql-clients/3 page to the end by Apollo's offsetLimitPagination", async () => {
    const client = new ApolloClient({
      link: new HttpLink({ uri: endpoint() }),
      cache: new InMemoryCache({ typePolicies: { Query: { fields: { posts: offsetLimitPagination() } } } }),
    })
    const query = apolloDocument(byOffset)
    const feed = client.watchQuery({ query, variables: { limit: pageSize, offset: 0 } })
    const watching = feed.subscribe({})
    const shown = () =>
      list(at(client.readQuery({ query, variables: { limit: pageSize, offset: 0 } }), 'posts'))
    await feed.refetch()
    for (let had = 0; had < shown().length;) {
      had = shown().length
      await feed.fetchMore({ variables: { offset: had } })
    }
    assert.deepEqual(
      shown().map((post) => at(post, 'id')),
      all,
    )
    watching.unsubscribe()
    client.stop()
  })

  it("graphql-clients/4 page to the end by urql's relayPagination", async () => {
    const client = new Client({
      url: endpoint(),
      exchanges: [cacheExchange({ resolvers: { Query: { posts: relayPagination() } } }), fetchExchange],
    })
    const query = urqlDocument(byCursor)
    for (let after: unknown = null; ;) {
      const { data, error } = await client.query(query, { first: pageSize, after }).toPromise()
      assert.equal(error, undefined)
      const posts = at(data, 'posts')
      if (at(posts, 'pageInfo', 'hasNextPage') !== true) {
        assert.deepEqual(each(posts, 'id'), all)
        return
      }
      after = at(posts, 'pageInfo', 'endCursor')
    }
  })

  it("graphql-clients/5 page to the end by urql's simplePagination", async () => {
    const pagination = simplePagination({ limitArgument: 'limit', offsetArgument: 'offset' })
    const client = new Client({
      url: endpoint(),
      exchanges: [cacheExchange({ resolvers: { Query: { posts: pagination } } }), fetchExchange],
    })
    const query = urqlDocument(byOffset)
    for (let offset = 0; ; offset += pageSize) {
      const { data, error } = await client.query(query, { limit: pageSize, offset }).toPromise()
      assert.equal(error, undefined)
      const posts = list(at(data, 'posts'))
      if (posts.length < offset + pageSize) {
        assert.deepEqual(
          posts.map((post) => at(post, 'id')),
          all,
        )
        return
      }
    }
  })
})

/** What Relay's compiler makes of the query, with `@connection(key: "Feed_posts")`. */
const relayRequest = ((): ConcreteRequest => {
  const scalar = (name: string) =>
    ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null }) as const
  const linked = <S>(name: string, concreteType: string, plural: boolean, selections: readonly S[]) =>
    ({
      alias: null,
      args: null,
      concreteType,
      kind: 'LinkedField',
      name,
      plural,
      selections,
      storageKey: null,
    }) as const
  const variable = (name: string) => ({ kind: 'Variable', name, variableName: name }) as const
  const args = [variable('after'), variable('first')]
  const argumentDefinitions = ['first', 'after'].map(
    (name) => ({ defaultValue: null, kind: 'LocalArgument', name }) as const,
  )
  const selections = [
    linked('edges', 'PostEdge', true, [
      scalar('cursor'),
      linked('node', 'Post', false, [scalar('id'), scalar('title'), scalar('__typename')]),
    ]),
    linked('pageInfo', 'PageInfo', false, [
      scalar('startCursor'),
      scalar('endCursor'),
      scalar('hasNextPage'),
      scalar('hasPreviousPage'),
    ]),
  ]
  const posts = linked('posts', 'PostConnection', false, selections)
  return {
    fragment: {
      argumentDefinitions,
      kind: 'Fragment',
      metadata: null,
      name: 'Feed',
      selections: [{ ...posts, alias: 'posts', name: '__Feed_posts_connection' }],
      type: 'Query',
      abstractKey: null,
    },
    kind: 'Request',
    operation: {
      argumentDefinitions,
      kind: 'Operation',
      name: 'Feed',
      selections: [
        { ...posts, args },
        {
          alias: null,
          args,
          filters: null,
          handle: 'connection',
          key: 'Feed_posts',
          kind: 'LinkedHandle',
          name: 'posts',
        },
      ],
    },
    params: { cacheID: 'feed', id: null, metadata: {}, name: 'Feed', operationKind: 'query', text: byCursor },
  }
})()
