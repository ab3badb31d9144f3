// CORS (the Fetch standard): the origins whose pages may read the interfaces in a browser. The headers are added after the cache,
// since cached responses are the same for every origin. An allowed origin is always named in the answer, never `*`.
import type { Observe } from '../core/observation.ts'
import type { Request } from '../core/request.ts'
import { keyHeader } from '../limits/limiter.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import type { Outgoing } from './send.ts'

export interface CorsOptions {
  /** Allowed origins, in the form that browsers send. */
  readonly corsOrigins: readonly string[]
  readonly brand: string
  /** True where clients have limits, and may have API keys. */
  readonly limitsClients: boolean
  readonly observe: Observe
}

export interface Cors {
  /** The response to a preflight request; null for any other request. */
  readonly preflight: (endpoint: EndpointDefinition, request: Request) => Outgoing | null
  /** Adds the headers that a page of the origin needs to read the response; `headers` are names and values in turn. */
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

/** Removes the allowed headers, which REST lists in each of its own responses. */
function withoutAllowed(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => headers[at - (at % 2)] !== allowedHeaders)
}
