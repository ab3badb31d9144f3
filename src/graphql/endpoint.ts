// GraphQL over HTTP by graphql-http's core handler: GET and POST, bodies within their limit, documents kept.
import { getOperationAST, GraphQLError, type ExecutionResult } from 'graphql'
import { createHandler, type RequestParams, type Response } from 'graphql-http'
import { fail, isFailure, statusOf, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { jsonReply, noTags, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { ReadCursors } from '../query/cursor-keys.ts'
import type { Reading } from '../query/execute.ts'
import type { ReadSite } from '../query/read-site.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { createKeyOf, targetOf } from './cache-key.ts'
import { toGraphError, type GraphContext } from './context.ts'
import { tooCostly, withCost } from './cost-extension.ts'
import type { Documents } from './documents.ts'
import { graphiqlPage } from './graphiql.ts'
import { mediaTypeOf, prefersPage, type MediaType } from './media-type.ts'
import { paramsOfSearch, paramsSent, ParamsError, type GraphParams } from './params.ts'
import type { PersistedDocuments } from './persisted.ts'
import { refuseVariables, type VariableLimits } from './variables.ts'
import { pinnedView, type ViewName } from './views.ts'

export interface GraphEndpointOptions {
  /** Null until the database is found: the schema follows from what it holds. */
  readonly served: () => Served | null
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly persisted: PersistedDocuments
  readonly limits: RequestLimits
  /** Whether browsers get GraphiQL. */
  readonly graphiql: boolean
  readonly observe: Observe
}

export interface RequestLimits {
  readonly variables: VariableLimits
  readonly costMax: number
}

interface Served {
  readonly documents: Documents
  readonly newReading: () => Reading
}

/** One request on its way through graphql-http. */
interface Exchange {
  readonly viewer: Viewer
  readonly served: Served
  /** Null where its method or media type is none that GraphQL is asked by. */
  readonly params: GraphParams | ParamsError | null
  /** The view that the request is pinned to. */
  readonly view: ViewName | null
  readonly reading: Reading
  readonly failures: Failure[]
  /** Null where nothing that is accepted can be given. */
  readonly type: MediaType | null
  /** What the document may cost, once that is known. */
  cost: number | null
  /** Whether it was a query, and answered without an error. */
  whole: boolean
}

export function createGraphEndpoint(options: GraphEndpointOptions): EndpointDefinition {
  const handle = createHandler<Exchange, unknown, GraphContext>({
    // Without an answer from here it is for graphql-http to refuse the request
    parseRequestParams: ({ raw: { params } }) =>
      params === null ? undefined : requestParams(params, options),
    onSubscribe: (request, params) => subscribe(params, request.raw, options),
    onOperation: (request, { document, operationName }, result) => {
      const isQuery = getOperationAST(document, operationName)?.operation === 'query'
      request.raw.whole = isQuery && result.errors === undefined
      if (result.errors?.some(bugBehind)) request.raw.failures.push(fail('internal_error'))
      const answer = withCost(result, request.raw.cost, options.limits.costMax)
      // graphql-http looks at every value for errors of other kinds, which a whole answer has none of
      return result.errors === undefined && request.raw.type ? jsonResponse(answer, request.raw.type) : answer
    },
    formatError: (error) => forClients(error, options.observe),
  })
  const keyOf = createKeyOf({
    documents: () => options.served()?.documents ?? null,
    persisted: options.persisted,
    variableLimits: options.limits.variables,
  })
  const wantsGraphiql = ({ method, header }: Request) =>
    options.graphiql && (method === 'GET' || method === 'HEAD') && prefersPage(header('accept'))
  return {
    name: 'graphql',
    path: '/graphql',
    below: false,
    variesBy: ['Accept'],
    crossOrigin: true,
    keyOf: (request) => (wantsGraphiql(request) ? null : keyOf(request)),
    targetOf,
    refuse,
    answer: async (request, viewer) => {
      const search = new URLSearchParams(request.query)
      const view = pinnedView(search)
      if (view === undefined) return refuse(fail('unknown_view'), viewer)
      if (wantsGraphiql(request)) return graphiqlPage(view ?? 'cursor')
      const body = request.method === 'POST' ? await request.body() : null
      if (isFailure(body)) return refuse(body, viewer)
      const served = options.served()
      if (served === null) return refuse(fail('database_unavailable', undefined, { retryAfterS: 2 }), viewer)
      const { method } = request
      const type = mediaTypeOf(request.header('accept'))
      const exchange: Exchange = {
        viewer,
        served,
        params:
          body === null ? (method === 'GET' ? paramsOfSearch(search) : null) : paramsSent(request, body),
        view,
        reading: served.newReading(),
        failures: [],
        type,
        cost: null,
        whole: false,
      }
      const response = await handle({
        method,
        url: request.path,
        headers: {
          // What is understood of it, by its weights, which graphql-http does not look at
          accept: type ?? 'none/none',
          'content-type': request.header('content-type'),
        },
        body: null,
        raw: exchange,
        context: null,
      })
      return toReply(response, exchange)
    },
  }
}

/** What is thrown is answered with. */
function requestParams(
  params: GraphParams | ParamsError,
  { persisted, limits }: GraphEndpointOptions,
): RequestParams {
  if (params instanceof ParamsError) throw params
  const large = refuseVariables(params.variables, limits.variables)
  if (large) throw large
  const query = persisted.find(params.query, params.hash)
  if (isFailure(query)) throw toGraphError(query)
  return { query, operationName: params.operationName, variables: params.variables }
}

async function subscribe(
  { query, operationName, variables }: RequestParams,
  exchange: Exchange,
  { readSite, readCursors, persisted, limits }: GraphEndpointOptions,
) {
  const { viewer, served, params, view, reading, failures } = exchange
  const read = served.documents.read(query, view)
  if ('errors' in read) return read.errors
  if (params && 'hash' in params && params.hash) persisted.register(query, params.hash)
  const operation = getOperationAST(read.document, operationName)
  exchange.cost = operation ? read.costOf(operation, variables ?? {}) : null
  if (exchange.cost !== null && exchange.cost > limits.costMax)
    return [tooCostly(exchange.cost, limits.costMax)]
  const [site, cursors] = await Promise.all([readSite(reading), readCursors(reading)])
  const failed = [site, cursors].find(isFailure)
  if (failed) failures.push(failed)
  if (isFailure(site) || isFailure(cursors)) return failures.map(toGraphError)
  const contextValue: GraphContext = { viewer, reading, site, cursors, failures }
  return {
    schema: read.schema,
    document: read.document,
    operationName,
    variableValues: variables,
    contextValue,
  }
}

function jsonResponse(answer: ExecutionResult, type: MediaType): Response {
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return [JSON.stringify(answer), { status: 200, statusText: 'OK', headers }]
}

/** What a resolver threw that is no refusal, which is a bug: it is observed, and not for clients to read. */
function bugBehind(error: Readonly<Error>): Error | null {
  if (!(error instanceof GraphQLError) || !error.originalError) return null
  return error.originalError instanceof GraphQLError ? null : error.originalError
}

function forClients(error: Readonly<Error>, observe: Observe): Readonly<Error> {
  const bug = bugBehind(error)
  if (bug === null) return error
  observe({ kind: 'error', error: bug, during: 'resolving a GraphQL document' })
  return toGraphError(fail('internal_error'))
}

const encoder = new TextEncoder()

const unsaid: ReadonlyMap<number, string> = new Map([
  [405, 'GraphQL answers GET and POST.'],
  [406, 'The Accept header has to allow application/graphql-response+json or application/json.'],
  [415, 'The body of a POST has to be JSON in UTF-8, with the header Content-Type: application/json.'],
])

function toReply([text, init]: Response, { viewer, reading, failures, whole }: Exchange): Reply {
  const headers = Object.entries(init.headers ?? {}).map(([name, value]): Header => [name, value])
  const message = unsaid.get(init.status)
  // graphql-http refuses these without a word
  if (text === null && message !== undefined)
    return jsonReply(init.status, { errors: [{ message }] }, { headers })
  const grave = failures.find((failure) => statusOf(failure, viewer) >= 500)
  return {
    status: grave ? statusOf(grave, viewer) : init.status,
    headers: [...headers, ...(grave ? refusalHeaders(grave, viewer) : [])],
    body: text === null ? new Uint8Array() : encoder.encode(text),
    tags: whole ? reading.tags : noTags,
    ran: reading.ran,
    store: whole && viewer.kind === 'anonymous' ? 'shared' : 'never',
  }
}

function refuse(failure: Failure, viewer: Viewer): Reply {
  const errors = [toGraphError(failure)]
  return jsonReply(statusOf(failure, viewer), { errors }, { headers: refusalHeaders(failure, viewer) })
}
