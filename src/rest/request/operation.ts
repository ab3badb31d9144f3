// Parses a REST address once: its route, arguments, presentation and cache key. Parsed addresses are cached, since
// clients request few addresses many times.
import type { BoundedMap } from '../../cache/bounded-map.ts'
import { createDoorkeeper } from '../../cache/doorkeeper.ts'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { RawArg } from '../../core/raw-args.ts'
import { once } from '../../core/once.ts'
import { mayHold, secretArgs, type Query } from '../../core/query-string.ts'
import type { Header, Paging } from '../../core/reply.ts'
import type { Request } from '../../core/request.ts'
import type { RequestTarget } from '../../core/request-target.ts'
import { anonymous } from '../../core/viewer.ts'
import { argSchema } from '../../registry/arg-schema.ts'
import type { CanonicalRequest, BoundRoute, Call } from '../../registry/bound-route.ts'
import type { Operation } from '../../registry/endpoint.ts'
import type { Projection } from '../../registry/projection.ts'
import type { Route } from '../../registry/registry.ts'
import type { Match, RouteTable } from '../../registry/route-table.ts'
import { isHeadMeant, methodOf, overrideHeader, routeAddress } from './address.ts'
import { echoOf, linkHeader, linksBeside, writeQuery, type Echo } from './paging-headers.ts'
import { parsePresentation, type Presentation } from './presentation.ts'
import { parseProjection, projectionText } from './selection.ts'

export interface ParsedAddress {
  /** The routes against which the address was matched. */
  readonly routes: RouteTable
  /** The canonical path of the resource. */
  readonly path: string
  readonly raw: Query
  /** The address of the route, as sent. */
  readonly named: string
  /** The requested method; null where an override would turn a reading method into a writing one. */
  readonly method: string | null
  /** True where the address requests a response without a body. */
  readonly isHead: boolean
  readonly matching: readonly Match[]
  /** The route for GET with its arguments; null where there is none. */
  readonly read: Found | null
  readonly presentation: Presentation | Failure
  readonly projection: Projection
  /** The servers that can answer: Lectern alone, either of Lectern and WordPress, or WordPress alone. */
  readonly servedBy: Operation['servedBy'] | 'both'
  /** Null where the answer is not cached. */
  readonly cacheKey: string | null
  readonly echo: Readonly<Record<Paging['name'], () => Echo>>
  /** Caches the links of the latest answer. */
  linked?: { readonly paging: Paging; readonly header: Header }
}

export interface Found {
  readonly route: Route
  readonly bound: BoundRoute
}

export interface AddressOptions {
  readonly root: string
  readonly addresses: BoundedMap<string, ParsedAddress>
}

/** Parses the address of a request, or finds it in the cache, which keeps addresses from their second request on. */
export function createParseAddress({ root, addresses }: AddressOptions) {
  const isAskedAgain = createDoorkeeper()
  return (request: Request, routes: RouteTable): ParsedAddress => {
    if (request.method !== 'GET') return parseAddress(request, routes, root)
    const meant = request.header(overrideName)
    // An empty header means an empty method, and a missing one the method of the request
    const target = `${meant === undefined ? '' : `${meant}\n`}${request.path}?${request.query}`
    const known = addresses.get(target)
    if (known?.routes === routes) return known
    const parsed = parseAddress(request, routes, root)
    if (isAskedAgain(target) && !mayHold(request.query, secretArgs)) addresses.set(target, parsed)
    return parsed
  }
}

const overrideName = overrideHeader.toLowerCase()

/** The estimated memory of a parsed address, in bytes. */
export function addressBytes(target: string, { cacheKey }: ParsedAddress): number {
  // The query is stored in parts, as arguments, and twice more in the links, percent-encoded
  const encoded = 3 * target.length
  return 3072 + 4 * target.length + 2 * (target.length + (cacheKey ?? '').length + 2 * encoded)
}

function parseAddress(request: Request, routes: RouteTable, root: string): ParsedAddress {
  const raw = request.args()
  const method = methodOf(request, raw)
  const named = routeAddress(request, raw, root)
  const matching = routes.matching(named)
  const query = { raw, projection: parseProjection(raw) }
  const get =
    request.method === 'GET' ? matching.find(({ route }) => route.methods.includes('GET')) : undefined
  const read = get ? bindMatch(get, query) : null
  const canonical = read?.bound.canonical() ?? null
  // Arguments that the route refuses have no influence on its path
  const alone =
    get && canonical === null ? bindMatch(get, { ...query, raw: noQuery }).bound.canonical() : canonical
  const parsed = {
    routes,
    path: root + (alone?.address ?? named),
    ...query,
    named,
    method,
    isHead: isHeadMeant(raw),
    matching,
    read,
    presentation: parsePresentation(raw, get?.route.xmlRoot?.(raw) ?? null),
    servedBy: whoServes(matching, method, raw),
    echo: {
      page: once(() => echoOf(raw, canonical?.repeated ?? {}, 'page')),
      // Links by cursor repeat arguments as sent
      cursor: once(() => echoOf(raw, {}, 'cursor')),
    },
  }
  return {
    ...parsed,
    cacheKey: read && canonical && cacheKeyOf(request, { ...parsed, read }, canonical, root),
  }
}

