// Proxies reads of logged-in viewers on the site's own pages to WordPress: its answers say what the viewer may write
// (Allow, links to actions), which Lectern's do not, and screens for editing depend on it.
import type { Failure } from '../../core/failure.ts'
import type { Request } from '../../core/request.ts'
import type { ParsedAddress } from './operation.ts'

export interface SessionReadsOptions {
  /** Reads that are proxied. */
  readonly sessions: 'all' | 'editing' | 'none'
  readonly brand: string
  /** True where something is closed that WordPress would show. */
  readonly isAnyClosed: boolean
  /** Returns why a request may not be proxied. */
  readonly refuses: (request: Request) => Failure | null
  /** True where the request claims a session; the claim has not been verified. */
  readonly hasSession: (request: Request) => boolean
}

/** True where a request is proxied although Lectern has an answer. */
export type IsSessionRead = (request: Request, address: ParsedAddress) => boolean

export function createIsSessionRead(options: SessionReadsOptions): IsSessionRead {
  const { sessions, brand, isAnyClosed, refuses, hasSession } = options
  // Under another brand WordPress has no such routes
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

/** True where the address names one content type or taxonomy, not a list of them or a result made of several. */
function namesKind({ named }: ParsedAddress, brand: string): boolean {
  return named.startsWith(`/${brand}/v2/`)
}
