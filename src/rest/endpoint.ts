// The REST endpoint: finds the route of an address and method, and gives its answer the common headers.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Header, Reply } from '../core/reply.ts'
import type { Translations } from '../core/sentence.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import type { RouteTable } from '../registry/route-table.ts'
import { claimsAddress, overrideHeader } from './request/address.ts'
import {
  createParseAddress,
  pagesHeader,
  replayTarget,
  rootLinkTo,
  type AddressOptions,
  type ParsedAddress,
} from './request/operation.ts'
import { plain, present, type CommonHeaders, type Presentation } from './request/presentation.ts'
import { errorBody } from './representation/error-body.ts'
import { createRespond, noRoutes, refusal } from './respond.ts'
import type { IsSessionRead } from './request/session-reads.ts'

export interface RestEndpointOptions {
  /** Null until a database is found, because the routes depend on its tables. */
  readonly routes: () => RouteTable | null
  readonly brand: string
  readonly publicUrl: string
  /** The translations of failures' messages into the site's language. */
  readonly translations: Translations
  /** The base of links, by the site's current permalink structure. */
  readonly restBase: () => Promise<string>
  /** Null where Lectern has no WordPress to proxy to. */
  readonly isSessionRead: IsSessionRead | null
  /** The cache of parsed addresses. */
  readonly addresses: AddressOptions['addresses']
}

export function createRestEndpoint({
  routes,
  brand,
  publicUrl,
  translations,
  restBase,
  isSessionRead,
  addresses,
}: RestEndpointOptions): EndpointDefinition {
  const root = `/${brand}-json`
  const headers = commonHeaders(brand)
  const parseAddress = createParseAddress({ root, addresses })
  const respond = createRespond(root, restBase, translations)

  const headersFor = (viewer: Viewer, base: string, address: ParsedAddress | null): CommonHeaders => {
    const rootLink = rootLinkTo(base)
    return {
      common: [...headers, ...nonceHeader(viewer, brand)],
      rootLink,
      linkOf: (paging) => (address === null ? rootLink : pagesHeader(address, paging)),
    }
  }

  const answer = async (request: Request, address: ParsedAddress, viewer: Viewer): Promise<Reply> => {
    const { presentation } = address
    const responded = isFailure(presentation)
      ? refusal(presentation, viewer, translations)
      : await respond(request, address, viewer)
    // The base for links is known where a list's paging has read the site
    const base = responded.paging?.index ?? (await restBase())
    const shared = headersFor(viewer, base, address)
    if (!isFailure(presentation)) return present(responded, presentation, shared)
    // WordPress sends this failure without data and before it knows the viewer
    const { code, message } = errorBody(presentation, viewer, translations)
    const shown = headers.filter(([name]) => !name.startsWith('Access-Control-'))
    return present(
      { ...responded, body: { code, message } },
      { ...plain, callback: '' },
      { ...shared, common: shown },
    )
  }

  const servedBy = (request: Request, address: ParsedAddress): Operation['servedBy'] => {
    // The routes are unknown before a database is found
    if (address.routes === noRoutes) return 'gateway'
    if (address.servedBy !== 'both') return address.servedBy
    return isSessionRead?.(request, address) ? 'upstream' : 'gateway'
  }

  return {
    name: 'rest',
    path: root,
    below: true,
    claims: (request) => claimsAddress(request, root),
    variesBy: [overrideHeader],
    crossOrigin: true,
    parse: (request): Operation => {
      const address = parseAddress(request, routes() ?? noRoutes)
      return {
        servedBy: servedBy(request, address),
        path: () => address.path,
        cacheKey: () => address.cacheKey,
        replay: () => replayTarget(request.path, address),
        linkOf: (paging) => pagesHeader(address, paging),
        ...(address.isHead ? { complete: () => noBody } : {}),
        answer: (viewer) => answer(request, address, viewer),
        refuse: async (failure, viewer) =>
          present(
            refusal(failure, viewer, translations),
            presentationOf(failure, address),
            headersFor(viewer, await restBase(), null),
          ),
      }
    },
    refuse: (failure, viewer) =>
      present(refusal(failure, viewer, translations), plain, headersFor(viewer, publicUrl + root, null)),
  }
}

const noBody = new Uint8Array()

/** A refused login keeps the presentation that the request asks for; any other failure is plain. */
function presentationOf(failure: Failure, { presentation }: ParsedAddress): Presentation {
  return isFailure(presentation) || !keepsPresentation.has(failure.code) ? plain : presentation
}

const keepsPresentation: ReadonlySet<string> = new Set(['rest_cookie_invalid_nonce', 'incorrect_password'])

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
