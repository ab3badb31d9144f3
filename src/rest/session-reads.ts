// Reads by who is logged in on the site's own pages, where the owning system stands behind the gateway: its answers say what
// may be written (Allow, links to what can be done), which the gateway's do not, and pages for editing show what these say.
import type { Failure } from '../core/failure.ts'
import { parseQuery, type Query } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import { methodOf, routeAddress } from './address.ts'

export interface SessionReadsOptions {
  /** Which of them are passed on. */
  readonly sessions: 'all' | 'editing' | 'none'
  readonly brand: string
  /** Whether anything is closed that the owning system would show. */
  readonly isAnyClosed: boolean
  /** Why a request may not be passed on. */
  readonly refuses: (request: Request) => Failure | null
  /** Whether a request says that its sender is logged in; nobody has looked whether that is so. */
  readonly hasSession: (request: Request) => boolean
}

/** Whether a request is passed on although the gateway has an answer. */
export function createSessionReads(options: SessionReadsOptions): (request: Request) => boolean {
  const { sessions, brand, isAnyClosed, refuses, hasSession } = options
  // Under other names than the owning system's own it has no such routes
  if (sessions === 'none' || brand !== 'wp') return () => false
  return (request) => {
    if (!hasSession(request) || refuses(request) !== null) return false
    const given = parseQuery(request.query)
    if (isAnyClosed) return isForEditing(request, given) && namesKind(request, given, brand)
    return sessions === 'all' || isForEditing(request, given)
  }
}

function isForEditing(request: Request, given: Query): boolean {
  return given.get('context') === 'edit' || methodOf(request, given) === 'OPTIONS'
}

/** Whether the address names one kind of what there is, and neither all of it nor what is made of several. */
function namesKind(request: Request, given: Query, brand: string): boolean {
  return routeAddress(request, given, `/${brand}-json`).startsWith(`/${brand}/v2/`)
}
