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
import type { EndpointDefinition } from '../registry/define.ts'
import { toGraphError, type GraphContext } from './context.ts'
import type { ReadDocument } from './documents.ts'
import { refuseVariables, type VariableLimits } from './variables.ts'
import { pinnedView, type ViewName } from './views.ts'

export interface GraphEndpointOptions {
  /** Null until the database is found: the schema follows from what it holds. */
  readonly served: () => Served | null
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly limits: RequestLimits
  readonly observe: Observe
}

export interface RequestLimits {
  readonly variables: VariableLimits
  readonly costMax: number
}

interface Served {
  readonly readDocument: ReadDocument
  readonly newReading: () => Reading
}

/** One request on its way through graphql-http. */
interface Exchange {
  readonly viewer: Viewer
  readonly served: Served
  /** The view that the request is pinned to. */
  readonly view: ViewName | null
  readonly reading: Reading
  readonly failures: Failure[]
  /** What the document may cost, once that is known. */
  cost: number | null
  /** Whether it was answered without an error. */
  whole: boolean
}

export function createGraphEndpoint(options: GraphEndpointOptions): EndpointDefinition {
  const handle = createHandler<Exchange, unknown, GraphContext>({
    onSubscribe: (request, params) => subscribe(params, request.raw, options),
    onOperation: (request, _, result) => {
      request.raw.whole = result.errors === undefined
      if (result.errors?.some(bugBehind)) request.raw.failures.push(fail('internal_error'))
      return withCost(result, request.raw.cost, options.limits.costMax)
    },
    formatError: (error) => forClients(error, options.observe),
  })
  return {
    name: 'graphql',
    path: '/graphql',
    below: false,
    variesBy: ['Accept'],
    crossOrigin: true,
    refuse,
    answer: async (request, viewer) => {
      const body = request.method === 'POST' ? await request.body() : null
      if (isFailure(body)) return refuse(body, viewer)
      const served = options.served()
      if (served === null) return refuse(fail('database_unavailable', undefined, { retryAfterS: 2 }), viewer)
      const view = pinnedView(request.query)
      if (view === undefined) return refuse(fail('unknown_view'), viewer)
      const exchange: Exchange = {
        viewer,
        served,
        view,
        reading: served.newReading(),
        failures: [],
        cost: null,
        whole: false,
      }
      const response = await handle({
        method: request.method,
        // A raw question mark in the query would end it for graphql-http
        url: `${request.path}?${request.query.replaceAll('?', '%3F')}`,
        headers: { accept: request.header('accept'), 'content-type': request.header('content-type') },
        body: body === null ? null : new TextDecoder().decode(body),
        raw: exchange,
        context: null,
      })
      return toReply(response, request, exchange)
    },
  }
}

async function subscribe(
  { query, operationName, variables }: RequestParams,
  exchange: Exchange,
  { readSite, readCursors, limits }: GraphEndpointOptions,
) {
  const { viewer, served, view, reading, failures } = exchange
  const large = refuseVariables(variables ?? {}, limits.variables)
  if (large) return [large]
  const read = served.readDocument(query, view)
  if ('errors' in read) return read.errors
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

function withCost(result: ExecutionResult, requested: number | null, limit: number): ExecutionResult {
  if (requested === null) return result
  return { ...result, extensions: { ...result.extensions, cost: costOf(requested, limit) } }
}

function tooCostly(requested: number, limit: number): GraphQLError {
  const { message, extensions } = toGraphError(
    fail('cost_too_high', `The document may cost ${requested}; ${limit} is allowed.`),
  )
  return new GraphQLError(message, { extensions: { ...extensions, cost: costOf(requested, limit) } })
}

function costOf(requested: number, limit: number) {
  return { requested, limit, left: Math.max(0, limit - requested) }
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

function toReply(
  [text, init]: Response,
  request: Request,
  { viewer, reading, failures, whole }: Exchange,
): Reply {
  const headers = Object.entries(init.headers ?? {}).map(([name, value]): Header => [name, value])
  const grave = failures.find((failure) => statusOf(failure, viewer) >= 500)
  return {
    status: grave ? statusOf(grave, viewer) : init.status,
    headers: [...headers, ...(grave ? refusalHeaders(grave, viewer) : [])],
    body: text === null ? new Uint8Array() : encoder.encode(text),
    tags: whole ? reading.tags : noTags,
    store: whole && request.method === 'GET' && viewer.kind === 'anonymous' ? 'shared' : 'never',
  }
}

function refuse(failure: Failure, viewer: Viewer): Reply {
  const errors = [toGraphError(failure)]
  return jsonReply(statusOf(failure, viewer), { errors }, { headers: refusalHeaders(failure, viewer) })
}