type InQuery = Pick<Call, 'raw' | 'projection'>

function bindMatch({ route, parameters }: Match, { raw, projection }: InQuery, body = noBody): Found {
  return { route, bound: route.bind({ parameters, raw, projection, body }) }
}

const noBody: Call['body'] = new Map<string, RawArg>()
const noQuery: Query = new Map<string, string>()

/** The route for the requested method, with the arguments of address and body; null where there is none. */
export function findRoute(address: ParsedAddress, body: Call['body']): Found | null {
  const { method, matching, read } = address
  if (method === 'GET' && read !== null) return read
  const found = matching.find(({ route }) => route.methods.some((each) => each === method))
  return found && method !== null ? bindMatch(found, address, body) : null
}

/** The routes of a pattern, one for each method, with the arguments of address and body. */
export function routesBeside(address: ParsedAddress, pattern: string, body: Call['body']): readonly Found[] {
  const { matching, read } = address
  return matching
    .filter(({ route }) => route.pattern === pattern)
    .map((match) => (match.route === read?.route ? read : bindMatch(match, address, body)))
}

type Unkeyed = Pick<ParsedAddress, 'raw' | 'method' | 'matching' | 'presentation' | 'projection' | 'echo'> & {
  readonly read: Found
}

function cacheKeyOf(
  request: Request,
  address: Unkeyed,
  canonical: CanonicalRequest,
  root: string,
): string | null {
  const { raw, method, presentation, projection, echo } = address
  if (!isCached(method, raw) || isFailure(presentation) || canonical.key === null) return null
  if (canonical.isByAddress) return asSent(request)
  const { isEnveloped, isPretty, callback } = presentation
  const rest = JSON.stringify([
    projectionText(projection),
    isPretty,
    callback,
    // An envelope contains the links, which repeat the request
    isEnveloped && [echo.page(), echo.cursor()],
    ...allowedBeside(address),
  ])
  return `rest ${root}${canonical.key}${rest}`
}

/** Arguments that every route has. */
const known: ReadonlySet<string> = new Set([
  'rest_route',
  'page',
  'cursor',
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_pretty',
])

/** The request target in canonical form; null where the answer is cached by the address as sent, any part of which may matter. */
export function replayTarget(path: string, { raw, read, cacheKey }: ParsedAddress): RequestTarget | null {
  const canonical = cacheKey === null ? null : (read?.bound.canonical() ?? null)
  if (canonical === null || canonical.isByAddress) return null
  const isRead = (name: string) => known.has(name) || Object.hasOwn(canonical.args, name)
  const query = writeQuery(new Map([...raw].filter(([name]) => isRead(name))), {})
  return { target: query === '' ? path : `${path}?${query}`, accept: null }
}

/** The `Link` header for the neighbouring pages; with the link to the index where it would be too long. */
export function pagesHeader(address: ParsedAddress, paging: Paging): Header {
  if (address.linked?.paging === paging) return address.linked.header
  const header = linkHeader(linksBeside(paging, address.echo[paging.name]()))[0] ?? rootLinkTo(paging.index)
  address.linked = { paging, header }
  return header
}

/** The link to the index of the interface, by which clients discover the interface. */
export function rootLinkTo(restBase: string): Header {
  return ['Link', `<${restBase}/>; rel="https://api.w.org/"`]
}

function whoServes(matching: readonly Match[], method: string | null, raw: Query): ParsedAddress['servedBy'] {
  if (!isAnswered(matching, method)) return 'upstream'
  const isOwn = ({ isOwn: isAlone, allArgs }: Route) =>
    isAlone ||
    [...raw.keys()].some((name) => {
      const schema = Object.hasOwn(allArgs, name) ? allArgs[name] : undefined
      return schema !== undefined && argSchema(schema).own !== undefined
    })
  return matching.some(({ route }) => isOwn(route)) ? 'gateway' : 'both'
}

/** True where Lectern answers: also where it refuses an override of a reading method by a writing one, if a route matches. */
function isAnswered(matching: readonly Match[], method: string | null): boolean {
  if (matching.length === 0) return false
  if (method === null || method === 'OPTIONS') return true
  return matching.some(({ route }) => route.methods.some((each) => each === method))
}

/** The methods of the other routes in the answer's `Allow` header, whose permissions may depend on their arguments. */
function allowedBeside(address: Unkeyed): readonly string[] {
  const { matching, read } = address
  return matching
    .filter(({ route }) => route !== read.route && route.pattern === read.route.pattern)
    .filter((match) => bindMatch(match, address).bound.permits(anonymous))
    .flatMap(({ route }) => route.methods)
}

/** True for a GET without secrets; a cursor together with a page or an offset is refused, and not cached. */
function isCached(method: string | null, raw: Query): boolean {
  if (method !== 'GET' || secretArgs.some((name) => raw.has(name))) return false
  return !raw.has('cursor') || !(raw.has('page') || raw.has('offset'))
}

/** The cache key of the address as sent; null where it may contain secrets. */
function asSent({ path, query }: Request): string | null {
  return mayHold(query, secretArgs) ? null : `rest ${path}?${query}`
}
