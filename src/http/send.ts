// What goes out for an encoded reply: all of it, its headers alone (HEAD), or 304 where the client has these bytes.
import type { Encoded } from '../cache/encode.ts'
import type { Observation } from '../core/observation.ts'
import type { Ran } from '../core/reply.ts'
import type { Request } from '../core/request.ts'

export interface Outgoing {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
}

export type CacheUse = Extract<Observation, { readonly kind: 'request' }>['cache']

export function outgoing(request: Request, encoded: Encoded): Outgoing {
  const { status, headers, body, etag } = encoded
  if (etag !== null && request.method !== 'POST' && matches(request.header('if-none-match'), etag)) {
    return { status: 304, headers: withoutContent(headers), body: null }
  }
  return { status, headers, body: request.method === 'HEAD' ? null : body }
}

/** With its age, and how it came from the cache (RFC 9111, 5.1; RFC 9211). */
export function told(out: Outgoing, { madeAt }: Encoded, use: CacheUse): Outgoing {
  const isKept = use === 'hit' || use === 'stale'
  const age = isKept ? ['Age', String(Math.floor((performance.now() - madeAt) / 1000))] : []
  return { ...out, headers: [...out.headers, ...age, 'Cache-Status', cacheStatus[use]] }
}

const cacheStatus: Readonly<Record<CacheUse, string>> = {
  hit: 'lectern; hit',
  miss: 'lectern; fwd=miss',
  stale: 'lectern; fwd=stale; fwd-status=503',
  none: 'lectern; fwd=bypass',
}

const timingsMax = 16

/** With what ran for it, by names: the milliseconds of all that ran under each. */
export function timed(out: Outgoing, ran: readonly Ran[]): Outgoing {
  if (ran.length === 0) return out
  const shown = [...Map.groupBy(ran, ({ plan }) => plan)]
    .slice(0, timingsMax)
    .map(([plan, each]) => `${plan};dur=${each.reduce((sum, { ms }) => sum + ms, 0).toFixed(1)}`)
  return { ...out, headers: [...out.headers, 'Server-Timing', shown.join(', ')] }
}

/** RFC 9110, 13.1.2: any of a list of tags, compared weakly; or anything. */
function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const contentHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding'])

/** Each interface writes the names of headers in its own way. */
function withoutContent(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => !contentHeaders.has((headers[at - (at % 2)] ?? '').toLowerCase()))
}
