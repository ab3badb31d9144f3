// The admin port: whether the gateway lives and is ready, its metrics, purging, and a page that shows it at work. Apart from the public port in every
// way: nothing here is cached, nothing there leads here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { FeedState } from '../core/feed-state.ts'
import type { LeaseState } from '../core/lease-state.ts'
import type { PurgeRequest } from '../core/purge.ts'
import type { Request } from '../core/request.ts'
import type { ServerState } from '../core/server-state.ts'
import { createAdminAccess } from './admin-access.ts'
import { pageFiles, pagePolicy } from './admin-page.ts'
import { parsePurge } from './admin-purge.ts'
import { receive, type ReceiveLimits } from '../http/receive.ts'
import type { Listener } from '../http/server.ts'

export interface AdminOptions extends ReceiveLimits {
  readonly token: string | undefined
  readonly state: () => Promise<State>
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> }
  /** What the page shows, as JSON. */
  readonly now: () => Promise<unknown>
  /** How many entries were dropped. */
  readonly purge: (purge: PurgeRequest) => Promise<number>
  readonly observe: Observe
}

export interface State {
  /** What the server says it is, while it is there. */
  readonly database: string | null
  /** Those that can be read, in their order. */
  readonly servers: readonly ServerState[]
  readonly feed: FeedState | null
  /** By which entries of the cache are fresh; null where the feed proves nothing. */
  readonly lease: LeaseState | null
  /** What was passed on to the owning system in the last minute; null where none is behind it. */
  readonly origin: { readonly requests: number; readonly failed: number } | null
  readonly isStopping: boolean
  /** Where several processes serve: how many of them can. */
  readonly workers?: { readonly ready: number; readonly of: number }
}

interface AdminReply {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string | string[]>>
}

interface AdminRoute {
  readonly methods: readonly string[]
  /** Whether whoever reaches the port may ask: probes have no token. */
  readonly isOpen: boolean
  readonly answer: (request: Request) => Promise<AdminReply>
}

export function serveAdmin(
  { server }: Listener,
  options: AdminOptions,
): { readonly stop: () => Promise<void> } {
  const { state, metrics, now, purge, observe } = options
  const check = createAdminAccess(options.token)
  const routes: ReadonlyMap<string, AdminRoute> = new Map([
    ...[...pageFiles].map(([path, file]): [string, AdminRoute] => [
      path,
      {
        methods: ['GET'],
        isOpen: false,
        answer: async () => ({ status: 200, ...file, headers: pageHeaders }),
      },
    ]),
    ['/now', { methods: ['GET'], isOpen: false, answer: async () => json(200, await now()) }],
    ['/live', { methods: ['GET'], isOpen: true, answer: async () => json(200, { live: true }) }],
    ['/ready', { methods: ['GET'], isOpen: true, answer: async () => readiness(await state()) }],
    [
      '/metrics',
      {
        methods: ['GET'],
        isOpen: false,
        answer: async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
      },
    ],
    ['/purge', { methods: ['POST'], isOpen: false, answer: (request: Request) => purged(request, purge) }],
  ])

  const respond = async (incoming: IncomingMessage): Promise<AdminReply> => {
    const request = receive(incoming, options)
    if (isFailure(request)) return sentence(414, request.message)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = routes.get(request.path)
    const refused = route?.isOpen ? null : check(request.header, method !== 'GET')
    if (refused !== null) {
      const reply = sentence(refused.status, refused.message)
      return refused.status === 401 ? { ...reply, headers: challenge } : reply
    }
    if (!route) return sentence(404, `There is nothing here. There is: ${[...routes.keys()].join(' ')}`)
    if (!route.methods.includes(method))
      return {
        ...sentence(405, `This is for ${route.methods.join(', ')}.`),
        headers: { Allow: route.methods.join(', ') },
      }
    return route.answer(request)
  }

  server.on('request', (incoming, response) => {
    respond(incoming).then(
      (reply) => write(response, reply, incoming.method === 'HEAD'),
      (error: unknown) => {
        observe({ kind: 'error', error, during: 'answering on the admin port' })
        write(response, sentence(500, 'That went wrong; the log says more.'), false)
      },
    )
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const pageHeaders = { 'Content-Security-Policy': pagePolicy, 'Referrer-Policy': 'no-referrer' }

// Browsers take no list of challenges
const challenge = { 'WWW-Authenticate': ['Bearer', 'Basic realm="Lectern", charset="UTF-8"'] }

/** For whoever can reach the port: it does not say where servers are. An owning system that fails makes nothing unready. */
function readiness({ database, servers, feed, lease, origin, isStopping, workers }: State): AdminReply {
  const isReady = database !== null && !isStopping
  return json(isReady ? 200 : 503, {
    ready: isReady,
    database: database === null ? 'away' : 'there',
    servers: servers.map(({ condition, lagMs, isRead }) => ({
      condition,
      replicaLagMs: lagMs,
      read: isRead,
    })),
    feed: feed && {
      name: feed.name,
      wanted: feed.wanted,
      lagMs: Math.round(feed.lagMs),
      ...(feed.blind.length > 0 ? { blind: feed.blind } : {}),
    },
    lease: lease && { held: lease.isHeld, withinMs: lease.withinMs },
    ...(origin ? { origin: { requestsInLastMinute: origin.requests, failed: origin.failed } } : {}),
    ...(workers ? { workers } : {}),
    ...(isStopping ? { stopping: true } : {}),
  })
}

async function purged(request: Request, purge: AdminOptions['purge']): Promise<AdminReply> {
  const body = await request.body()
  if (isFailure(body)) return sentence(413, body.message)
  const wanted = parsePurge(body)
  return typeof wanted === 'string' ? sentence(400, wanted) : json(200, { dropped: await purge(wanted) })
}

function json(status: number, value: unknown): AdminReply {
  return { status, type: 'application/json; charset=utf-8', text: `${JSON.stringify(value)}\n` }
}

function sentence(status: number, message: string): AdminReply {
  return json(status, { message })
}

function write(response: ServerResponse, { status, type, text, headers }: AdminReply, isHead: boolean): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(isHead ? undefined : text)
}
