// Proxies reads of logged-in viewers on the site's own pages to WordPress, because its answers, unlike Lectern's, say what
// the viewer may write (`Allow`, links to actions), on which editing screens depend.
import type { Failure } from '../../core/failure.ts'
import type { Request } from '../../core/request.ts'
import type { ParsedAddress } from './operation.ts'

export interface SessionReadsOptions {
  /** The reads that are proxied. */
  readonly sessions: 'all' | 'editing' | 'none'
  readonly brand: string
  /** True where the owner closed something that WordPress would show. */
  readonly isAnyClosed: boolean
  /** Returns the failure of a request that must not be proxied. */
  readonly refuses: (request: Request) => Failure | null
  /** True where the request claims a session; the claim has not been verified. */
  readonly hasSession: (request: Request) => boolean
}

/** True where a request is proxied although Lectern has an answer. */
export type IsSessionRead = (request: Request, address: ParsedAddress) => boolean

export function createIsSessionRead(options: SessionReadsOptions): IsSessionRead {
  const { sessions, brand, isAnyClosed, refuses, hasSession } = options
  // WordPress has no such routes under another brand
  if (sessions === 'none' || brand !== 'wp') return () => false
  return (request, address) => {
    if (!hasSession(request) || refuses(request) !== null) return false
    if (isAnyClosed) return isForEditing(address) && namesKind(address, brand)
    return sessions === 'all' || isForEditing(address)
  }
}

function isForEditing({ raw, method }: ParsedAddress): boolean {
  return raw.get('context') === 'edit' || method === 'OPTIONS'
}

/** True where the address names one content type or taxonomy, not a list of these or an answer that combines several. */
function namesKind({ named }: ParsedAddress, brand: string): boolean {
  return named.startsWith(`/${brand}/v2/`)
}
