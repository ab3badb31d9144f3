// The proxy to WordPress for requests that the gateway does not serve: its server, its limits, and retries.
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFailure, statusOf, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { Observe } from '../core/observation.ts'
import type { Client, Request } from '../core/request.ts'
import { whenSilent } from '../core/silence.ts'
import { anonymous } from '../core/viewer.ts'
import { exchange, type Send } from './exchange.ts'
import { createOriginSlots } from './pool.ts'
import { originServer } from './origin-server.ts'
import { originRequest, type OriginRequestOptions } from './request.ts'

export interface OriginOptions extends Omit<OriginRequestOptions, 'pseudonym'> {
  /** WordPress's scheme, host and port. */
  readonly url: URL
  /** The public address of the gateway. */
  readonly publicUrl: URL
  readonly timeoutMs: number
  readonly connectionsMax: number
  readonly waitingMax: number
  readonly caughtUp: () => Promise<readonly string[]>
  readonly observe: Observe
}

export interface Origin {
  /**
   * Settles when the exchange is over; with a failure where the client has received no response yet. `body` is null unless the
   * gateway has read it.
   */
  readonly pass: (
    incoming: IncomingMessage,
    response: ServerResponse,
    request: Request,
    body: Uint8Array | null,
  ) => Promise<Failure | null>
  readonly stop: () => void
}

/** How long an idle connection is kept: shorter than servers keep theirs. */
const idleMs = 4000

export function createOrigin(options: OriginOptions): Origin {
  const { url, publicUrl, host, connectionsMax, waitingMax, timeoutMs, observe } = options
  const { server, open, AgentOf } = originServer(url, host)
  const kept = new AgentOf({ keepAlive: true, maxFreeSockets: connectionsMax, timeout: idleMs })
  // A server that closes right after its response may reset the connection, and a client that is still sending would lose the response
  const single = new AgentOf({ keepAlive: true })
  single.keepSocketAlive = () => false
  // All gateways between the same two addresses have the same name in Via, so that loops are found
  const pseudonym = `lectern-${hash('sha256', `${publicUrl.href} ${url.href}`).slice(0, 12)}`
  const takeSlot = createOriginSlots({ slotsMax: connectionsMax, waitingMax, waitMs: timeoutMs })

  // The server may be closing an idle connection at this moment: only requests that may be repeated use one
  const send: Send = ({ method, target, headers, hasBody, mayWrite }, isAgain) =>
    open({
      ...server,
      agent: !isAgain && !hasBody && !mayWrite ? kept : single,
      method,
      path: target,
      headers: [...headers],
    })

  const failed = (reason: string) => observe({ kind: 'origin-failed', reason })
  const pass = async (
    incoming: IncomingMessage,
    response: ServerResponse,
    client: Client,
    body: Uint8Array | null,
    answered: (status: number) => void,
  ) => {
    const request = originRequest(incoming, client, { ...options, pseudonym })
    if (isFailure(request)) return request
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    let isWaiting = true
    whenSilent(response, () => !isWaiting)
    const leave = await takeSlot(networkOf(client.address), gone.signal)
    isWaiting = false
    if (isFailure(leave)) return leave
    try {
      if (response.destroyed) return null
      return await exchange({ ...options, incoming, response, request, body, send, answered, failed })
    } finally {
      leave()
    }
  }

  return {
    pass: async (incoming, response, { client, method, path, header }, body) => {
      const began = performance.now()
      const answered = (status: number) =>
        observe({
          kind: 'passed',
          method,
          path,
          status,
          ms: performance.now() - began,
          parent: header('traceparent'),
        })
      const failure = await pass(incoming, response, client, body, answered)
      if (failure !== null) answered(statusOf(failure, anonymous))
      return failure
    },
    stop: () => {
      kept.destroy()
      single.destroy()
    },
  }
}
