// Clients of WPGraphQL: Apollo's normalized cache over its global ids, interfaces and connections, and the question that
// Faust's router asks of each address.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const pageSize = 7

onEveryDatabase(
  'clients of WPGraphQL',
  (on) => {
    const newClient = () =>
      new ApolloClient({
        link: new HttpLink({ uri: `${on().gateway.url}/graphql` }),
        cache: new InMemoryCache({
          possibleTypes: { ContentNode: ['Post', 'Page', 'MediaItem'], TermNode: ['Category', 'Tag'] },
          typePolicies: { RootQuery: { queryType: true, fields: { posts: relayStylePagination() } } },
        }),
      })

    it("wpgraphql-clients/1 page to the end by Apollo's relayStylePagination, each node once", async () => {
      const client = newClient()
      const query = gql`
        query Feed($first: Int, $after: String) {
          posts(first: $first, after: $after) {
            edges {
              cursor
              node {
                id
                title
                author {
                  node {
                    id
                    name
                  }
                }
              }
            }
            pageInfo {
              startCursor
              endCursor
              hasNextPage
              hasPreviousPage
            }
          }
        }
      `
      const feed = client.watchQuery({ query, variables: { first: pageSize } })
      const watching = feed.subscribe({})
      const shown = () => at(client.readQuery({ query, variables: { first: pageSize } }), 'posts')
      await feed.refetch()
      for (let pages = 0; at(shown(), 'pageInfo', 'hasNextPage') === true && pages < 20; pages += 1)
        await feed.fetchMore({ variables: { after: at(shown(), 'pageInfo', 'endCursor') } })
      watching.unsubscribe()
      client.stop()
      const ids = list(at(shown(), 'edges')).map((edge) => at(edge, 'node', 'id'))
      const { json } = await on().gateway.graphql('{ posts(first: 100) { nodes { id } } }')
      assert.deepEqual(
        ids,
        list(at(json, 'data', 'posts', 'nodes')).map((node) => at(node, 'id')),
      )
    })

    it('wpgraphql-clients/2 find the template of an address', async () => {
      const client = newClient()
      const query = gql`
        query Seed($uri: String!) {
          node: nodeByUri(uri: $uri) {
            __typename
            id
            uri
            ... on DatabaseIdentifier {
              databaseId
            }
            ... on ContentType {
              name
              isFrontPage
              isPostsPage
            }
            ... on ContentNode {
              slug
              isContentNode
              contentType {
                node {
                  name
                }
              }
              template {
                templateName
              }
            }
            ... on TermNode {
              isTermNode
              slug
              taxonomyName
            }
            ... on User {
              name
            }
          }
        }
      `
      const { json } = await on().gateway.graphql(
        '{ posts(first: 1) { nodes { uri } } pages(first: 1) { nodes { uri } } categories(first: 1) { nodes { uri } } }',
      )
      for (const [field, type] of [
        ['posts', 'Post'],
        ['pages', 'Page'],
        ['categories', 'Category'],
      ]) {
        const uri = at(json, 'data', field ?? '', 'nodes', 0, 'uri')
        const { data } = await client.query({ query, variables: { uri } })
        assert.deepEqual([at(data, 'node', '__typename'), at(data, 'node', 'uri')], [type, uri])
      }
      client.stop()
    })
  },
  { graphqlView: 'wpgraphql' },
)
