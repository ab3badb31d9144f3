// Clients of WPGraphQL: Apollo's normalized cache over its global ids, interfaces and connections, and the question that
// Faust's router asks of each address.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { at, list, onOneDatabase } from '../support/gateway.ts'

const why = 'clients page by connections and find nodes, which wpgraphql-nodes.test.ts has on every database'

const pageSize = 7

onOneDatabase(
  'clients of WPGraphQL',
  why,
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

    it('wpgraphql-clients/3 choose a template by what an address is, on the front page, lists, terms and authors too', async () => {
      const query = `query Seed($uri: String!) {
        seed: nodeByUri(uri: $uri) {
          __typename uri ...AsContent ...AsTerm ...AsAuthor ...AsList
          ... on DatabaseIdentifier { databaseId }
        }
        site: generalSettings { title description url }
      }
      fragment AsContent on ContentNode {
        isContentNode slug contentType { node { name graphqlSingleName } }
        template { templateName __typename }
        ... on Page { isFrontPage isPostsPage isPrivacyPage }
        ... on NodeWithFeaturedImage { featuredImage { node { sourceUrl } } }
      }
      fragment AsTerm on TermNode { isTermNode taxonomyName slug }
      fragment AsAuthor on User { userId name }
      fragment AsList on ContentType { name isFrontPage isPostsPage }`
      const ask = async (uri: unknown) => {
        const { json } = await on().gateway.graphql(query, { uri })
        assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
        assert.equal(typeof at(json, 'data', 'site', 'title'), 'string')
        return at(json, 'data', 'seed')
      }
      const { json: known } = await on().gateway.graphql(`{
        posts(first: 1, where: { hasPassword: false }) { nodes { uri author { node { uri } } } } pages(first: 1, where: { hasPassword: false }) { nodes { uri } }
        categories(first: 1) { nodes { uri } } tags(first: 1) { nodes { uri } } mediaItems(first: 1) { nodes { uri } } }`)
      const first = (name: string) => at(known, 'data', name, 'nodes', 0)
      const seeds: readonly (readonly [uri: unknown, type: string])[] = [
        [at(first('posts'), 'uri'), 'Post'],
        [at(first('pages'), 'uri'), 'Page'],
        [at(first('categories'), 'uri'), 'Category'],
        [at(first('tags'), 'uri'), 'Tag'],
        [at(first('mediaItems'), 'uri'), 'MediaItem'],
        [at(first('posts'), 'author', 'node', 'uri'), 'User'],
        ['/', 'ContentType'],
      ]
      for (const [uri, type] of seeds) {
        const seed = await ask(uri)
        assert.equal(at(seed, '__typename'), type, String(uri))
        assert.equal(at(seed, 'uri'), uri)
        if (type === 'Post' || type === 'Page') assert.ok(at(seed, 'template', 'templateName'))
      }
      assert.deepEqual([at(await ask('/'), 'name'), await ask('/no/such/page/')], ['post', null])
    })

    it('wpgraphql-clients/4 build a blog as starters for Next.js do: addresses, front, a post with others, a preview', async () => {
      const run = async (query: string, variables = {}) => {
        const { json } = await on().gateway.graphql(query, variables)
        assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
        return at(json, 'data')
      }
      const slugs = await run('{ posts(first: 10000) { edges { node { slug } } } }')
      const front = await run(`{
        posts(first: 20, where: { orderby: { field: DATE, order: DESC } }) { edges { node {
          title excerpt slug date featuredImage { node { sourceUrl } }
          author { node { name firstName lastName avatar { url } } } } } } }`)
      const [newest] = list(at(front, 'posts', 'edges'))
      const slug = at(newest, 'node', 'slug')
      assert.equal(at(slugs, 'posts', 'edges', 0, 'node', 'slug'), slug)
      const page = await run(
        `fragment Writer on User { name firstName lastName avatar { url } }
        fragment Card on Post {
          title excerpt slug date featuredImage { node { sourceUrl } } author { node { ...Writer } }
          categories { edges { node { name } } } tags { edges { node { name } } } }
        query PostBySlug($id: ID!, $idType: PostIdType!) {
          post(id: $id, idType: $idType) { ...Card content }
          posts(first: 3, where: { orderby: { field: DATE, order: DESC } }) { edges { node { ...Card } } } }`,
        { id: slug, idType: 'SLUG' },
      )
      assert.deepEqual(at(page, 'post', 'title'), at(newest, 'node', 'title'))
      assert.equal(typeof at(page, 'post', 'content'), 'string')
      assert.equal(list(at(page, 'posts', 'edges')).length, 3)
      const preview =
        'query Preview($id: ID!) { post(id: $id, idType: DATABASE_ID) { databaseId slug status } }'
      const { json } = await on().gateway.graphql('{ posts(first: 1) { nodes { databaseId } } }')
      const id = at(json, 'data', 'posts', 'nodes', 0, 'databaseId')
      const shown = await run(preview, { id })
      assert.deepEqual([at(shown, 'post', 'databaseId'), at(shown, 'post', 'status')], [id, 'publish'])
    })

    it("wpgraphql-clients/5 match fragments on interfaces in Apollo's cache by the types that the schema says", async () => {
      const { json } = await on().gateway.graphql(
        '{ __schema { types { kind name possibleTypes { name } } } }',
      )
      const abstract = list(at(json, 'data', '__schema', 'types')).filter((type) =>
        Array.isArray(at(type, 'possibleTypes')),
      )
      const possibleTypes = Object.fromEntries(
        abstract.map((type): [string, string[]] => [
          String(at(type, 'name')),
          list(at(type, 'possibleTypes')).map((each) => String(at(each, 'name'))),
        ]),
      )
      assert.deepEqual(possibleTypes['ContentNode']?.toSorted(), ['MediaItem', 'Page', 'Post'])
      const client = new ApolloClient({
        link: new HttpLink({ uri: `${on().gateway.url}/graphql` }),
        cache: new InMemoryCache({ possibleTypes }),
      })
      const query = gql`
        query Mixed {
          contentNodes(first: 5) {
            nodes {
              id
              ...Titled
              ... on NodeWithAuthor {
                author {
                  node {
                    id
                    ...Addressed
                  }
                }
              }
            }
          }
        }
        fragment Titled on NodeWithTitle {
          title
        }
        fragment Addressed on UniformResourceIdentifiable {
          uri
        }
      `
      const { data } = await client.query({ query })
      const again = client.readQuery({ query })
      assert.deepEqual(again, data)
      const [node] = list(at(again, 'contentNodes', 'nodes'))
      assert.equal(typeof at(node, 'title'), 'string')
      assert.equal(typeof at(node, 'author', 'node', 'uri'), 'string')
      client.stop()
    })
  },
  { graphqlView: 'wpgraphql' },
)
