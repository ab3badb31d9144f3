// Serves one request: receives and parses it, dispatches or proxies it, and sends its response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { encode } from '../cache/encode.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { whenSilent } from '../core/silence.ts'
import { anonymous } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { createCors, type CorsOptions } from './cors.ts'
import type { Dispatch } from './dispatch.ts'
import { asGet, receive, type ReceiveLimits } from './receive.ts'
import { expectsContinue } from '../origin/exchange.ts'
import type { Origin } from '../origin/origin.ts'
import type { Outgoing } from './send.ts'
import { startTimer, untimed } from './stage-timer.ts'
import { sendEvents } from './event-client.ts'
import { sendChunks } from './stream.ts'
import { varyOf, type VaryOptions } from './vary.ts'

export interface ServeOptions extends ReceiveLimits, CorsOptions, VaryOptions {
  readonly endpoints: readonly EndpointDefinition[]
  /** Answers addresses that belong to no endpoint. */
  readonly fallback: EndpointDefinition
  readonly dispatch: Dispatch
  /** The proxy for requests that no endpoint answers; null where no WordPress is configured behind the gateway. */
  readonly origin: OriginProxy | null
  readonly requestTimeoutMs: number
  /** True where the stages of a request are timed. */
  readonly timesStages: boolean
  /** Decides by its `traceparent` whether a request is traced; null where tracing is off. */
  readonly isTraced: ((parent: string | undefined) => boolean) | null
  /** The challenge in WWW-Authenticate of a 401; null where no tokens are accepted. */
  readonly challenge: string | null
}

export interface OriginProxy extends Pick<Origin, 'pass'> {
  /** Returns why a request must not be proxied; null where it may be. */
  readonly refuses: (request: Request) => Failure | null
  /** The redirect that replaces a response of WordPress; null where the gateway knows none. */
  readonly redirect: (request: Request) => Promise<Reply | null> | null
}

export type Choose = (request: Request | Failure) => EndpointDefinition

/** The state of the server on which serving a request depends. */
export interface ServerLife {
  readonly isStopping: () => boolean
  /** Aborts once endless responses have to end. */
  readonly ending: AbortSignal
  /** Releases the connection of an endless response from HTTP; null where the response has to be used on. */
  readonly release: (incoming: IncomingMessage, response: ServerResponse) => Socket | null
}

