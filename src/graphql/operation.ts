// Parses a GraphQL request once: its parameters, view and media type. The document is only read when it is needed, so
// that a GET request with a cached response is answered without it.
import { getOperationAST, type OperationDefinitionNode } from 'graphql'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { once } from '../core/once.ts'
import type { Request } from '../core/request.ts'
import type { Reading } from '../read/execute.ts'
import { toGraphError } from './context.ts'
import type { Variables } from './cost.ts'
import type { Documents, RefusedDocument, RunnableDocument } from './documents.ts'
import type { KeptTexts } from './kept-texts.ts'
import { mediaTypeOf, prefersPage, prefersStream, type MediaType } from './media-type.ts'
import { paramsOfSearch, paramsSent, ParamsError, type GraphParams } from './params.ts'
import type { PersistedDocuments } from './persisted.ts'
import { refuseVariables, type VariableLimits } from './variables.ts'
import { pinnedView, type ViewName } from './views.ts'

export interface ParseOptions {
  /** Null until a database is found, because the schema depends on its tables. */
  readonly served: () => Served | null
  readonly persisted: PersistedDocuments
  readonly variableLimits: VariableLimits
  /** True where browsers get GraphiQL. */
  readonly graphiql: boolean
  /** True where clients may subscribe. */
  readonly isLive: boolean
}

export interface Served {
  readonly documents: Documents
  readonly newReading: () => Reading
  readonly texts: KeptTexts
}

export interface ParsedRequest {
  readonly method: string
  readonly path: string
  /** The query string as it was sent, and parsed. */
  readonly query: string
  readonly search: URLSearchParams
  readonly contentType: string | undefined
  /** True where the answer comes as server-sent events. */
  readonly isStream: boolean
  /** Null where the client accepts no available media type. */
  readonly type: MediaType | null
  /** The view that the request pins; undefined for an unknown one. */
  readonly view: ViewName | null | undefined
  /** True where a browser requests GraphiQL instead. */
  readonly isForPage: boolean
  /** A promise where the operation is in the body. */
  readonly request: () => GraphRequest | Failure | Promise<GraphRequest | Failure>
}

/** The operation that a request sends, with the schema of the database found. */
export interface GraphRequest {
  readonly served: Served
  /** An error where the operation cannot be parsed; null where GraphQL does not know the method or media type. */
  readonly sent: SentOperation | Error | null
}

/** The operation that a client sent, with its variables. */
export interface SentOperation {
  readonly query: string
  /** True where its text came with its hash. */
  readonly isRegistered: boolean
  readonly operationName: string | null
  readonly variables: Variables
  /** Parses and validates the document, registers it if it may run, and computes its cost. */
  readonly read: () => RunnableOperation | RefusedDocument
}

export interface RunnableOperation extends RunnableDocument {
  /** Null where the document has no operation with the name, or several and no name was sent. */
  readonly operation: OperationDefinitionNode | null
  /** The cost with these variables. */
  readonly cost: number
}

export function createParse(options: ParseOptions): (request: Request) => ParsedRequest {
  return function parseRequest(request) {
    const { method, path, header } = request
    const accept = header('accept')
    const { query } = request
    const search = new URLSearchParams(query)
    const view = pinnedView(search)
    const served = options.served()
    const isStream = options.isLive && prefersStream(accept)
    const requestOf = (params: GraphParams | ParamsError | null): GraphRequest | Failure =>
      served === null
        ? fail('database_unavailable', undefined, { retryAfterS: 2 })
        : { served, sent: sentOperation(params, served.documents, view ?? null, options) }
    return {
      method,
      path,
      query,
      search,
      contentType: header('content-type'),
      isStream,
      type: isStream ? 'application/json' : mediaTypeOf(accept),
      view,
      isForPage: options.graphiql && method === 'GET' && prefersPage(accept),
      request: once(() =>
        method === 'POST'
          ? request.body().then((body) => (isFailure(body) ? body : requestOf(paramsSent(request, body))))
          : requestOf(method === 'GET' ? paramsOfSearch(search) : null),
      ),
    }
  }
}

function sentOperation(
  params: GraphParams | ParamsError | null,
  documents: Documents,
  view: ViewName | null,
  { persisted, variableLimits }: ParseOptions,
): GraphRequest['sent'] {
  if (params === null || params instanceof ParamsError) return params
  const { operationName, variables, hash } = params
  const large = refuseVariables(variables, variableLimits)
  if (large) return large
  const query = persisted.find(params.query, hash)
  if (isFailure(query)) return toGraphError(query)
  const registered = params.query === null ? null : hash
  const read = () => {
    const document = documents.read(query, view)
    if (registered !== null && !('errors' in document)) persisted.register(query, registered)
    return readOperation(document, operationName, variables)
  }
  return { query, isRegistered: registered !== null, operationName, variables, read: once(read) }
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
