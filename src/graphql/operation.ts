// A GraphQL request, parsed once, into what it asks for, in which view and as which media type. Its document is read when it is
// first needed: a GET request whose response is cached is answered without it.
import { getOperationAST, type OperationDefinitionNode } from 'graphql'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { once } from '../core/once.ts'
import type { Request } from '../core/request.ts'
import type { Reading } from '../read/execute.ts'
import { toGraphError } from './context.ts'
import type { Variables } from './cost.ts'
import type { Documents, RefusedDocument, RunnableDocument } from './documents.ts'
import { mediaTypeOf, prefersPage, type MediaType } from './media-type.ts'
import { paramsOfSearch, paramsSent, ParamsError, type GraphParams } from './params.ts'
import type { PersistedDocuments, PersistedHash } from './persisted.ts'
import { refuseVariables, type VariableLimits } from './variables.ts'
import { pinnedView, type ViewName } from './views.ts'

export interface ParseOptions {
  /** Null until the database is found: the schema follows from what it holds. */
  readonly served: () => Served | null
  readonly persisted: PersistedDocuments
  readonly variableLimits: VariableLimits
  /** Whether browsers get GraphiQL. */
  readonly graphiql: boolean
}

export interface Served {
  readonly documents: Documents
  readonly newReading: () => Reading
}

export interface ParsedRequest {
  readonly method: string
  readonly path: string
  readonly search: URLSearchParams
  readonly contentType: string | undefined
  /** Null where the client accepts no media type that there is. */
  readonly type: MediaType | null
  /** The view that the request is pinned to; undefined for one that does not exist. */
  readonly view: ViewName | null | undefined
  /** Whether a browser asks for the page instead. */
  readonly isForPage: boolean
  /** A promise where it is in the body. */
  readonly asked: () => Asked | Failure | Promise<Asked | Failure>
}

/** What a request asks of the database that was found. */
export interface Asked {
  readonly served: Served
  /** An error where it cannot be understood; null where its method or media type is none that GraphQL is asked by. */
  readonly sent: SentOperation | Error | null
}

/** The operation that a client sent, with its variables. */
export interface SentOperation {
  readonly query: string
  /** The hash that came with the document. */
  readonly hash: PersistedHash | null
  readonly operationName: string | null
  readonly variables: Variables
  /** Parses, validates and costs the document. */
  readonly read: () => RunnableOperation | RefusedDocument
}

export interface RunnableOperation extends RunnableDocument {
  /** Null where the document has none of that name, or several and no name is given. */
  readonly operation: OperationDefinitionNode | null
  /** What it may cost with these variables. */
  readonly cost: number
}

export function createParse(options: ParseOptions): (request: Request) => ParsedRequest {
  return function parseRequest(request) {
    const { method, path, header } = request
    const accept = header('accept')
    const search = new URLSearchParams(request.query)
    const view = pinnedView(search)
    const served = options.served()
    const asked = (params: GraphParams | ParamsError | null): Asked | Failure =>
      served === null
        ? fail('database_unavailable', undefined, { retryAfterS: 2 })
        : { served, sent: sentOperation(params, served.documents, view ?? null, options) }
    return {
      method,
      path,
      search,
      contentType: header('content-type'),
      type: mediaTypeOf(accept),
      view,
      isForPage: options.graphiql && method === 'GET' && prefersPage(accept),
      asked: once(() =>
        method === 'POST'
          ? request.body().then((body) => (isFailure(body) ? body : asked(paramsSent(request, body))))
          : asked(method === 'GET' ? paramsOfSearch(search) : null),
      ),
    }
  }
}

function sentOperation(
  params: GraphParams | ParamsError | null,
  documents: Documents,
  view: ViewName | null,
  { persisted, variableLimits }: ParseOptions,
): Asked['sent'] {
  if (params === null || params instanceof ParamsError) return params
  const { operationName, variables, hash } = params
  const large = refuseVariables(variables, variableLimits)
  if (large) return large
  const query = persisted.find(params.query, hash)
  if (isFailure(query)) return toGraphError(query)
  const read = () => readOperation(documents.read(query, view), operationName, variables)
  return { query, hash, operationName, variables, read: once(read) }
}

function readOperation(
  document: RunnableDocument | RefusedDocument,
  operationName: string | null,
  variables: Variables,
): RunnableOperation | RefusedDocument {
  if ('errors' in document) return document
  const operation = getOperationAST(document.document, operationName) ?? null
  return { ...document, operation, cost: operation ? document.costOf(operation, variables) : 0 }
}