export function createServe(options: ServeOptions, { isStopping, ending, release }: ServerLife) {
  const { endpoints, fallback, dispatch, origin, timesStages, isTraced, observe, challenge } = options
  const limits: ReceiveLimits = { ...options, unnamed: warnedOnce(observe) }
  const cors = createCors(options)
  const vary = new Map([...endpoints, fallback].map((each) => [each, ['Vary', varyOf(each, options)]]))
  const serve = (choose: Choose) => (incoming: IncomingMessage, response: ServerResponse) => {
    const traced = isTraced !== null && isTraced(textOf(incoming.headers['traceparent']))
    const timer = timesStages || traced ? startTimer(traced) : untimed
    const request = timer.lap('receive', receive(incoming, limits, { response, ending }))
    const endpoint = choose(request)
    const send = (value: Outgoing) => respond(value, endpoint, { incoming, response })
    if (isFailure(request)) return send(encode(endpoint.refuse(request, anonymous)))
    const operation = timer.lap('parse', endpoint.parse(asGet(request)))
    if (origin !== null && operation.servedBy === 'upstream')
      return proxy(origin, endpoint, request, { incoming, response })
    if (origin !== null) endInTime(incoming, response, options.requestTimeoutMs)
    // A client that sent `Expect: 100-continue` before a body that is too large gets the refusal instead
    if (expectsContinue(incoming) && declaredBytes(incoming) <= options.bodyBytesMax) response.writeContinue()
    const answer = () => {
      const out = cors.preflight(endpoint, request) ?? dispatch(operation, request, timer)
      if (!(out instanceof Promise)) return send(out)
      // A waiting client is silent; the deadlines below limit how long it waits
      whenSilent(response, () => isGivenUp(response))
      return out.then(send)
    }
    if (origin === null || !operation.passedOn) return answer()
    return operation
      .passedOn()
      .then((isPassed) =>
        isPassed ? proxy(origin, endpoint, request, { incoming, response }, true) : answer(),
      )
  }

  const respond = (value: Outgoing, endpoint: EndpointDefinition, { incoming, response }: Connection) => {
    // The rest of a refused body is not read
    const last = isStopping() || value.status === 413
    try {
      const headers = dressed(value, endpoint, incoming)
      const { stream } = value
      if (!stream) return write(response, value, headers, last)
      // Events need no chunked framing, since these streams end with their connection
      if (stream.kind !== 'export') response.useChunkedEncodingByDefault = false
      response.writeHead(value.status, headers)
      if (stream.kind === 'export') sendChunks(response, stream, pathOf(incoming), observe)
      else sendEvents(release(incoming, response) ?? response, stream, pathOf(incoming), observe)
    } catch (error) {
      fallShort(error, endpoint, incoming, response)
    }
  }

  /**
   * Forwards WordPress's response unchanged; without one the request is refused like any other. `isRead`: the gateway has read
   * the body.
   */
  async function proxy(
    to: OriginProxy,
    endpoint: EndpointDefinition,
    request: Request,
    connection: Connection,
    isRead = false,
  ): Promise<void> {
    const { incoming, response } = connection
    if (isStopping()) response.shouldKeepAlive = false
    const body = isRead ? await request.body() : null
    const refused = to.refuses(request)
    const redirect = refused === null ? await to.redirect(request) : null
    if (redirect !== null)
      return response.destroyed ? undefined : respond(encode(redirect), endpoint, connection)
    const failure = refused ?? (isFailure(body) ? body : await to.pass(incoming, response, request, body))
    if (failure === null || response.destroyed) return
    // A client that waits for 100 (Continue) may or may not send its body yet
    if (!incoming.complete && expectsContinue(incoming)) response.shouldKeepAlive = false
    respond(encode(endpoint.refuse(failure, anonymous)), endpoint, connection)
  }

  /** Adds the headers that depend on the request, which no cached response contains. */
  const dressed = (out: Outgoing, endpoint: EndpointDefinition, incoming: IncomingMessage): string[] =>
    cors.opened(
      [...out.headers, ...challenged(out, challenge), ...(vary.get(endpoint) ?? [])],
      endpoint,
      incoming.headers.origin,
    )

  /** Observes an error outside of an endpoint's answer, and answers it with a plain 500, too. */
  function fallShort(
    error: unknown,
    endpoint: EndpointDefinition,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): void {
    observe({ kind: 'error', error, during: `serving ${incoming.method}` })
    if (response.headersSent) return void response.destroy()
    const refused = encode(endpoint.refuse(fail('internal_error'), anonymous))
    write(response, refused, dressed(refused, endpoint, incoming), true)
  }

  return { serve, fallShort }
}

interface Connection {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
}

/** Returns a header as one text, however often it was sent. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '')
}

/** Ends a request whose body the gateway reads for too long; proxied bodies may take longer. */
function endInTime(incoming: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  if (declaredBytes(incoming) === 0 && incoming.headers['transfer-encoding'] === undefined) return
  const late = setTimeout(() => {
    if (!incoming.complete) response.destroy()
  }, timeoutMs)
  response.once('close', () => clearTimeout(late))
}

function declaredBytes({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/** RFC 9110, 15.5.2: a 401 states how to log in, unless it already states what was wrong. */
function challenged({ status, headers }: Outgoing, challenge: string | null): readonly string[] {
  const isAsking = status === 401 && challenge !== null && !headers.includes('WWW-Authenticate')
  return isAsking ? ['WWW-Authenticate', challenge] : none
}

const none: readonly string[] = []

function isGivenUp({ headersSent, req }: ServerResponse): boolean {
  return headersSent || !req.complete
}

function write(
  response: ServerResponse,
  { status, body }: Pick<Outgoing, 'status' | 'body'>,
  headers: string[],
  last: boolean,
): void {
  if (last) response.shouldKeepAlive = false
  response.writeHead(status, headers)
  response.end(body ?? undefined)
}

/** Warns of the first trusted proxy that names no client. */
function warnedOnce(observe: ServeOptions['observe']): (proxy: string) => void {
  let isSaid = false
  return (proxy) => {
    if (isSaid) return
    isSaid = true
    observe({
      kind: 'warning',
      message: `the proxy ${proxy} in trustedProxies names no client in X-Forwarded-For, so all behind it count as one: X-Real-IP and Forwarded are not read`,
    })
  }
}
