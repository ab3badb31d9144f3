// Node's http server and Polka: bytes in, bytes out. Polka routes a few prefixes; the interfaces route the rest. Of it the
// router alone is used: its `listen` defers every request, and its handler costs more than an answer that is kept.
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import polka, { type Request as PolkaRequest } from 'polka'
import { encode } from '../cache/encode.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { createCors, type CorsOptions } from './cors.ts'
import type { Dispatch } from './dispatch.ts'
import { receive, type ReceiveLimits } from './receive.ts'
import { expectsContinue } from './exchange.ts'
import type { Origin } from './origin.ts'
import type { Outgoing } from './send.ts'
import { varyOf } from './vary.ts'

export interface HttpServerOptions extends ReceiveLimits, CorsOptions {
  readonly endpoints: readonly EndpointDefinition[]
  /** Answers what no endpoint's address is. */
  readonly fallback: EndpointDefinition
  readonly dispatch: Dispatch
  /** Who is asked for what no endpoint has; null where nobody is. */
  readonly origin: PassingOn | null
  readonly requestTimeoutMs: number
  readonly stopTimeoutMs: number
  /** What WWW-Authenticate asks for where nobody is logged in; null where it asks for nothing. */
  readonly challenge: string | null
}

export interface PassingOn extends Pick<Origin, 'pass'> {
  /** Why a request is not passed on, where it must not be. */
  readonly refuses: (request: Request) => Failure | null
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly addressBytesMax: number
  readonly requestTimeoutMs: number
  /** How long a client may take to send a request whole, where some are larger than what is kept in memory. */
  readonly uploadTimeoutMs?: number
  readonly clientsMax: number
}

export interface Listener {
  readonly server: Server<typeof RoutedMessage>
  readonly address: AddressInfo
}

/** Listens; what arrives is served once `serveHttp` is called, which has to happen before anything is awaited. */
export function listen({ port, host, ...limits }: ListenOptions): Promise<Listener> {
  const server = createServer({
    IncomingMessage: RoutedMessage,
    // Room for an address that is refused with a reason, and for headers
    maxHeaderSize: limits.addressBytesMax + 16_384,
  })
  limit(server, limits)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string')
        return reject(new Error('the server listens on no port'))
      resolve({ server, address })
    })
  })
}

type Timeouts = Pick<ListenOptions, 'requestTimeoutMs' | 'uploadTimeoutMs' | 'clientsMax'>

/** Also while it listens. */
export function limit(
  server: Listener['server'],
  { requestTimeoutMs, uploadTimeoutMs = requestTimeoutMs, clientsMax }: Timeouts,
): void {
  server.timeout = requestTimeoutMs
  server.headersTimeout = requestTimeoutMs
  server.requestTimeout = uploadTimeoutMs
  server.maxConnections = clientsMax
}

type Choose = (request: Request | Failure) => EndpointDefinition

export interface Serving {
  /**
   * Lets requests in flight finish; what comes meanwhile is answered and its connection closed. Connections that are open get
   * `drainMs` to be told so by an answer, where others listen instead.
   */
  readonly stop: (drainMs?: number) => Promise<void>
  /** The same once another serves what comes: connections stay open. */
  readonly leave: () => Promise<void>
}

