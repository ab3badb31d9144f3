// CORS (the Fetch standard): which origins' pages a browser lets read the interfaces. The headers are added after the cache,
// since cached responses are the same for every origin. An origin is always answered by its name, never by `*`.
import type { Observe } from '../core/observation.ts'
import type { Request } from '../core/request.ts'
import { keyHeader } from '../limits/limiter.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import type { Outgoing } from './send.ts'

export interface CorsOptions {
  /** Allowed origins, as browsers write them. */
  readonly corsOrigins: readonly string[]
  readonly brand: string
  /** True where clients have limits, and may have API keys. */
  readonly limitsClients: boolean
  readonly observe: Observe
}

export interface Cors {
  /** The response to a preflight request; null for any other request. */
  readonly preflight: (endpoint: EndpointDefinition, request: Request) => Outgoing | null
  /** Headers, names and values in turn, with those that a page of the origin needs to read the response. */
  readonly opened: (headers: string[], endpoint: EndpointDefinition, origin: string | undefined) => string[]
}

export function createCors({ corsOrigins, brand, limitsClients, observe }: CorsOptions): Cors {
  const allowed = new Map(corsOrigins.map((origin) => [origin, headersFor(origin, brand, limitsClients)]))
  return {
    preflight: (endpoint, request) => {
      if (allowed.size === 0 || !endpoint.crossOrigin || !isPreflight(request)) return null
      observe({
        kind: 'request',
        method: request.method,
        path: request.path,
        status: preflightAnswer.status,
        ms: 0,
        cache: 'none',
      })
      return preflightAnswer
    },
    opened: (headers, { crossOrigin, ownHeaders = [] }, origin) => {
      const own = origin !== undefined && crossOrigin ? allowed.get(origin) : undefined
      if (own === undefined) return headers
      return [
        ...withoutAllowed(headers),
        ...own.map((text, at) => (own[at - 1] === allowedHeaders ? [text, ...ownHeaders].join(', ') : text)),
      ]
    },
  }
}

const preflightAnswer: Outgoing = { status: 204, headers: [], body: null }

function isPreflight({ method, header }: Request): boolean {
  return (
    method === 'OPTIONS' &&
    header('origin') !== undefined &&
    header('access-control-request-method') !== undefined
  )
}

function headersFor(origin: string, brand: string, limitsClients: boolean): readonly string[] {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Methods', 'GET,POST,PUT,DELETE,OPTIONS'],
    [
      allowedHeaders,
      `Authorization, Content-Type, X-${brand.toUpperCase()}-Nonce, X-${brand.toUpperCase()}-At${limitsClients ? `, ${keyHeader}` : ''}`,
    ],
    ['Access-Control-Expose-Headers', `X-${brand.toUpperCase()}-At${limitsClients ? limitHeaders : ''}`],
    ['Access-Control-Allow-Credentials', 'true'],
  ].flat()
}

const limitHeaders = ', RateLimit, RateLimit-Policy, Retry-After'

const allowedHeaders = 'Access-Control-Allow-Headers'

/** REST lists the allowed headers in every response of its own. */
function withoutAllowed(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => headers[at - (at % 2)] !== allowedHeaders)
}
