// Makes the response to a parsed address: the answer of its route with the allowed methods, or a refusal.
import { fail, isFailure, isPermitted, statusOf, type Failure } from '../core/failure.ts'
import type { RawArg, RawArgs } from '../core/raw-args.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { noTags, type Header } from '../core/reply.ts'
import type { Translations } from '../core/sentence.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Route } from '../registry/registry.ts'
import { createRouteTable } from '../registry/route-table.ts'
import { readBodyArgs } from './request/body-args.ts'
import { routeDocument } from './description/discovery.ts'
import { errorBody } from './representation/error-body.ts'
import { findRoute, routesBeside, type ParsedAddress } from './request/operation.ts'
import type { Responded } from './request/presentation.ts'
import { select, selectOfAll } from './request/selection.ts'

type Respond = (request: Request, address: ParsedAddress, viewer: Viewer) => Promise<Responded>

/** `restBase` returns the base of links, by the site's current permalink structure. */
export function createRespond(
  root: string,
  restBase: () => Promise<string>,
  translations: Translations,
): Respond {
  const refused = (failure: Failure, viewer: Viewer, allowed: readonly Header[]) =>
    refusal(failure, viewer, translations, allowed)
  const respond = async (request: Request, address: ParsedAddress, viewer: Viewer): Promise<Responded> => {
    // The routes are unknown before a database is found
    if (address.routes === noRoutes)
      return refused(fail('database_unavailable', undefined, { retryAfterS: 2 }), viewer, [])
    const { method, projection } = address
    if (method === 'OPTIONS') return describe(request, address, viewer)
    const body = method === null ? noArgs : await readBodyArgs(request, method)
    const found = findRoute(address, isFailure(body) ? noArgs : body)
    if (found === null) return refused(fail('rest_no_route'), viewer, [])
    const answered = isFailure(body) ? body : await found.bound.answer(asMeant(request, method), viewer)
    const isAllowed = isFailure(answered) ? isPermitted(answered) : true
    const beside = routesBeside(address, found.route.pattern, isFailure(body) ? noArgs : body)
    const allowed = allow(
      beside
        .filter(({ route, bound }) => (route === found.route ? isAllowed : bound.permits(viewer)))
        .map(({ route }) => route),
    )
    if (isFailure(answered)) return refused(answered, viewer, allowed)
    return {
      status: answered.status ?? 200,
      body: answered.isSelected ? answered.body : selectOfAll(answered.body, projection.fields),
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

  const describe = async (request: Request, address: ParsedAddress, viewer: Viewer): Promise<Responded> => {
    const [first] = address.matching
    const there = first ? routesBeside(address, first.route.pattern, noArgs) : []
    const asked = asMeant(request, 'OPTIONS')
    const letIn = await Promise.all(there.map(({ bound }) => bound.letsIn(asked, viewer)))
    const schema = await there.find(({ route }) => route.schema)?.bound.schema(viewer)
    if (isFailure(schema)) return refused(schema, viewer, [])
    const document = routeDocument(
      there.map(({ route }) => route),
      await restBase(),
      schema,
    )
    return {
      status: 200,
      body: first ? select(document, address.projection.fields) : [],
      headers: allow(there.filter((_, at) => letIn[at]).map(({ route }) => route)),
      tags: noTags,
      store: 'never',
    }
  }

  return respond
}

/** The request as the handler gets it: with the method by which its route was found. */
function asMeant(request: Request, method: string | null): Request {
  if (method === null || method === request.method) return request
  const { path, query, args, header, client, body, waiting } = request
  return { method, path, query, args, header, client, body, waiting }
}

/** The routes before a database is found. */
export const noRoutes = createRouteTable([])
const noArgs: RawArgs = new Map<string, RawArg>()

export function refusal(
  failure: Failure,
  viewer: Viewer,
  translations: Translations,
  allowed: readonly Header[] = [],
): Responded {
  return {
    status: statusOf(failure, viewer),
    body: errorBody(failure, viewer, translations),
    headers: [...allowed, ...refusalHeaders(failure, viewer)],
    tags: noTags,
    store: 'never',
  }
}

function allow(routes: readonly Route[]): readonly Header[] {
  const methods = [...new Set(routes.flatMap((route) => route.methods))]
  return methods.length === 0 ? [] : [['Allow', methods.join(', ')]]
}
