// Example documents for each view: GraphiQL's page shows them, and a test runs each.
import type { ViewName } from './views.ts'

export interface GraphiqlExample {
  readonly query: string
  readonly variables: string
}

const cursorPage = `# The newest posts, page by page.
# For the next page, "after" is this endCursor.
query Feed($first: Int, $after: String) {
  posts(first: $first, after: $after) {
    edges {
      cursor
      node {
        id
        title
        createdAt
        author {
          name
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
`

const cursorNested = `# What belongs to posts is read with them.
query Nested {
  posts(last: 3) {
    edges {
      node {
        title
        excerpt
        categories {
          name
        }
        tags {
          name
        }
      }
    }
    totalCount
  }
}
`

const offsetPage = `# A page by its place, as reports ask for it.
query Report($limit: Int, $offset: Int) {
  posts(limit: $limit, offset: $offset) {
    id
    title
    createdAt
    commentCount
    author {
      name
    }
  }
  postsCount
}
`

const wordpressPage = `# The newest posts as WPGraphQL lists them.
query Feed($first: Int, $after: String) {
  posts(first: $first, after: $after) {
    nodes {
      databaseId
      title
      uri
      author {
        node {
          name
        }
      }
      categories {
        nodes {
          name
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
`

const wordpressAddress = `# What an address of the site leads to.
query At($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename
    id
    uri
    ... on NodeWithTitle {
      title
    }
  }
}
`

/** The schemas that GraphiQL shows: our views, and WPGraphQL's. */
export type PageView = ViewName | 'wpgraphql'

export const graphiqlExamples: Readonly<Record<PageView, readonly GraphiqlExample[]>> = {
  cursor: [
    { query: cursorPage, variables: '{ "first": 5 }' },
    { query: cursorNested, variables: '' },
  ],
  offset: [{ query: offsetPage, variables: '{ "limit": 5, "offset": 5 }' }],
  wpgraphql: [
    { query: wordpressPage, variables: '{ "first": 5 }' },
    { query: wordpressAddress, variables: '{ "uri": "/" }' },
  ],
}
