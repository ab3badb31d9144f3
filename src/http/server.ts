// Node's http server and Polka: bytes in, bytes out. Polka routes a few prefixes; the interfaces route the rest. Its
// `listen` is not used, since it defers every request.
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import polka from 'polka'
import { encode } from '../cache/encode.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/define.ts'
import { createCors, type CorsOptions } from './cors.ts'
import type { Dispatch } from './dispatch.ts'
import { receive, type ReceiveLimits } from './receive.ts'
import type { Outgoing } from './send.ts'
import { varyOf } from './vary.ts'

export interface HttpServerOptions extends ReceiveLimits, CorsOptions {
  readonly endpoints: readonly EndpointDefinition[]
  /** Answers what no endpoint's address is. */
  readonly fallback: EndpointDefinition
  readonly dispatch: Dispatch
  readonly stopTimeoutMs: number
  /** What WWW-Authenticate asks for where nobody is logged in; null where it asks for nothing. */
  readonly challenge: string | null
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly addressBytesMax: number
  readonly requestTimeoutMs: number
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
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.requestTimeoutMs,
  })
  server.timeout = limits.requestTimeoutMs
  server.maxConnections = limits.clientsMax
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

type Choose = (request: Request | Failure) => EndpointDefinition

export interface Serving {
  /** Lets requests in flight finish; what comes meanwhile is answered and its connection closed. */
  readonly stop: () => Promise<void>
}

export function serveHttp({ server }: Listener, options: HttpServerOptions): Serving {
  const { endpoints, fallback, dispatch, observe, challenge } = options
  const cors = createCors(options)
  const vary = new Map([...endpoints, fallback].map((each) => [each, ['Vary', varyOf(each, options)]]))
  const inFlight = new Set<ServerResponse>()
  let stopping = false

  const serve = (choose: Choose) => (incoming: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    // A client is silent while it waits for its answer: how long that takes is for the deadlines below to say
    response.on('timeout', () => {
      if (response.headersSent || !incoming.complete) response.destroy()
    })
    const request = receive(incoming, options)
    const endpoint = choose(request)
    const out = isFailure(request)
      ? encode(endpoint.refuse(request, anonymous))
      : (cors.preflight(endpoint, request) ?? dispatch(endpoint, request))
    const send = (value: Outgoing) => {
      // What is left of a body that was refused is not read
      const last = stopping || value.status === 413
      try {
        write(response, dressed(value, endpoint, incoming), last)
      } catch (error) {
        fallShort(error, endpoint, incoming, response)
      }
    }
    return out instanceof Promise ? out.then(send) : send(out)
  }

  /** What goes out, with the headers that depend on who asks from where, which nothing that is kept has. */
  const dressed = (out: Outgoing, endpoint: EndpointDefinition, incoming: IncomingMessage): Outgoing => ({
    ...out,
    headers: cors.opened(
      [...withChallenge(out, challenge), ...(vary.get(endpoint) ?? [])],
      endpoint,
      incoming.headers.origin,
    ),
  })

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
    write(response, dressed(refused, endpoint, incoming), true)
  }

  const claimant: Choose = (request) =>
    (isFailure(request) ? undefined : endpoints.find((endpoint) => endpoint.claims?.(request))) ?? fallback
  const app = polka({
    onNoMatch: serve(claimant),
    onError: (error, incoming, response) => fallShort(error, fallback, incoming, response),
  })
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
  // Polka runs its handlers only where it is given no `next`, which its types ask for
  const route = (incoming: IncomingMessage, response: ServerResponse) =>
    void Reflect.apply(app.handler, app, [incoming, response])
  server.on('request', route)
  // Whoever asks before sending a body that is too large is not told to go on
  server.on('checkContinue', (incoming, response) => {
    if (Number(incoming.headers['content-length'] ?? 0) <= options.bodyBytesMax) response.writeContinue()
    route(incoming, response)
  })

  return {
    stop: async () => {
      stopping = true
      observe({ kind: 'stopping', inFlight: inFlight.size })
      const deadline = setTimeout(() => server.closeAllConnections(), options.stopTimeoutMs)
      await Promise.all(
        [...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))),
      )
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(deadline)
    },
  }
}

/** RFC 9110, 15.5.2: a 401 says how to log in, if it does not say what was wrong. */
function withChallenge({ status, headers }: Outgoing, challenge: string | null): readonly string[] {
  const isAsking = status === 401 && challenge !== null && !headers.includes('WWW-Authenticate')
  return isAsking ? [...headers, 'WWW-Authenticate', challenge] : headers
}

/** Node's message with the properties that Polka fills in. */
class RoutedMessage extends IncomingMessage {
  override url = ''
  override method = ''
  originalUrl = ''
  params: Record<string, string> = {}
  path = ''
  search = ''
  query: Record<string, string> = {}
  _parsedUrl = { pathname: '', search: '', query: {}, hash: undefined, raw: '' }
}

function write(response: ServerResponse, { status, headers, body }: Outgoing, last: boolean): void {
  if (last) response.shouldKeepAlive = false
  response.writeHead(status, [...headers])
  response.end(body ?? undefined)
}
