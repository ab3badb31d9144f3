// Parses the parameters of GraphQL over HTTP, from a query string or a JSON body. graphql-http refuses media types
// and methods.
import { isMembers, type Members } from '../core/json-value.ts'
import type { Request } from '../core/request.ts'
import type { Variables } from './cost.ts'
import type { PersistedHash } from './persisted.ts'

export interface GraphParams {
  /** Null where the request names its document by a hash only. */
  readonly query: string | null
  /** The hash that was sent for the document. */
  readonly hash: PersistedHash | null
  readonly operationName: string | null
  readonly variables: Variables
}

/** An error for invalid parameters, in graphql-http's sentences. */
export class ParamsError extends Error {}

/** Parses a GET request; an empty parameter counts as absent. */
export function paramsOfSearch(search: URLSearchParams): GraphParams | ParamsError {
  const given = (name: string) => search.get(name) || null
  const json = (name: string): unknown => {
    const text = given(name)
    return text === null ? null : JSON.parse(text)
  }
  try {
    return paramsOf({
      query: given('query'),
      operationName: given('operationName'),
      variables: json('variables'),
      extensions: json('extensions'),
    })
  } catch {
    return new ParamsError('Unparsable URL')
  }
}

/** Parses a POST request; null where its body is not declared as JSON. */
export function paramsSent(request: Request, body: Uint8Array): GraphParams | ParamsError | null {
  const type = (request.header('content-type') ?? '').replaceAll(/\s/g, '')
  return /^application\/json(;charset=utf-8)?$/i.test(type)
    ? paramsOfBody(new TextDecoder().decode(body))
    : null
}

function paramsOfBody(body: string): GraphParams | ParamsError {
  if (body === '') return new ParamsError('Missing body')
  try {
    const given: unknown = JSON.parse(body)
    return isMembers(given) ? paramsOf(given) : new ParamsError('JSON body must be an object')
  } catch {
    return new ParamsError('Unparsable JSON body')
  }
}

function paramsOf({ query = null, operationName = null, variables = null, extensions = null }: Members) {
  if (extensions !== null && !isMembers(extensions)) return new ParamsError('Invalid extensions')
  const hash = hashOf(extensions)
  if (query === null && hash === null) return new ParamsError('Missing query')
  if (query !== null && typeof query !== 'string') return new ParamsError('Invalid query')
  if (variables !== null && !isMembers(variables)) return new ParamsError('Invalid variables')
  if (operationName !== null && typeof operationName !== 'string')
    return new ParamsError('Invalid operationName')
  return { query, hash, operationName, variables: variables ?? {} }
}

/** The hash of a document that extensions name; null where they name none. */
export function hashOf(extensions: Members | null): PersistedHash | null {
  const persisted = extensions?.['persistedQuery']
  if (!isMembers(persisted)) return null
  const { version, sha256Hash } = persisted
  return typeof sha256Hash === 'string' ? { version, sha256: sha256Hash } : null
}
