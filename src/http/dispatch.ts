// The way of a request: who asks, is it cached, else have it answered, keep it, send it. Nothing that is thrown below
// gets past here: it is observed, and answered as a plain 500.
import type { Coding } from '../cache/compress.ts'
import { encode, type Encoded } from '../cache/encode.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Drop } from '../cache/tagged-cache.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { mayHold, secretArgs } from '../core/query-string.ts'
import type { Observe } from '../core/observation.ts'
import type { Ran, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { codingOf } from './accept-encoding.ts'
import { orLate } from './or-late.ts'
import { outgoing, timed, told, type CacheUse, type Outgoing } from './send.ts'

export interface DispatchOptions {
  readonly authenticate: Authenticate
  readonly cache: ResponseCache
  /** How long ago it was last heard that what is kept is right; null where nothing tells of changes. */
  readonly heardMs: () => number | null
  /** Whether the database is known to be gone. */
  readonly isAway: () => boolean
  /** When what was kept before is answered with instead of what is still being made; 0: never. */
  readonly staleAfterMs: number
  /** Whether answers say by `Server-Timing` what ran for them. */
  readonly showsTimings: boolean
  readonly observe: Observe
}

interface Loaded {
  readonly encoded: Encoded
  readonly ran: readonly Ran[]
}

export type Dispatch = (endpoint: EndpointDefinition, request: Request) => Outgoing | Promise<Outgoing>

export function createDispatch(options: DispatchOptions): Dispatch {
  const { authenticate, cache, heardMs, isAway, staleAfterMs, showsTimings, observe } = options
  /** Keys of what takes long to make: who asks for these meanwhile waits for nothing, and has nothing made. */
  const late = new Set<string>()
  return (endpoint, request) => {
    const began = performance.now()
    const sent = (out: Outgoing, use: CacheUse) => {
      observe({
        kind: 'request',
        method: request.method,
        path: request.path,
        status: out.status,
        ms: performance.now() - began,
        cache: use === 'late' ? 'stale' : use,
      })
      return out
    }
    const viewer = authenticate(request)
    const respond = (key: string | null) => {
      const coding = codingOf(request.header('accept-encoding'))
      const hit = key === null ? undefined : cache.find(key, coding)
      const finished = (encoded: Encoded, use: CacheUse, ran: readonly Ran[] = [], dropped?: Drop) => {
        const links = linksOf(endpoint, request, encoded)
        const out = told(outgoing(request, encoded), encoded, use, links, heardMs())
        return sent(showsTimings ? timed(out, ran, dropped) : out, use)
      }
      const asHit = (encoded: Encoded) => finished(encoded, 'hit')
      if (hit) return hit instanceof Promise ? hit.then(asHit) : asHit(hit)
      const dropped = key === null ? undefined : cache.whyDropped(key)
      const made = ({ encoded, ran }: Loaded) =>
        finished(encoded, key === null ? 'none' : 'miss', ran, dropped)
      if (key === null) return load(endpoint, request, viewer, key, coding).then(made)
      return loadOrStale(endpoint, request, viewer, key, coding).then((loaded) => {
        if (loaded.stale === null) return made(loaded)
        return finished(loaded.encoded, loaded.stale, loaded.ran)
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

  /** What was kept before stands in for what cannot be made, or not soon. */
  async function loadOrStale(
    endpoint: EndpointDefinition,
    request: Request,
    viewer: ReturnType<Authenticate>,
    key: string,
    coding: Coding | null,
  ): Promise<Loaded & { readonly stale: 'stale' | 'late' | null }> {
    const isThere = cache.hasStale(key)
    if (isThere && (isAway() || late.has(key))) {
      const stale = await cache.findStale(key, coding)
      if (stale) return { encoded: stale, ran: [], stale: isAway() ? 'stale' : 'late' }
    }
    const loading = load(endpoint, request, viewer, key, coding)
    if (isThere && staleAfterMs > 0 && (await orLate(loading, staleAfterMs)) === null) {
      // Somebody may have wanted it gone meanwhile
      const stale = await cache.findStale(key, coding)
      if (stale) {
        late.add(key)
        const end = () => void late.delete(key)
        loading.then(end, end)
        return { encoded: stale, ran: [], stale: 'late' }
      }
    }
    const loaded = await loading
    const stale = loaded.encoded.status === 503 ? await cache.findStale(key, coding) : undefined
    return stale ? { encoded: stale, ran: loaded.ran, stale: 'stale' } : { ...loaded, stale: null }
  }

  async function load(
    endpoint: EndpointDefinition,
    request: Request,
    asking: ReturnType<Authenticate>,
    key: string | null,
    coding: Coding | null,
  ): Promise<Loaded> {
    const viewer = await asked(request, asking)
    if (isFailure(viewer)) return { encoded: encode(endpoint.refuse(viewer, anonymous, request)), ran: [] }
    let ran: readonly Ran[] = []
    const answered = async () => {
      const reply = await answer(endpoint, request, viewer)
      ran = reply.ran ?? []
      const target = key === null ? null : (endpoint.targetOf?.(request) ?? null)
      return { ...reply, address: reply.address ?? request.path, target }
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
      return await endpoint.answer(request.method === 'HEAD' ? asGet(request) : request, viewer)
    } catch (error) {
      observe({ kind: 'error', error, during: `${request.method} ${request.path}` })
      return endpoint.refuse(fail('internal_error'), viewer)
    }
  }
}

/** What is asked for by HEAD is made as if by GET. */
function asGet({ path, query, header, client, body }: Request): Request {
  return { method: 'GET', path, query, header, client, body }
}

/** What repeats the request is in no answer that is kept. */
function linksOf({ linkOf }: EndpointDefinition, request: Request, { paging }: Encoded): readonly string[] {
  return paging === null || !linkOf ? noLinks : linkOf(request, paging)
}

const noLinks: readonly string[] = []

/** Answers to anonymous reads are kept under their address as it was sent. */
function addressKey(endpoint: EndpointDefinition, request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  // Keys hold no secrets
  if (mayHold(request.query, secretArgs)) return null
  const varied = endpoint.variesBy.map((name) => request.header(name.toLowerCase()) ?? '')
  return `${endpoint.name} ${varied.join(' ')} ${request.path}?${request.query}`
}
