// The yardstick for GraphQL: graphql-js alone, over rows that are in memory, on node:http.
//   node test/bench/graphql-js-server.ts
// Prints its address on one line once it listens. `/graphql?query=…` goes through graphql-http, which parses and
// validates each time; `/kept?query=…` executes a document that is kept parsed and validated.
import { createServer } from 'node:http'
import { buildSchema, execute, parse, validate, type DocumentNode } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/http'

const schema = buildSchema(`
  type Query { posts(first: Int, after: String): PostConnection! }
  type PostConnection { edges: [PostEdge!]! pageInfo: PageInfo! }
  type PostEdge { cursor: String! node: Post! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Post { id: ID! title: String createdAt: String! }
`)

const rows = Array.from({ length: 1000 }, (_, nth) => ({
  id: String(1000 - nth),
  title: `The title of post ${1000 - nth}`,
  createdAt: '2024-02-25T09:00:00Z',
}))

const rootValue = {
  posts: ({ first = 20, after = '' }: { readonly first?: number; readonly after?: string }) => {
    const from = after === '' ? 0 : rows.findIndex(({ id }) => cursorOf(id) === after) + 1
    const edges = rows.slice(from, from + first).map((node) => ({ cursor: cursorOf(node.id), node }))
    return {
      edges,
      pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: from + first < rows.length },
    }
  },
}

function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url')
}

const handle = createHandler({ schema, rootValue })
const kept = new Map<string, DocumentNode>()

function documentOf(query: string): DocumentNode {
  const known = kept.get(query)
  if (known) return known
  const document = parse(query)
  if (validate(schema, document).length > 0) throw new Error('the document is not valid')
  kept.set(query, document)
  return document
}

const server = createServer((incoming, response) => {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
  if (pathname !== '/kept') return void handle(incoming, response)
  const document = documentOf(searchParams.get('query') ?? '')
  const body = JSON.stringify(execute({ schema, document, rootValue }))
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
