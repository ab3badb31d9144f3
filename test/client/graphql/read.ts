// `node read.ts ADDRESS`: a client whose documents are typed by the schema that a running gateway has (gql.tada generates its types)
// reads from it, and prints what it was told. That it compiles is half of what it shows.
import { Client, fetchExchange } from '@urql/core'
import type { ResultOf } from 'gql.tada'
import { graphql } from './tag.ts'

const client = new Client({ url: process.argv[2] ?? '', exchanges: [fetchExchange], preferGetMethod: true })

const card = graphql(`
  fragment Card on Post @_unmask {
    title(format: TEXT)
    createdAt
  }
`)
const newest = graphql(
  `
    query Newest($first: Int!) {
      posts(first: $first) {
        edges {
          node {
            ...Card
            author {
              name
            }
          }
        }
      }
    }
  `,
  [card],
)
const styled = graphql(`
  query Styled($id: ID!) {
    post(id: $id) {
      title(format: TEXT)
      html: title
    }
  }
`)

const { data } = await client.query(newest, { first: 2 })
const posts: readonly ResultOf<typeof card>[] = data?.posts.edges.map(({ node }) => node) ?? []
const dates: readonly (string | null)[] = posts.map(({ createdAt }) => createdAt)
const author: string | null | undefined = data?.posts.edges[0]?.node.author?.name
// @ts-expect-error the document does not ask for the address
const unasked: unknown = posts[0]?.url

const one = await client.query(styled, { id: process.argv[3] ?? '' })
const title: string | null | undefined = one.data?.post?.title

const refused = await client.query(newest, {
  // @ts-expect-error the variable is a number
  first: 'two',
})

console.log(
  JSON.stringify({
    isDated: dates.length === 2 && dates.every((date) => date !== null),
    hasAuthor: typeof author === 'string',
    isUnasked: unasked === undefined,
    title,
    html: one.data?.post?.html,
    refused: refused.error?.graphQLErrors[0]?.message,
  }),
)
