// GraphQL over HTTP with graphql-http's core handler: GET and POST, bodies within their limit, cached documents.
import { validateExecutionArgs, type ExecutionResult, type GraphQLError } from 'graphql'
import { createHandler, type Response } from 'graphql-http'
import { eventStreamHeaders, type Live } from '../core/event-stream.ts'
import { fail, isFailure, statusOf, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { jsonReply, noTags, replyOf, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { seesWhatAllSee, type Viewer } from '../core/viewer.ts'
import type { ReadCursors } from '../read/cursor-keys.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import type { MoveAddresses } from '../site/frontend-addresses.ts'
import { cacheKeyOf, keyOfOperation, targetOf } from './cache-key.ts'
import { bugBehind, forClients } from './client-errors.ts'
import { toGraphError, type GraphContext } from './context.ts'
import { tooCostly, tooMuchText, withCost } from './cost-extension.ts'
import { graphiqlPage } from './graphiql.ts'
import type { MediaType } from './media-type.ts'
import type { TextsOfRequest } from './kept-texts.ts'
import { createMaking, type Making } from './making.ts'
import { createParse, type GraphRequest, type ParsedRequest, type Served } from './operation.ts'
import type { PersistedDocuments } from './persisted.ts'
import { completeEvent, createSubscriptions, nextEvent, type Subscription } from './subscriptions.ts'
import type { VariableLimits } from './variables.ts'

const path = '/graphql'

export interface GraphEndpointOptions {
  /** Null until a database is found, because the schema depends on its tables. */
  readonly served: () => Served | null
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly persisted: PersistedDocuments
  readonly limits: RequestLimits
  /** True where browsers get GraphiQL. */
  readonly graphiql: boolean
  /** Null where clients may not subscribe. */
  readonly live: Live | null
  /** Moves addresses in events to the front end; null where they stay. */
  readonly moved: MoveAddresses | null
  readonly observe: Observe
}

export interface RequestLimits {
  readonly variables: VariableLimits
  readonly costMax: number
  /** The time that rendering the texts of a subscription's event may take. */
  readonly renderTimeoutMs: number
}

/** One request on its way through graphql-http. */
interface Exchange {
  readonly viewer: Viewer
  readonly sent: GraphRequest['sent']
  readonly reading: Reading
  readonly texts: TextsOfRequest | null
  readonly failures: Failure[]
  /** Null where the client accepts no available media type. */
  readonly type: MediaType | null
  /** Null until the document may run. */
  making: Making | null
  isQuery: boolean
  /** True for a query that was answered without errors. */
  whole: boolean
}

export function createGraphEndpoint(options: GraphEndpointOptions): EndpointDefinition {
  const handle = createHandler<Exchange, unknown, GraphContext>({
    // graphql-http words the refusal of a request without operation parameters
    parseRequestParams: ({ raw: { sent } }) => {
      if (sent instanceof Error) throw sent
      return sent ?? undefined
    },
    onSubscribe: (request) => subscribe(request.raw, options),
    onOperation: (request, _, result) => {
      const { making } = request.raw
      if (making?.isTooCostly())
        return errorResponse(tooMuchText(making.cost(), options.limits.costMax), request.raw.type)
      request.raw.whole = request.raw.isQuery && result.errors === undefined
      if (result.errors?.some(bugBehind)) request.raw.failures.push(fail('internal_error'))
      const costed = withCost(result, making?.cost() ?? null, options.limits.costMax)
      // graphql-http searches the whole result for errors, which a result without errors does not need
      return result.errors === undefined && request.raw.type ? jsonResponse(costed, request.raw.type) : costed
    },
    formatError: (error) => forClients(error, options.observe),
  })
  const { live } = options
  const parse = createParse({
    ...options,
    variableLimits: options.limits.variables,
    isLive: live !== null,
  })
  const stream = live && createSubscriptions(live, options)
  return {
    name: 'graphql',
    path,
    below: false,
    variesBy: ['Accept'],
    crossOrigin: true,
    parse: (request): Operation => {
      const parsed = parse(request)
      return {
        servedBy: 'gateway',
        path: () => path,
        cacheKey: () => cacheKeyOf(parsed),
        replay: () => targetOf(parsed),
        answer: (viewer) => answer(parsed, request, viewer),
        refuse: async (failure, viewer) => refuse(failure, viewer),
      }
    },
    refuse,
  }

  async function answer(parsed: ParsedRequest, request: Request, viewer: Viewer): Promise<Reply> {
    const { method, type, view } = parsed
    if (view === undefined) return refuse(fail('unknown_view'), viewer)
    if (parsed.isForPage) return graphiqlPage(view ?? 'cursor')
    const graphRequest = await parsed.request()
    if (isFailure(graphRequest)) return refuse(graphRequest, viewer)
    const subscription = stream && parsed.isStream ? subscriptionIn(graphRequest, parsed, options) : null
    if (stream && subscription) {
      const streamed = stream(subscription, request, viewer)
      return isFailure(streamed) ? refuse(streamed, viewer) : streamed
    }
    const reading = graphRequest.served.newReading()
    const texts = graphRequest.served.texts.begin(viewer, reading)
    const exchange: Exchange = {
      viewer,
      sent: graphRequest.sent,
      reading,
      texts,
      failures: [],
      type,
      making: null,
      isQuery: false,
      whole: false,
    }
    const response = await handle({
      method,
      url: parsed.path,
      headers: {
        // graphql-http ignores weights, so it gets the media type that they choose
        accept: type ?? 'none/none',
        'content-type': parsed.contentType,
      },
      body: null,
      raw: exchange,
      context: null,
    }).finally(() => texts?.end())
    const reply = toReply(response, exchange)
    return parsed.isStream ? inEvents(reply) : reply
  }
}

/** A subscription that may run; null for another operation, or one that is refused. */
function subscriptionIn(
  { served, sent }: GraphRequest,
  parsed: ParsedRequest,
  { limits }: GraphEndpointOptions,
): Subscription | null {
  if (sent === null || sent instanceof Error) return null
  const read = sent.read()
  if ('errors' in read || read.operation?.operation !== 'subscription') return null
  const { schema, document } = read
  const args = { schema, document, operationName: sent.operationName, variableValues: sent.variables }
  if (read.cost > limits.costMax || !('schema' in validateExecutionArgs(args))) return null
  return { key: keyOfOperation(sent, parsed), served, read, args }
}

/** Wraps a single result in the events of the protocol graphql-sse. */
function inEvents(reply: Reply): Reply {
  if (reply.status > 400) return reply
  const text = nextEvent(new TextDecoder().decode(reply.body)) + completeEvent
  return replyOf(200, text, { headers: eventStreamHeaders, ran: reply.ran })
}

async function subscribe(exchange: Exchange, { readSite, readCursors, limits }: GraphEndpointOptions) {
  const { viewer, sent, reading, texts, failures } = exchange
  if (sent === null || sent instanceof Error) throw new Error('a request that was not understood is executed')
  const read = sent.read()
  if ('errors' in read) return read.errors
  const { operation, cost } = read
  if (cost > limits.costMax) return [tooCostly(cost, limits.costMax)]
  const args = {
    schema: read.schema,
    document: read.document,
    operationName: sent.operationName,
    variableValues: sent.variables,
  }
  if (operation?.operation === 'subscription') {
    const checked = validateExecutionArgs(args)
    return 'schema' in checked ? [toGraphError(fail('needs_event_stream'))] : checked
  }
  const [site, cursors] = await Promise.all([readSite(reading), readCursors(reading)])
  const failed = [site, cursors].find(isFailure)
  if (failed) failures.push(failed)
  if (isFailure(site) || isFailure(cursors)) return failures.map(toGraphError)
  const making = createMaking(cost, limits.costMax)
  if (operation) exchange.making = making
  exchange.isQuery = operation?.operation === 'query'
  const contextValue: GraphContext = { viewer, reading, site, cursors, making, texts, failures }
  return { ...args, contextValue }
}

function jsonResponse(answer: ExecutionResult, type: MediaType): Response {
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return [JSON.stringify(answer), { status: 200, statusText: 'OK', headers }]
}

/** An answer with one error and no data, in graphql-http's form of refusals. */
function errorResponse(error: GraphQLError, type: MediaType | null): Response {
  const isJson = type === 'application/json'
  const headers = { 'content-type': `${type ?? 'application/graphql-response+json'}; charset=utf-8` }
  const [status, statusText] = isJson ? [200, 'OK'] : [400, 'Bad Request']
  return [JSON.stringify({ errors: [error] }), { status, statusText, headers }]
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
  // graphql-http refuses these with an empty body
  if (text === null && message !== undefined)
    return jsonReply(init.status, { errors: [{ message }] }, { headers })
  const grave = failures.find((failure) => statusOf(failure, viewer) >= 500)
  return {
    status: grave ? statusOf(grave, viewer) : init.status,
    headers: [...headers, ...(grave ? refusalHeaders(grave, viewer) : [])],
    body: text === null ? new Uint8Array() : encoder.encode(text),
    tags: whole ? reading.tags : noTags,
    ran: reading.ran,
    store: whole && seesWhatAllSee(viewer) ? 'shared' : 'never',
  }
}

function refuse(failure: Failure, viewer: Viewer): Reply {
  const errors = [toGraphError(failure)]
  return jsonReply(statusOf(failure, viewer), { errors }, { headers: refusalHeaders(failure, viewer) })
}
