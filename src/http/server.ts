// Node's http server and Polka: bytes in, bytes out. Polka routes a few prefixes; the interfaces route the rest. Only its
// router is used: its `listen` defers every request, and its handler costs more than a hit.
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import polka, { type Request as PolkaRequest } from 'polka'
import { isFailure } from '../core/failure.ts'
import { endSilent } from '../core/silence.ts'
import { atOnce, type Stopping } from '../core/stopping.ts'
import { drained } from './drained.ts'
import { limitConnections, reportDropped, type ConnectionLimits } from './connections.ts'
import { createInFlight } from './in-flight.ts'
import { refuseBytes } from './refuse-bytes.ts'
import { noUpgrades, prepareReleases, released } from './released.ts'
import { createServe, type Choose, type ServeOptions, type ServerLife } from './serve.ts'

/** The interval of checks for requests that arrive too slowly. */
const checkEveryMs = 2000
/** The interval of checks for idle connections while the server closes. */
const closeEveryMs = 50

export interface HttpServerOptions extends ServeOptions {
  readonly stopTimeoutMs: number
}

export interface ListenOptions extends ConnectionLimits {
  readonly port: number
  readonly host: string
  readonly addressBytesMax: number
  readonly requestTimeoutMs: number
  /** How long a client may take to send a whole request; proxied bodies may be larger than those kept in memory. */
  readonly uploadTimeoutMs?: number
}

export interface Listener {
  readonly server: Server<typeof RoutedMessage>
  readonly address: AddressInfo
  /** Changes the limits, also while the server runs. */
  readonly limit: (limits: Limits) => void
}

type Limits = Omit<ListenOptions, 'port' | 'host' | 'addressBytesMax'>

/** Listens; requests are served once `serveHttp` is called, which must happen before the caller awaits anything. */
export function listen({ port, host, ...limits }: ListenOptions): Promise<Listener> {
  const server = createServer({
    IncomingMessage: RoutedMessage,
    // Headers have this room, and so has an address beyond its limit, which is refused with a reason
    maxHeaderSize: limits.addressBytesMax + 16_384,
    connectionsCheckingInterval: checkEveryMs,
    ...noUpgrades,
  })
  prepareReleases(server)
  endSilent(server)
  const limitClients = limitConnections(server)
  const limit: Listener['limit'] = (changed) => {
    server.timeout = changed.requestTimeoutMs
    server.headersTimeout = changed.requestTimeoutMs
    server.requestTimeout = changed.uploadTimeoutMs ?? changed.requestTimeoutMs
    limitClients(changed)
  }
  limit(limits)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string')
        return reject(new Error('the server listens on no port'))
      resolve({ server, address, limit })
    })
  })
}

export interface Serving {
  /**
   * Finishes requests in flight; requests that arrive meanwhile are answered, and their connections closed. Without `stopping` a
   * start has failed, whose reason is logged instead.
   */
  readonly stop: (stopping?: Stopping) => Promise<void>
  /** Finishes requests in flight once another gateway serves new ones; connections stay open. */
  readonly leave: () => Promise<void>
}

/** Serves requests from now on, in place of the previous gateway. */
export function serveHttp({ server }: Listener, options: HttpServerOptions): Serving {
  const { endpoints, fallback, observe } = options
  const inFlight = createInFlight()
  const ending = new AbortController()
  let stopping = false
  const release: ServerLife['release'] = (incoming, response) => {
    const socket = released(incoming, response)
    if (socket !== null) inFlight.released(response, socket)
    return socket
  }
  const { serve, fallShort } = createServe(options, {
    isStopping: () => stopping,
    ending: ending.signal,
    release,
  })

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
  const route = (incoming: RoutedMessage, response: ServerResponse) => {
    const fellShort = (error: unknown) => fallShort(error, fallback, incoming, response)
    try {
      if (!incoming.url.startsWith('/')) incoming.url = originForm(incoming)
      // Polka's handler would parse the query, and allocate a list and a promise per request; each address takes all methods
      const [found = unclaimed] = app.find('GET', pathOf(incoming.url)).handlers
      const serving = found(incoming, response, () => {})
      if (serving instanceof Promise) serving.catch(fellShort)
    } catch (error) {
      fellShort(error)
    }
    // A completely sent response needs no tracking
    if (response.writableEnded && response.writableLength === 0) return
    inFlight.add(response)
  }
  reportDropped(server, observe)
  for (const event of ['request', 'checkContinue']) server.removeAllListeners(event).on(event, route)
  server.removeAllListeners('clientError').on('clientError', (error, socket) => {
    const status = refuseBytes(error, socket, inFlight.isAnswering(socket))
    if (status !== null) observe({ kind: 'unread', status })
  })

  return {
    stop: async (how) => {
      const { delayMs, drainMs } = how ?? atOnce
      stopping = true
      if (how) observe({ kind: 'stopping', inFlight: inFlight.count() })
      if (delayMs > 0) await sleep(delayMs)
      // After a stall, timers run before connections that have arrived are accepted
      await turn()
      ending.abort()
      const deadline = setTimeout(() => {
        server.closeAllConnections()
        inFlight.cutOff()
      }, options.stopTimeoutMs)
      await inFlight.finished()
      if (drainMs > 0) await drained(server, drainMs)
      await inFlight.answered()
      await closed(server)
      clearTimeout(deadline)
    },
    leave: async () => {
      ending.abort()
      const deadline = setTimeout(inFlight.cutOff, options.stopTimeoutMs)
      await inFlight.finished()
      clearTimeout(deadline)
    },
  }
}

/**
 * Settles once all connections are closed. Node closes only those that are idle at that moment, but one whose body still arrives
 * after its answer becomes idle later.
 */
async function closed(server: Server): Promise<void> {
  const again = setInterval(() => server.closeIdleConnections(), closeEveryMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(again)
}

/** The target without scheme and host, where these name the host of the Host header (RFC 9112, 3.2.2). */
function originForm({ url, headers: { host = '' } }: RoutedMessage): string {
  const [, named = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (named === '' || named.toLowerCase() !== host.toLowerCase()) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Node's message with the members that the router's types require; only `url` is used. */
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
