// The REST interface: an address and a method → a route → its answer, with the headers that every answer has.
import { fail, isFailure, isPermitted, statusOf, type Failure } from '../core/failure.ts'
import type { Given, GivenArgs } from '../core/given.ts'
import { parseQuery, type Query } from '../core/query-string.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { noTags, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import type { Call, Route } from '../registry/registry.ts'
import { claimsAddress, methodOf, overrideHeader, routeAddress } from './address.ts'
import { readBodyArgs } from './body-args.ts'
import { optionsDocument } from './discovery.ts'
import { createCacheKeys, type CacheKeyOptions } from './cache-key.ts'
import { matchesOf, type Match } from './matches.ts'
import { errorBody } from './error-body.ts'
import {
  parsePresentation,
  plain,
  present,
  type Dress,
  type Presentation,
  type Responded,
} from './presentation.ts'
import { parseFields, select } from './selection.ts'

export interface RestEndpointOptions {
  /** Null until the database is found: what is served follows from what it holds. */
  readonly routes: () => readonly Route[] | null
  readonly brand: string
  readonly publicUrl: string
  /** What links begin with, as the site writes its addresses now. */
  readonly restBase: () => Promise<string>
  /** Whether the owning system is to answer what it answers as well. */
  readonly isForOwner: (request: Request) => boolean
  /** Addresses that were read, with what they ask for. */
  readonly addresses: CacheKeyOptions['addresses']
}

export function createRestEndpoint({
  routes,
  brand,
  publicUrl,
  restBase,
  isForOwner,
  addresses,
}: RestEndpointOptions): EndpointDefinition {
  const root = `/${brand}-json`
  const headers = commonHeaders(brand)
  const rootLink = createRootLink(publicUrl + root)

  const { keyOf, targetOf, linkOf, servedBy } = createCacheKeys({
    routes,
    root,
    rootLink: rootLink.latest,
    addresses,
  })

  const dress = (viewer: Viewer, request: Request | null): Dress => ({
    common: [...headers, ...nonceHeader(viewer, brand)],
    rootLink: rootLink.latest(),
    linkOf: (paging) => (request === null ? rootLink.latest() : linkOf(request, paging)),
  })

  const answer = async (request: Request, viewer: Viewer): Promise<Reply> => {
    const given = parseQuery(request.query)
    const presentation = parsePresentation(given)
    if (isFailure(presentation)) {
      // This one refusal has no data
      const { code, message } = presentation
      const refused = { ...refusal(presentation, viewer, []), body: { code, message } }
      const { common, ...rest } = dress(viewer, request)
      const shown = common.filter(([name]) => !name.startsWith('Access-Control-'))
      return present(refused, { ...plain, callback: '' }, { ...rest, common: shown })
    }
    return present(await respond(request, given, viewer), presentation, dress(viewer, request))
  }

  const respond = async (request: Request, given: Query, viewer: Viewer): Promise<Responded> => {
    const known = routes()
    if (known === null)
      return refusal(fail('database_unavailable', undefined, { retryAfterS: 2 }), viewer, [])
    const method = methodOf(request, given)
    const matching = matchesOf(known, routeAddress(request, given, root))
    if (method === 'OPTIONS') return describe(matching, { request, given, body: new Map(), viewer })
    const found = matching.find(({ route }) => route.methods.some((each) => each === method))
    if (!found || method === null) return refusal(fail('rest_no_route'), viewer, [])
    const body = await readBodyArgs(request, method)
    const call = {
      request,
      parameters: found.parameters,
      given,
      body: isFailure(body) ? noArgs : body,
      viewer,
    }
    const answered = isFailure(body) ? body : await found.route.answer(call)
    const isAllowed = (route: Route) =>
      route === found.route ? !isFailure(answered) || isPermitted(answered) : route.permits(call)
    const allowed = allow(sameAddress(found.route, matching).filter(isAllowed))
    if (isFailure(answered)) return refusal(answered, viewer, allowed)
    rootLink.learn(await restBase())
    return {
      status: answered.status ?? 200,
      body: answered.isSelected ? answered.body : select(answered.body, parseFields(given)),
      headers: [...answered.headers, ...allowed],
      totalsAs: answered.totalsAs,
      paging: answered.paging,
      tags: answered.tags,
      store: answered.store,
      ran: answered.ran,
      address: root + answered.address,
      caching: answered.caching,
    }
  }

  const describe = async (matching: readonly Match[], call: Omit<Call, 'parameters'>): Promise<Responded> => {
    const [first] = matching
    const routesThere = first ? sameAddress(first.route, matching) : []
    const parameters = first?.parameters ?? noParameters
    const letIn = await Promise.all(routesThere.map((route) => route.letsIn({ ...call, parameters })))
    const base = await restBase()
    rootLink.learn(base)
    const permitted = routesThere.filter((_, at) => letIn[at])
    return {
      status: 200,
      body: first ? select(optionsDocument(routesThere, base), parseFields(call.given)) : [],
      headers: allow(permitted),
      tags: noTags,
      store: 'never',
    }
  }

  return {
    name: 'rest',
    path: root,
    below: true,
    claims: (request) => claimsAddress(request, root),
    variesBy: [overrideHeader],
    crossOrigin: true,
    keyOf,
    targetOf,
    linkOf,
    leaves: (request) => {
      // Before the database is found nobody knows what is served
      if (routes() === null) return false
      const by = servedBy(request)
      return by === 'others' || (by === 'both' && isForOwner(request))
    },
    answer,
    refuse: (failure, viewer, request) =>
      present(refusal(failure, viewer, []), presentationOf(failure, request), dress(viewer, null)),
  }
}

/** The link to the index, one value for as long as it leads to the same. */
function createRootLink(base: string): {
  readonly latest: () => Header
  readonly learn: (base: string) => void
} {
  let known = base
  let link = rootLinkTo(base)
  return {
    latest: () => link,
    learn: (next) => {
      if (next === known) return
      known = next
      link = rootLinkTo(next)
    },
  }
}

function rootLinkTo(base: string): Header {
  return ['Link', `<${base}/>; rel="https://api.w.org/"`]
}

/** Who is not let in is told so in the form asked for; what is broken is told plainly. */
function presentationOf(failure: Failure, request: Request | undefined): Presentation {
  if (request === undefined || !shownAsAsked.has(failure.code)) return plain
  const asked = parsePresentation(parseQuery(request.query))
  return isFailure(asked) ? plain : asked
}

const shownAsAsked: ReadonlySet<string> = new Set(['rest_cookie_invalid_nonce', 'incorrect_password'])
const noArgs: GivenArgs = new Map<string, Given>()
const noParameters: Query = new Map<string, string>()

/** The routes that share a pattern: what one address is asked by different methods. */
function sameAddress({ pattern }: Route, matching: readonly Match[]): readonly Route[] {
  return matching.map(({ route }) => route).filter((route) => route.pattern === pattern)
}

function refusal(failure: Failure, viewer: Viewer, allowed: readonly Header[]): Responded {
  return {
    status: statusOf(failure, viewer),
    body: errorBody(failure, viewer),
    headers: [...allowed, ...refusalHeaders(failure, viewer)],
    tags: noTags,
    store: 'never',
  }
}

function allow(routes: readonly Route[]): readonly Header[] {
  const methods = [...new Set(routes.flatMap((route) => route.methods))]
  return methods.length === 0 ? [] : [['Allow', methods.join(', ')]]
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