/** Serves what arrives from now on, instead of whoever did before. */
export function serveHttp({ server }: Listener, options: HttpServerOptions): Serving {
  const { endpoints, fallback, dispatch, origin, observe, challenge } = options
  const cors = createCors(options)
  const vary = new Map([...endpoints, fallback].map((each) => [each, ['Vary', varyOf(each, options)]]))
  const inFlight = new Set<ServerResponse>()
  let stopping = false
  function forget(this: ServerResponse): void {
    inFlight.delete(this)
  }

  const serve = (choose: Choose) => (incoming: IncomingMessage, response: ServerResponse) => {
    const request = receive(incoming, options)
    const endpoint = choose(request)
    if (origin !== null && !isFailure(request) && endpoint.leaves?.(request) === true)
      return passOn(origin, endpoint, request, { incoming, response })
    if (origin !== null) endInTime(incoming, response)
    // Whoever asks before sending a body that is too large is not told to go on
    if (expectsContinue(incoming) && declaredBytes(incoming) <= options.bodyBytesMax) response.writeContinue()
    const out = isFailure(request)
      ? encode(endpoint.refuse(request, anonymous))
      : (cors.preflight(endpoint, request) ?? dispatch(endpoint, request))
    const send = (value: Outgoing) => respond(value, endpoint, { incoming, response })
    if (!(out instanceof Promise)) return send(out)
    // A client is silent while it waits for its answer: how long that takes is for the deadlines below to say
    response.on('timeout', giveUp)
    return out.then(send)
  }

  const respond = (value: Outgoing, endpoint: EndpointDefinition, { incoming, response }: Connection) => {
    // What is left of a body that was refused is not read
    const last = stopping || value.status === 413
    try {
      write(response, value, dressed(value, endpoint, incoming), last)
    } catch (error) {
      fallShort(error, endpoint, incoming, response)
    }
  }

  /** What the owning system answers goes out as it comes; what it does not answer is refused as everything else is. */
  async function passOn(
    to: PassingOn,
    endpoint: EndpointDefinition,
    request: Request,
    connection: Connection,
  ): Promise<void> {
    const { incoming, response } = connection
    if (stopping) response.shouldKeepAlive = false
    const failure = to.refuses(request) ?? (await to.pass(incoming, response, request))
    if (failure === null || response.destroyed) return
    // Whether a body still comes nobody knows
    if (!incoming.complete && expectsContinue(incoming)) response.shouldKeepAlive = false
    respond(encode(endpoint.refuse(failure, anonymous)), endpoint, connection)
  }

  /** Bodies that are passed on take their time; those that are read here do not. */
  function endInTime(incoming: IncomingMessage, response: ServerResponse): void {
    if (declaredBytes(incoming) === 0 && incoming.headers['transfer-encoding'] === undefined) return
    const late = setTimeout(() => {
      if (!incoming.complete) response.destroy()
    }, options.requestTimeoutMs)
    response.once('close', () => clearTimeout(late))
  }

  /** What goes out, with the headers that depend on who asks from where, which nothing that is kept has. */
  const dressed = (out: Outgoing, endpoint: EndpointDefinition, incoming: IncomingMessage): string[] =>
    cors.opened(
      [...out.headers, ...challenged(out, challenge), ...(vary.get(endpoint) ?? [])],
      endpoint,
      incoming.headers.origin,
    )

  /** What is thrown outside of an endpoint's answer is observed, and answered as a plain 500 too. */
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

  const claimant: Choose = (request) =>
    (isFailure(request) ? undefined : endpoints.find((endpoint) => endpoint.claims?.(request))) ?? fallback
  const app = polka()
  for (const endpoint of endpoints) {
    app.all(
      endpoint.path,
      serve(() => endpoint),
    )
    if (endpoint.below)
      app.all(
        `${endpoint.path}/*`,
        serve(() => endpoint),
      )
  }
  const unclaimed = serve(claimant)
  const nobodyElse = () => {}
  const route = (incoming: RoutedMessage, response: ServerResponse) => {
    const fellShort = (error: unknown) => fallShort(error, fallback, incoming, response)
    try {
      // Its handler would parse the query, and make a list and a promise a request; each address takes all methods
      const [found = unclaimed] = app.find('GET', pathOf(incoming.url)).handlers
      const serving = found(incoming, response, nobodyElse)
      if (serving instanceof Promise) serving.catch(fellShort)
    } catch (error) {
      fellShort(error)
    }
    // What was answered at once, and has all gone out, is none that anybody waits for
    if (response.writableEnded && response.writableLength === 0) return
    inFlight.add(response)
    response.on('close', forget)
  }
  for (const event of ['request', 'checkContinue']) server.removeAllListeners(event).on(event, route)
  const finished = () =>
    Promise.all([...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))))

  return {
    stop: async (drainMs = 0) => {
      stopping = true
      observe({ kind: 'stopping', inFlight: inFlight.size })
      if (drainMs > 0) await drained(server, drainMs)
      const deadline = setTimeout(() => server.closeAllConnections(), options.stopTimeoutMs)
      await finished()
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(deadline)
    },
    leave: async () => {
      const deadline = setTimeout(() => {
        for (const response of inFlight) response.destroy()
      }, options.stopTimeoutMs)
      await finished()
      clearTimeout(deadline)
    },
  }
}

/** No more connections come; until those there are have ended, or for so long. A server that is closed ends those that are idle. */
async function drained(server: Server, drainMs: number): Promise<void> {
  const waiting = new AbortController()
  const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const late = sleep(drainMs, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([ended, late])
  waiting.abort()
}

interface Connection {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
}

function declaredBytes({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/** RFC 9110, 15.5.2: a 401 says how to log in, if it does not say what was wrong. */
function challenged({ status, headers }: Outgoing, challenge: string | null): readonly string[] {
  const isAsking = status === 401 && challenge !== null && !headers.includes('WWW-Authenticate')
  return isAsking ? ['WWW-Authenticate', challenge] : none
}

const none: readonly string[] = []

function giveUp(this: ServerResponse): void {
  if (this.headersSent || !this.req.complete) this.destroy()
}

/** Node's message, as the router's types have it; the rest of them nobody asks for. */
class RoutedMessage extends IncomingMessage {
  declare url: string
  declare method: string
  declare originalUrl: string
  declare params: Record<string, string>
  declare path: string
  declare search: string
  declare query: Record<string, string>
  declare _parsedUrl: PolkaRequest['_parsedUrl']
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
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
