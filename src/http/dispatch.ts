// The way of a request: who asks, is it cached, else have it answered, keep it, send it. Nothing that is thrown below
// gets past here: it is observed, and answered as a plain 500.
import type { Coding } from '../cache/compress.ts'
import { encode, type Encoded } from '../cache/encode.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { mayHold, secretArgs } from '../core/query-string.ts'
import type { Observe } from '../core/observation.ts'
import type { Ran, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/define.ts'
import { codingOf } from './accept-encoding.ts'
import { outgoing, timed, told, type CacheUse, type Outgoing } from './send.ts'

export interface DispatchOptions {
  readonly authenticate: Authenticate
  readonly cache: ResponseCache
  /** Whether answers say by `Server-Timing` what ran for them. */
  readonly showsTimings: boolean
  readonly observe: Observe
}

export type Dispatch = (endpoint: EndpointDefinition, request: Request) => Outgoing | Promise<Outgoing>

export function createDispatch({ authenticate, cache, showsTimings, observe }: DispatchOptions): Dispatch {
  return (endpoint, request) => {
    const began = performance.now()
    const sent = (out: Outgoing, use: CacheUse) => {
      observe({
        kind: 'request',
        method: request.method,
        path: request.path,
        status: out.status,
        ms: performance.now() - began,
        cache: use,
      })
      return out
    }
    const viewer = authenticate(request)
    const respond = (key: string | null) => {
      const coding = codingOf(request.header('accept-encoding'))
      const hit = key === null ? undefined : cache.find(key, coding)
      const finished = (encoded: Encoded, use: CacheUse, ran: readonly Ran[] = []) => {
        const out = told(outgoing(request, linked(endpoint, request, encoded)), encoded, use)
        return sent(showsTimings ? timed(out, ran) : out, use)
      }
      const asHit = (encoded: Encoded) => finished(encoded, 'hit')
      if (hit) return hit instanceof Promise ? hit.then(asHit) : asHit(hit)
      return load(endpoint, request, viewer, key, coding).then(async ({ encoded, ran }) => {
        const stale = key !== null && encoded.status === 503 ? await cache.findStale(key, coding) : undefined
        if (stale) return finished(stale, 'stale', ran)
        return finished(encoded, key === null ? 'none' : 'miss', ran)
      })
    }
    const key = viewer === anonymous ? keyOf(endpoint, request) : null
    return key instanceof Promise ? key.then(respond) : respond(key)
  }

  /** What has no key of its own is answered all the same. */
  function keyOf(endpoint: EndpointDefinition, request: Request): string | null | Promise<string | null> {
    if (!endpoint.keyOf) return addressKey(endpoint, request)
    try {
      const key = endpoint.keyOf(request)
      return key instanceof Promise ? key.catch(unkeyed) : key
    } catch (error) {
      return unkeyed(error)
    }
  }

  function unkeyed(error: unknown): null {
    observe({ kind: 'error', error, during: 'saying what an answer is kept under' })
    return null
  }

  async function load(
    endpoint: EndpointDefinition,
    request: Request,
    asking: ReturnType<Authenticate>,
    key: string | null,
    coding: Coding | null,
  ): Promise<{ readonly encoded: Encoded; readonly ran: readonly Ran[] }> {
    const viewer = await asked(request, asking)
    if (isFailure(viewer)) return { encoded: encode(endpoint.refuse(viewer, anonymous)), ran: [] }
    let ran: readonly Ran[] = []
    const answered = async () => {
      const reply = await answer(endpoint, request, viewer)
      ran = reply.ran ?? []
      return reply
    }
    if (key !== null) {
      // What others wait for ran for the first of them
      const encoded = await cache.load(key, coding, answered)
      return { encoded, ran }
    }
    // What one viewer was answered is for no other
    const encoded = encode({ ...(await answered()), store: 'never' })
    return { encoded, ran }
  }

  async function asked(request: Request, asking: ReturnType<Authenticate>): Promise<Viewer | Failure> {
    try {
      return await asking
    } catch (error) {
      observe({ kind: 'error', error, during: `${request.method} ${request.path}` })
      return fail('internal_error')
    }
  }

  async function answer(endpoint: EndpointDefinition, request: Request, viewer: Viewer): Promise<Reply> {
    try {
      return await endpoint.answer(
        request.method === 'HEAD' ? { ...request, method: 'GET' } : request,
        viewer,
      )
    } catch (error) {
      observe({ kind: 'error', error, during: `${request.method} ${request.path}` })
      return endpoint.refuse(fail('internal_error'), viewer)
    }
  }
}

/** What repeats the request is in no answer that is kept. */
function linked(endpoint: EndpointDefinition, request: Request, encoded: Encoded): Encoded {
  if (encoded.paging === null || !endpoint.linkOf) return encoded
  return { ...encoded, headers: [...encoded.headers, ...endpoint.linkOf(request, encoded.paging)] }
}

/** Answers to anonymous reads are kept under their address as it was sent. */
function addressKey(endpoint: EndpointDefinition, request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  // Keys hold no secrets
  if (mayHold(request.query, secretArgs)) return null
  const varied = endpoint.variesBy.map((name) => request.header(name.toLowerCase()) ?? '')
  return `${endpoint.name} ${varied.join(' ')} ${request.path}?${request.query}`
}
