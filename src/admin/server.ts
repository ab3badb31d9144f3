// The admin port: liveness, readiness, metrics, purges, and a page that shows the gateway at work. It shares nothing with the
// public port: its responses are not cached, and no public address leads here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFailure, statusOf } from '../core/failure.ts'
import type { Explain } from '../core/explanation.ts'
import type { Observe } from '../core/observation.ts'
import type { FeedState } from '../core/feed-state.ts'
import type { LeaseState } from '../core/lease-state.ts'
import type { PurgeRequest } from '../core/purge.ts'
import type { Request } from '../core/request.ts'
import type { ServerState } from '../core/server-state.ts'
import { anonymous } from '../core/viewer.ts'
import { bestOf, rangesOf } from '../core/weighted.ts'
import { createAdminAccess } from './admin-access.ts'
import { pageFiles, pagePolicy } from './admin-page.ts'
import { noAddress, parseAddress, parsePurge } from './admin-purge.ts'
import { explainPage, explainPolicy } from './explain-page.ts'
import { receive, type ReceiveLimits } from '../http/receive.ts'
import type { Listener } from '../http/server.ts'

export interface AdminOptions extends ReceiveLimits {
  readonly token: string | undefined
  readonly state: () => Promise<State>
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> }
  /** The state that the page shows, as JSON. */
  readonly now: () => Promise<unknown>
  /** Returns how many responses were dropped. */
  readonly purge: (purge: PurgeRequest) => Promise<number>
  readonly explain: Explain
  readonly observe: Observe
}

export interface State {
  /** The server's own name and version; null while it cannot be read. */
  readonly database: string | null
  /** True once a database has been found. */
  readonly hasBegun: boolean
  /** The servers that can be read, in their order. */
  readonly servers: readonly ServerState[]
  readonly feed: FeedState | null
  /** The lease by which cache entries are fresh; null where the feed proves nothing. */
  readonly lease: LeaseState | null
  /** Requests that were proxied to WordPress in the last minute; null where none is configured behind the gateway. */
  readonly origin: { readonly requests: number; readonly failed: number } | null
  readonly isStopping: boolean
  /** The number of ready workers, where there are several. */
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
  /** True where requests need no token, because probes send none. */
  readonly isOpen: boolean
  /** True where a request costs the database work, so that pages of other sites may not cause one. Default: false. */
  readonly isCostly?: boolean
  readonly answer: (request: Request) => Promise<AdminReply>
}

export function serveAdmin(
  { server }: Listener,
  options: AdminOptions,
): { readonly stop: () => Promise<void> } {
  const { state, metrics, now, purge, explain, observe } = options
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
    ['/serving', { methods: ['GET'], isOpen: true, answer: async () => serving(await state()) }],
    [
      '/metrics',
      {
        methods: ['GET'],
        isOpen: false,
        answer: async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
      },
    ],
    [
      '/explain',
      {
        methods: ['GET'],
        isOpen: false,
        isCostly: true,
        answer: (request: Request) => explained(request, explain),
      },
    ],
    ['/purge', { methods: ['POST'], isOpen: false, answer: (request: Request) => purged(request, purge) }],
  ])

  const respond = async (incoming: IncomingMessage): Promise<AdminReply> => {
    const request = receive(incoming, options)
    if (isFailure(request)) return sentence(statusOf(request, anonymous), request.message)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = routes.get(request.path)
    const refused = route?.isOpen ? null : check(request.header, method !== 'GET' || route?.isCostly === true)
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

// Browsers do not parse a list of challenges in one header
const challenge = { 'WWW-Authenticate': ['Bearer', 'Basic realm="Lectern", charset="UTF-8"'] }

/** Readiness contains no server address, since it needs no token. It does not depend on WordPress being up. */
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
      ...(feed.role === null ? {} : { role: feed.role }),
      ...(feed.blind.length > 0 ? { blind: feed.blind } : {}),
    },
    lease: lease && {
      held: lease.isHeld,
      withinMs: lease.withinMs,
      ...(lease.why === null ? {} : { why: lease.why }),
    },
    ...(origin ? { origin: { requestsInLastMinute: origin.requests, failed: origin.failed } } : {}),
    ...(workers ? { workers } : {}),
    ...(isStopping ? { stopping: true } : {}),
  })
}

/** Readers may be sent here once a database has been found, until the stop: while it is away the gateway answers from the cache. */
function serving({ hasBegun, isStopping }: State): AdminReply {
  const isServing = hasBegun && !isStopping
  return json(isServing ? 200 : 503, { serving: isServing })
}

async function purged(request: Request, purge: AdminOptions['purge']): Promise<AdminReply> {
  const body = await request.body()
  if (isFailure(body)) return sentence(413, body.message)
  const wanted = parsePurge(body)
  return typeof wanted === 'string' ? sentence(400, wanted) : json(200, { dropped: await purge(wanted) })
}

/** Answers a browser with a page, other clients with JSON. */
async function explained(request: Request, explain: Explain): Promise<AdminReply> {
  const given = request.args().get('address')
  const asked = typeof given === 'string' ? given : ''
  const address = asked === '' ? null : parseAddress(asked)
  const found = address && (await explain(address))
  const problem = address === null ? noAddress : `${asked}: no interface of the gateway answers this address.`
  const status = found ? 200 : address === null ? 400 : 404
  if (bestOf(request.header('accept') ?? '', forms) !== 'text/html')
    return found ? json(status, found) : sentence(status, problem)
  const text = explainPage(asked, asked === '' ? null : (found ?? problem))
  return {
    status: asked === '' ? 200 : status,
    type: 'text/html; charset=utf-8',
    text,
    headers: { ...pageHeaders, 'Content-Security-Policy': explainPolicy },
  }
}

const forms = new Map(['application/json', 'text/html'].map((type) => [type, rangesOf(type)]))

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
