// What the answer to a query is kept under: document, variables, operation, view and media type, however they were
// written and by whichever method they came. Hashed, so that no key holds what a client sent.
import { hash } from 'node:crypto'
import { getOperationAST } from 'graphql'
import { isFailure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { Documents } from './documents.ts'
import { mediaTypeOf } from './media-type.ts'
import { paramsSent, paramsOfSearch, ParamsError, type GraphParams } from './params.ts'
import type { PersistedDocuments } from './persisted.ts'
import { refuseVariables, type VariableLimits } from './variables.ts'
import { pinnedView, type ViewName } from './views.ts'

export interface CacheKeyOptions {
  /** Null until the database is found. */
  readonly documents: () => Documents | null
  readonly persisted: PersistedDocuments
  readonly variableLimits: VariableLimits
}

/** Null for what is not kept: what is no query, or cannot be told to be one without reading it. */
export function createKeyOf(
  options: CacheKeyOptions,
): (request: Request) => string | null | Promise<string | null> {
  return (request) => {
    const type = mediaTypeOf(request.header('accept'))
    if (type === null) return null
    const search = new URLSearchParams(request.query)
    const view = pinnedView(search)
    if (view === undefined) return null
    if (request.method === 'GET' || request.method === 'HEAD')
      return keyOf(paramsOfSearch(search), { type, view, isKnown: () => true }, options)
    if (request.method !== 'POST') return null
    // What changes anything comes by POST too: only a document that is known to be a query has a key
    const isKnown = (query: string, operationName: string | null) => {
      const known = options.documents()?.known(query, view)
      return known !== undefined && getOperationAST(known.document, operationName)?.operation === 'query'
    }
    return request
      .body()
      .then((body) =>
        isFailure(body) ? null : keyOf(paramsSent(request, body), { type, view, isKnown }, options),
      )
  }
}

const words = ['query', 'operationName', 'variables', 'extensions', 'view']

/** A query by GET, as it was sent, without what is no word of GraphQL's; null where it speaks of anything secret. */
export function targetOf(request: Request): RequestTarget | null {
  const type = mediaTypeOf(request.header('accept'))
  if (type === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  const given = new URLSearchParams(request.query)
  const said = words.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  if (said.some(([, value = '']) => /passw|secret|token|nonce|api.?key|authoriz/i.test(value))) return null
  return { target: `${request.path}?${new URLSearchParams(said).toString()}`, accept: type }
}

interface Kept {
  readonly type: string
  readonly view: ViewName | null
  readonly isKnown: (query: string, operationName: string | null) => boolean
}

function keyOf(
  params: GraphParams | ParamsError | null,
  { type, view, isKnown }: Kept,
  { persisted, variableLimits }: CacheKeyOptions,
): string | null {
  if (params === null || params instanceof ParamsError) return null
  const { operationName, variables } = params
  if (refuseVariables(variables, variableLimits)) return null
  const query = persisted.find(params.query, params.hash)
  if (isFailure(query) || !isKnown(query, operationName)) return null
  const parts = [type, view, operationName, canonical(variables), query]
  return `graphql ${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

/** Equal for values that are equal, in whichever order their names stand. They are measured before: none is deep. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { members: members.map(([name, inner]) => [name, canonical(inner)]) }
}
