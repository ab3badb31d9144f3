// Reads by who is logged in on the site's own pages, where the owning system stands behind the gateway: its answers say what
// may be written (Allow, links to what can be done), which the gateway's do not, and pages for editing show what these say.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { ParsedAddress } from './operation.ts'

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
export type IsSessionRead = (request: Request, address: ParsedAddress) => boolean

export function createIsSessionRead(options: SessionReadsOptions): IsSessionRead {
  const { sessions, brand, isAnyClosed, refuses, hasSession } = options
  // Under other names than the owning system's own it has no such routes
  if (sessions === 'none' || brand !== 'wp') return () => false
  return (request, address) => {
    if (!hasSession(request) || refuses(request) !== null) return false
    if (isAnyClosed) return isForEditing(address) && namesKind(address, brand)
    return sessions === 'all' || isForEditing(address)
  }
}

function isForEditing({ given, method }: ParsedAddress): boolean {
  return given.get('context') === 'edit' || method === 'OPTIONS'
}

/** Whether the address names one kind of what there is, and neither all of it nor what is made of several. */
function namesKind({ named }: ParsedAddress, brand: string): boolean {
  return named.startsWith(`/${brand}/v2/`)
}
