// What goes out for an encoded reply: all of it, its headers alone (HEAD), or 304 where the client has these bytes.
import type { Encoded } from '../cache/encode.ts'
import type { Drop } from '../cache/tagged-cache.ts'
import type { Observation } from '../core/observation.ts'
import type { Ran } from '../core/reply.ts'
import type { Request } from '../core/request.ts'

export interface Outgoing {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
}

/** `late`: what was kept before, since what is newer is still being made. */
export type CacheUse = Extract<Observation, { readonly kind: 'request' }>['cache'] | 'late'

export function outgoing(request: Request, encoded: Encoded): Outgoing {
  const { status, headers, body, etag } = encoded
  if (etag !== null && request.method !== 'POST' && matches(request.header('if-none-match'), etag)) {
    return { status: 304, headers: withoutContent(headers), body: null }
  }
  return { status, headers, body: request.method === 'HEAD' ? null : body }
}

/**
 * With its links, its age, and how it came from the cache (RFC 9111, 5.1; RFC 9211). `heardMs`: how long ago it was last heard
 * that what is kept is what would be made anew; null where nobody says so.
 */
export function told(
  { status, headers, body }: Outgoing,
  encoded: Encoded,
  use: CacheUse,
  links: readonly string[],
  heardMs: number | null,
): Outgoing {
  const isKept = use === 'hit' || use === 'stale' || use === 'late'
  const said = use === 'stale' || use === 'late' ? forNow(headers) : headers
  if (!isKept) return { status, headers: [...said, ...links, 'Cache-Status', cacheStatus[use]], body }
  const age = String(Math.floor(ageMs(encoded, use, heardMs) / 1000))
  return { status, headers: [...said, ...links, 'Age', age, 'Cache-Status', cacheStatus[use]], body }
}

/** Since it was last known to be right: what tells of changes says so all the time of what is kept, and nothing of the rest. */
function ageMs({ madeAt, agesFrom }: Encoded, use: CacheUse, heardMs: number | null): number {
  const now = performance.now()
  if (use !== 'hit' || heardMs === null) return now - madeAt
  return Math.max(0, Math.min(now - madeAt, heardMs), now - agesFrom)
}

const cachingHeaders: ReadonlySet<string> = new Set(['Cache-Control', 'CDN-Cache-Control'])

/** What was dropped is served while nothing else can be, and kept by nobody. */
function forNow(headers: readonly string[]): readonly string[] {
  return [
    ...headers.filter((_, at) => !cachingHeaders.has(headers[at - (at % 2)] ?? '')),
    'Cache-Control',
    'public, max-age=0, must-revalidate',
  ]
}

const cacheStatus: Readonly<Record<CacheUse, string>> = {
  hit: 'lectern; hit',
  miss: 'lectern; fwd=miss',
  stale: 'lectern; fwd=stale; fwd-status=503',
  late: 'lectern; fwd=stale; detail=slow',
  none: 'lectern; fwd=bypass',
}

const timingsMax = 16

/**
 * With what ran for it, by names: the milliseconds of all that ran under each; and why it had to be made again, with how
 * long after the commit what was kept had been dropped.
 */
export function timed(out: Outgoing, ran: readonly Ran[], dropped?: Drop): Outgoing {
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

/** RFC 9110, 13.1.2: any of a list of tags, compared weakly; or anything. */
function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const contentHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding'])

/** Each interface writes the names of headers in its own way. */
function withoutContent(headers: readonly string[]): readonly string[] {
  const known = withoutContentOf.get(headers)
  if (known) return known
  const left = headers.filter((_, at) => !contentHeaders.has((headers[at - (at % 2)] ?? '').toLowerCase()))
  withoutContentOf.set(headers, left)
  return left
}

/** Of what is kept, as long as it is. */
const withoutContentOf = new WeakMap<readonly string[], readonly string[]>()
