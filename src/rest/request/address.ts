// Finds the route's address and the method of a request: below `/wp-json`, below `/index.php/wp-json` for servers without
// rewrite rules, or in `rest_route`.
import { decoded } from '../../core/decoded.ts'
import type { Query } from '../../core/query-string.ts'
import type { Request, RequestAddress } from '../../core/request.ts'

/** Addresses of pages that take `rest_route` in WordPress, which also serves paths below the second one. */
const pageAddresses: ReadonlySet<string> = new Set(['/', '/index.php'])

export function claimsAddress({ path, query, args }: Request, root: string): boolean {
  if (pageAddresses.has(path)) return query.includes('rest_route') && routeNamed(args()) !== ''
  return path === `/index.php${root}` || path.startsWith(`/index.php${root}/`)
}

/** The address of a route, in the form that patterns match: `/wp/v2/posts`. */
export function routeAddress({ path }: RequestAddress, given: Query, root: string): string {
  if (pageAddresses.has(path)) return trimSlashes(routeNamed(given))
  const prefix = path.startsWith('/index.php') ? '/index.php'.length : 0
  return trimSlashes(decoded(path.slice(prefix + root.length)))
}

function routeNamed(given: Query): string {
  const named = given.get('rest_route')
  return typeof named === 'string' ? named : ''
}

/** Removes slashes at the end, and all but one at the beginning. */
function trimSlashes(path: string): string {
  let from = 0
  let to = path.length
  while (path[from] === '/') from += 1
  while (to > from && path[to - 1] === '/') to -= 1
  return (from > 0 || path === '' ? '/' : '') + path.slice(from, to)
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The requested method: `_method` overrides the header; null where an override would turn a reading method into a writing one. */
export function methodOf(request: Request, given: Query): string | null {
  const named = given.get('_method')
  const meant = typeof named === 'string' ? named : request.header(overrideHeader.toLowerCase())
  if (meant === undefined) return request.method
  const method = meant.toUpperCase() === 'HEAD' ? 'GET' : meant.toUpperCase()
  return safeMethods.has(request.method) && !safeMethods.has(method) ? null : method
}

/**
 * True where `_method` in the address is HEAD, which requests a response without a body. The override header cannot do so: a
 * CDN that keys responses by address alone would serve the one without a body to all clients.
 */
export function isHeadMeant(given: Query): boolean {
  const named = given.get('_method')
  return typeof named === 'string' && named.toUpperCase() === 'HEAD'
}

export const overrideHeader = 'X-HTTP-Method-Override'
