// Turns an encoded reply into the response: all of it, its headers alone (HEAD), or 304 where the client has these bytes.
import type { Encoded } from '../cache/encode.ts'
import type { Drop } from '../cache/entries.ts'
import type { LeaseState } from '../core/lease-state.ts'
import type { Observation } from '../core/observation.ts'
import type { Ran, ReplyStream } from '../core/reply.ts'
import type { Request } from '../core/request.ts'

export interface Outgoing {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** The stream that is sent in place of the body. */
  readonly stream?: ReplyStream | undefined
}

/** `late`: a stale response was served because the new one takes long. */
export type CacheUse = Extract<Observation, { readonly kind: 'request' }>['cache'] | 'late'

export function outgoing(request: Request, encoded: Encoded): Outgoing {
  const { status, headers, body, stream, etag } = encoded
  if (etag !== null && request.method !== 'POST' && matches(request.header('if-none-match'), etag)) {
    return { status: 304, headers: withoutContent(headers), body: null }
  }
  // A HEAD request starts no stream
  if (request.method === 'HEAD') return { status, headers, body: null }
  return stream ? { status, headers, body, stream } : { status, headers, body }
}

const ofBytes: ReadonlySet<string> = new Set(['ETag', 'Content-Length'])

/** Replaces the body by `complete(body)`, and removes the ETag, which belongs to the cached bytes. */
export function completed(out: Outgoing, complete: (body: Uint8Array) => Uint8Array): Outgoing {
  if (out.body === null) return out
  const body = complete(out.body)
  const others = out.headers.filter((_, at) => !ofBytes.has(out.headers[at - (at % 2)] ?? ''))
  return { ...out, headers: [...others, 'Content-Length', String(body.byteLength)], body }
}

export interface CacheHeaders {
  readonly links?: readonly string[]
  readonly limits?: readonly string[] | undefined
  /** The lease by which a hit is fresh; null where the change feed proves nothing. */
  readonly lease?: LeaseState | null
  readonly at?: readonly string[] | undefined
}

const none: readonly string[] = []

/**
 * Adds the links, the client's limits, Age, Cache-Status (RFC 9111, 5.1; RFC 9211) and the position in the log that the response
 * shows; a stale response has no known position.
 */
export function withCacheHeaders(
  { status, headers, body, stream }: Outgoing,
  encoded: Encoded,
  use: CacheUse,
  { links = none, limits = none, lease = null, at = none }: CacheHeaders = {},
): Outgoing {
  if (use === 'stale' || use === 'late') {
    const age = String(Math.floor(ageMs(encoded, use, null) / 1000))
    const said = [...forNow(headers), ...links, ...limits, 'Age', age, 'Cache-Status', cacheStatus[use]]
    return { status, headers: said, body }
  }
  if (use !== 'hit' && use !== 'shared')
    return {
      status,
      headers: [...headers, ...links, ...limits, ...at, 'Cache-Status', cacheStatus[use]],
      body,
      stream,
    }
  const age = String(Math.floor(ageMs(encoded, use, lease) / 1000))
  const from = lease ? `${cacheStatus[use]}; ttl=${ttlS(lease)}` : cacheStatus[use]
  return {
    status,
    headers: [...headers, ...links, ...limits, ...at, 'Age', age, 'Cache-Status', from],
    body,
  }
}

/** The time since the response was last known to be right; a hit was right at the last proof of the change feed. */
function ageMs({ madeAt, agesFrom }: Encoded, use: CacheUse, lease: LeaseState | null): number {
  const now = performance.now()
  if ((use !== 'hit' && use !== 'shared') || lease === null) return now - madeAt
  return Math.max(0, Math.min(now - madeAt, lease.provenAgoMs), now - agesFrom)
}

/** How long the entry stays fresh without a further proof of the change feed, in whole seconds (RFC 9211, 2.5). */
function ttlS({ provenAgoMs, withinMs }: LeaseState): number {
  return Math.max(0, Math.floor((withinMs - provenAgoMs) / 1000))
}

const cachingHeaders: ReadonlySet<string> = new Set(['Cache-Control', 'CDN-Cache-Control'])

/** Forbids downstream caches to store a stale response, which may be used once. */
function forNow(headers: readonly string[]): readonly string[] {
  return [
    ...headers.filter((_, at) => !cachingHeaders.has(headers[at - (at % 2)] ?? '')),
    'Cache-Control',
    'public, max-age=0, must-revalidate',
  ]
}

const cacheStatus: Readonly<Record<CacheUse, string>> = {
  hit: 'lectern; hit',
  shared: 'lectern; hit; detail=shared',
  miss: 'lectern; fwd=miss',
  lapsed: 'lectern; fwd=stale; detail=unproven',
  stale: 'lectern; fwd=stale; fwd-status=503',
  late: 'lectern; fwd=stale; detail=slow',
  none: 'lectern; fwd=bypass',
}

const timingsMax = 16

/**
 * Adds the milliseconds of all statements of each name, and why the cached response was dropped, with the time from the commit to
 * the drop.
 */
export function withServerTiming(out: Outgoing, ran: readonly Ran[], dropped?: Drop): Outgoing {
  if (ran.length === 0 && !dropped) return out
  const shown = [...Map.groupBy(ran, ({ plan }) => plan)]
    .slice(0, timingsMax)
    .map(([plan, each]) => `${plan};dur=${each.reduce((sum, { ms }) => sum + ms, 0).toFixed(1)}`)
  if (dropped) shown.push(droppedTiming(dropped))
  return { ...out, headers: [...out.headers, 'Server-Timing', shown.join(', ')] }
}

function droppedTiming({ cause, ms }: Drop): string {
  return `dropped${ms === null ? '' : `;dur=${ms.toFixed(1)}`};desc="${cause.replace(/[^\w -]/g, '')}"`
}

/** RFC 9110, 13.1.2: true where one of the listed tags matches weakly, or for `*`. */
function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const contentHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding'])

/** The case of header names differs between interfaces. */
function withoutContent(headers: readonly string[]): readonly string[] {
  const known = withoutContentOf.get(headers)
  if (known) return known
  const left = headers.filter((_, at) => !contentHeaders.has((headers[at - (at % 2)] ?? '').toLowerCase()))
  withoutContentOf.set(headers, left)
  return left
}

/** Cached responses share their header array, so the result is computed once for each. */
const withoutContentOf = new WeakMap<readonly string[], readonly string[]>()
