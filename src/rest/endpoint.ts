// The REST interface: an address and a method → a route → its answer, with the headers that every answer has.
import { fail, isFailure, statusOf, type Failure } from '../core/failure.ts'
import { parseQuery, type Query } from '../core/query-string.ts'
import { jsonReply, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/define.ts'
import type { Route } from '../registry/registry.ts'
import { optionsDocument } from './discovery.ts'
import { errorBody } from './error-body.ts'

export interface RestEndpointOptions {
  /** Null until the database is found: what is served follows from what it holds. */
  readonly routes: () => readonly Route[] | null
  readonly brand: string
  readonly publicUrl: string
}

export function createRestEndpoint({ routes, brand, publicUrl }: RestEndpointOptions): EndpointDefinition {
  const root = `/${brand}-json`
  const restUrl = publicUrl + root
  const headers = commonHeaders(brand)

  const answer = async (request: Request, viewer: Viewer): Promise<Reply> => {
    const path = decodePath(request.path.slice(root.length)).replace(/\/$/, '') || '/'
    const known = routes()
    if (known === null) return refuse(fail('database_unavailable', undefined, { retryAfterS: 2 }), viewer)
    const serving = known.filter((route) => route.match(path))
    if (request.method === 'OPTIONS') return describe(serving[0])
    const route = serving.find(({ methods }) => methods.some((method) => method === request.method))
    if (!route) return refuse(fail('rest_no_route'), viewer)
    const given: Query = new Map([...parseQuery(request.query), ...(route.match(path) ?? [])])
    const found = await route.answer(request, given, viewer)
    if (isFailure(found)) return refuse(found, viewer)
    const { body, tags, store } = found
    return jsonReply(200, body, {
      headers: [...headers, ...allow(route), ...nonceHeader(viewer, brand), ...withRoot(found.headers)],
      tags,
      store,
    })
  }

  const describe = (route: Route | undefined): Reply =>
    jsonReply(200, route ? optionsDocument(route, restUrl) : [], {
      headers: [...headers, ...(route ? allow(route) : []), ...withRoot([])],
    })

  const refuse = (failure: Failure, viewer: Viewer): Reply => {
    const status = statusOf(failure, viewer)
    const retryAfterS =
      failure.retryAfterS ?? (viewer.kind === 'anonymous' && status === 429 ? viewer.retryAfterS : null)
    const retry: readonly Header[] = retryAfterS === null ? [] : [['Retry-After', String(retryAfterS)]]
    // What was asked wrongly may be asked again; what is refused may not
    const allowed: readonly Header[] = status === 400 ? [['Allow', 'GET']] : []
    return jsonReply(status, errorBody(failure, viewer), {
      headers: [...headers, ...allowed, ...nonceHeader(viewer, brand), ...retry, ...withRoot([])],
    })
  }

  /** An answer without links of its own links to the root. */
  const withRoot = (own: readonly Header[]): readonly Header[] =>
    own.some(([name]) => name === 'Link')
      ? own
      : [...own, ['Link', `<${restUrl}/>; rel="https://api.w.org/"`]]

  return { name: 'rest', path: root, below: true, answer, refuse }
}

function commonHeaders(brand: string): readonly Header[] {
  const name = `X-${brand.toUpperCase()}`
  return [
    ['X-Robots-Tag', 'noindex'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Access-Control-Expose-Headers', `${name}-Total, ${name}-TotalPages, Link`],
    [
      'Access-Control-Allow-Headers',
      `Authorization, ${name}-Nonce, Content-Disposition, Content-MD5, Content-Type`,
    ],
  ]
}

function nonceHeader({ nonce }: Viewer, brand: string): readonly Header[] {
  return nonce === null ? [] : [[`X-${brand.toUpperCase()}-Nonce`, nonce]]
}

function allow({ methods }: Route): readonly Header[] {
  return [['Allow', methods.join(', ')]]
}

/** A path that is not well encoded is nobody's. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
