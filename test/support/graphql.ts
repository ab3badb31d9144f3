// Asking a gateway by GraphQL, as a viewer, and looking at what it answers.
import assert from 'node:assert/strict'
import { at, list, type TestGateway } from './gateway.ts'

type ViewerHeaders = Readonly<Record<string, string>>

interface Question {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly headers?: ViewerHeaders
}

async function answerTo(gateway: TestGateway, query: string, { variables = {}, headers = {} }: Question) {
  const { json } = await gateway.send('POST', '/graphql', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  return json
}

/** The data, where there are no errors. */
export async function dataOf(gateway: TestGateway, query: string, question: Question = {}): Promise<unknown> {
  const json = await answerTo(gateway, query, question)
  assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
  return at(json, 'data')
}

/** The code of the first error; undefined where there is none. */
export async function codeOf(gateway: TestGateway, query: string, question: Question = {}): Promise<unknown> {
  return at(await answerTo(gateway, query, question), 'errors', 0, 'extensions', 'code')
}

/** The nodes of a connection. */
export function nodesIn(connection: unknown): readonly unknown[] {
  return list(at(connection, 'edges')).map((edge) => at(edge, 'node'))
}

/** One member of each node of a connection, as text. */
export function each(connection: unknown, name: string): readonly string[] {
  return nodesIn(connection).map((node) => String(at(node, name)))
}

/** How many statements a document takes, besides what is read anew of the site's options from time to time. */
export async function statementsOf(
  gateway: TestGateway,
  query: string,
  question: Question = {},
): Promise<number> {
  await dataOf(gateway, '{ postsCount posts(first: 1) { edges { cursor } } }')
  const before = gateway.observed.length
  await dataOf(gateway, query, question)
  return gateway.observed
    .slice(before)
    .filter((observed) => observed.kind === 'query' && !observed.plan.startsWith('options')).length
}
