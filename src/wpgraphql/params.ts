// Reads a request's operations, by GET or from a JSON body: one or several at once.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { sha256, type PersistedHash } from '../graphql/persisted.ts'
import { hashOf } from '../graphql/params.ts'
import { isMembers, parseJson, type Members } from '../core/json-value.ts'

export interface Params {
  readonly query: string | null
  readonly hash: PersistedHash | null
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** The reason why a request is no GraphQL request, with the status that clients of WPGraphQL expect. */
export interface BadRequest {
  readonly status: number
  readonly message: string
}

export type Asked = Params | readonly Params[] | BadRequest | Failure

export function isOne(asked: Params | readonly Params[]): asked is Params {
  return !Array.isArray(asked)
}

/** Parses a request up to its body; null where the params are in that. */
export function paramsOfAddress({ method, query, header }: Request): Asked | null {
  if (method === 'GET') return paramsIn(Object.fromEntries(new URLSearchParams(query)))
  if (method === 'OPTIONS') return { status: 200, message: '' }
  if (method !== 'POST') return { status: 405, message: 'GraphQL answers GET and POST.' }
  const type = (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return null
  return { status: 415, message: 'The body of a POST has to be JSON: Content-Type: application/json.' }
}

export async function paramsOfBody(request: Request): Promise<Asked> {
  const body = await request.body()
  if (isFailure(body)) return body
  const given = parseJson(new TextDecoder().decode(body))
  if (typeof given !== 'object' || given === null)
    return { status: 500, message: 'The body is not the JSON of an object or of a list.' }
  if (!Array.isArray(given)) return paramsIn(given)
  const entries: readonly unknown[] = given
  return entries.length === 0 ? paramsIn({}) : entries.map((each) => paramsIn(isMembers(each) ? each : {}))
}

function paramsIn(given: object): Params {
  const { query, queryId, operationName, variables, extensions }: Members = { ...given }
  return {
    query: typeof query === 'string' && query !== '' ? query : null,
    hash: hashOf(textOrObject(extensions)) ?? hashNamed(queryId, query),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : null,
    variables: textOrObject(variables),
  }
}

/** The hash in WPGraphQL's `queryId`; beside a document it is ignored unless it is the document's SHA-256. */
function hashNamed(queryId: unknown, query: unknown): PersistedHash | null {
  if (typeof queryId !== 'string' || queryId === '') return null
  const isSaid = typeof query !== 'string' || query === '' || sha256(query) === queryId
  return isSaid ? { version: 1, sha256: queryId } : null
}

/** An object, or the JSON of one; anything else is an empty one. */
function textOrObject(value: unknown): Members {
  const read = typeof value === 'string' ? parseJson(value) : value
  return isMembers(read) ? read : {}
}
