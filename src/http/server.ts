// Node's http server and Polka: bytes in, bytes out. Polka routes a few prefixes; the interfaces route the rest. Its
// `listen` is not used, since it defers every request.
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import polka from 'polka'
import { encode } from '../cache/encode.ts'
import { fail, isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { anonymous } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/define.ts'
import type { Dispatch } from './dispatch.ts'
import { receive, type ReceiveLimits } from './receive.ts'
import type { Outgoing } from './send.ts'

export interface HttpServerOptions extends ReceiveLimits {
  readonly endpoints: readonly EndpointDefinition[]
  /** Answers what no endpoint's address is. */
  readonly fallback: EndpointDefinition
  readonly dispatch: Dispatch
  readonly stopTimeoutMs: number
  readonly observe: Observe
}

export interface Listener {
  readonly server: Server<typeof RoutedMessage>
  readonly address: AddressInfo
}

/** Listens; what arrives is served once `serveHttp` is called, which has to happen before anything is awaited. */
export function listen(port: number, host: string): Promise<Listener> {
  const server = createServer({ IncomingMessage: RoutedMessage })
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

export interface Serving {
  /** Lets requests in flight finish; what comes meanwhile is answered and its connection closed. */
  readonly stop: () => Promise<void>
}

export function serveHttp({ server }: Listener, options: HttpServerOptions): Serving {
  const { endpoints, fallback, dispatch, observe } = options
  const inFlight = new Set<ServerResponse>()
  let stopping = false

  const serve = (endpoint: EndpointDefinition) => (incoming: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    const request = receive(incoming, options)
    const out = isFailure(request) ? encode(endpoint.refuse(request, anonymous)) : dispatch(endpoint, request)
    if (!(out instanceof Promise)) return write(response, out, stopping)
    return out.then((value) => write(response, value, stopping))
  }

  const onError = (error: unknown, incoming: IncomingMessage, response: ServerResponse) => {
    observe({ kind: 'error', error, during: `${incoming.method} (sending)` })
    if (response.headersSent) return void response.destroy()
    write(response, encode(fallback.refuse(fail('internal_error'), anonymous)), true)
  }

  const app = polka({ onNoMatch: serve(fallback), onError })
  for (const endpoint of endpoints) {
    app.all(endpoint.path, serve(endpoint))
    if (endpoint.below) app.all(`${endpoint.path}/*`, serve(endpoint))
  }
  // Polka runs its handlers only where it is given no `next`, which its types ask for
  server.on('request', (incoming, response) => void Reflect.apply(app.handler, app, [incoming, response]))

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
