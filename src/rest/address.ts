// Which route of the interface a request is for, and by which method: below `/wp-json`, below `/index.php/wp-json` where
// a server rewrites no addresses, or named by `rest_route`.
import type { Query } from '../core/query-string.ts'
import { parseQuery } from '../core/query-string.ts'
import type { Request, RequestAddress } from '../core/request.ts'

/** Where pages are made in the original: it takes `rest_route`, and addresses below it. */
const pageAddresses: ReadonlySet<string> = new Set(['/', '/index.php'])

export function claimsAddress({ path, query }: RequestAddress, root: string): boolean {
  if (pageAddresses.has(path)) return query.includes('rest_route') && routeNamed(parseQuery(query)) !== ''
  return path === `/index.php${root}` || path.startsWith(`/index.php${root}/`)
}

/** The address of a route, as its pattern is written: `/wp/v2/posts`. */
export function routeAddress({ path }: RequestAddress, given: Query, root: string): string {
  if (pageAddresses.has(path)) return trimSlashes(routeNamed(given))
  const prefix = path.startsWith('/index.php') ? '/index.php'.length : 0
  return trimSlashes(decode(path.slice(prefix + root.length)))
}

function routeNamed(given: Query): string {
  const named = given.get('rest_route')
  return typeof named === 'string' ? named : ''
}

/** Slashes at the end say nothing, nor does more than one at the beginning. */
function trimSlashes(path: string): string {
  let from = 0
  let to = path.length
  while (path[from] === '/') from += 1
  while (to > from && path[to - 1] === '/') to -= 1
  return (from > 0 || path === '' ? '/' : '') + path.slice(from, to)
}

/** A path that is not well encoded is nobody's. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The method that is meant: `_method` before the header; null where what only reads would come to write. */
export function methodOf(request: Request, given: Query): string | null {
  const named = given.get('_method')
  const meant = typeof named === 'string' ? named : request.header(overrideHeader.toLowerCase())
  if (meant === undefined) return request.method
  const method = meant.toUpperCase() === 'HEAD' ? 'GET' : meant.toUpperCase()
  return safeMethods.has(request.method) && !safeMethods.has(method) ? null : method
}

export const overrideHeader = 'X-HTTP-Method-Override'
