// The cache key of a query: document, variables, operation, view and media type. It is equal for GET and POST, and for any order of
// the variables' members. It is a hash, so that no key holds text of a client.
import { hash } from 'node:crypto'
import { isFailure, type Failure } from '../core/failure.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { GraphRequest, ParsedRequest, SentOperation } from './operation.ts'

/** Null for a response that is not cached. */
export function cacheKeyOf(parsed: ParsedRequest): string | null | Promise<string | null> {
  if (parsed.isForPage || parsed.isStream || parsed.type === null || parsed.view === undefined) return null
  const request = parsed.request()
  return request instanceof Promise ? request.then((sent) => keyOf(sent, parsed)) : keyOf(request, parsed)
}

function keyOf(request: GraphRequest | Failure, parsed: ParsedRequest): string | null {
  if (isFailure(request)) return null
  const { sent } = request
  if (sent === null || sent instanceof Error) return null
  // A POST may be a mutation, so only a valid query has a key; and reading registers a document even if its answer is cached
  if (parsed.method === 'POST' || sent.isRegistered) {
    const read = sent.read()
    if ('errors' in read || read.operation?.operation !== 'query') return null
  }
  return keyOfOperation(sent, parsed)
}

/** Returns a key that is equal for operations with the same answer. */
export function keyOfOperation(
  { query, operationName, variables }: SentOperation,
  { type, view }: Pick<ParsedRequest, 'type' | 'view'>,
): string {
  const parts = [type, view, operationName, canonical(variables), query]
  return `graphql ${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

const words = ['query', 'operationName', 'variables', 'extensions', 'view']

/**
 * The target by which a GET query can be replayed, without parameters that GraphQL does not know; null for other
 * requests, and where a value may be a secret.
 */
export function targetOf({ method, path, query, search, type }: ParsedRequest): RequestTarget | null {
  if (type === null || method !== 'GET') return null
  const said = words.flatMap((name) => {
    const value = search.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const isAsSent = said.length === search.size && /^[!-~]*$/.test(query) && !query.includes('#')
  return targetSaying(path, said, type, isAsSent ? query : undefined)
}

/** The target with these parameters, `spelled` as the client sent them; null where a value may be a secret. */
export function targetSaying(
  path: string,
  said: readonly (readonly [name: string, value: string])[],
  accept: string,
  spelled?: string,
): RequestTarget | null {
  if (said.some(([, value]) => /passw|secret|token|nonce|api.?key|authoriz/i.test(value))) return null
  const query =
    spelled ?? new URLSearchParams(said.map(([name, value]): [string, string] => [name, value])).toString()
  return { target: `${path}?${query}`, accept }
}

/** Sorts the members of objects, so that equal values have equal JSON. It may recurse, because variables are limited in depth before. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { members: members.map(([name, inner]) => [name, canonical(inner)]) }
}
