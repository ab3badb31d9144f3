// Redirects of extensions for addresses whose requests would be proxied to WordPress. An extension that fails, or whose redirect no
// header can name, counts as one without a redirect.
import type { Observe } from '../core/observation.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import type { Row } from '../database/tables.ts'
import type { Reading } from '../read/execute.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { ReadPlugInRows } from '../read/plug-in-table.ts'
import type { LoadedExtension } from './load.ts'
import { createRead, ReadFailed, whole, type Read, type ReadOptions } from './read.ts'
import { within } from './within.ts'

/**
 * An address whose request would be proxied to WordPress, and the reads by which its redirect may be found.
 *
 * @example
 * ```ts
 * import { defineExtension, type AddressRedirect, type AskedAddress } from 'lectern'
 *
 * const shop = async ({ path }: AskedAddress): Promise<AddressRedirect | null> =>
 *   path.startsWith('/shop/') ? { status: 301, location: '/products/' } : null
 *
 * export default defineExtension({ name: 'shop', redirects: shop })
 * ```
 */
export interface AskedAddress {
  /** The path as the client sent it, with its escapes. */
  readonly path: string
  /** The query, without the question mark. */
  readonly query: string
  readonly plugInRows: (wanted: PlugInRows) => Promise<readonly Row[]>
  /** Reads as an anonymous viewer: all clients get the same redirect. */
  readonly read: Read
  /** Logs a problem once. */
  readonly warn: (problem: string) => void
}

/**
 * The new location of an address.
 *
 * @example
 * ```ts
 * import { defineExtension, type AddressRedirect } from 'lectern'
 *
 * const moved: AddressRedirect = { status: 308, location: 'https://shop.example.org/' }
 *
 * export default defineExtension({ name: 'moved', redirects: async () => moved })
 * ```
 */
export interface AddressRedirect {
  readonly status: number
  /** A path of the site, or an address with http or https. */
  readonly location: string
}

export interface AddressRedirectTools extends ReadOptions {
  readonly newReading: () => Reading
  readonly readPlugInRows: ReadPlugInRows
  readonly handlerTimeoutMs: number
  readonly observe: Observe
}

export type AskRedirect = (request: Pick<Request, 'method' | 'path' | 'query'>) => Promise<Reply | null>

/** Addresses of log-in, administration and REST are never redirected. */
const stays = /\/(?:wp-admin|wp-json|wp-[a-z-]+\.php|xmlrpc\.php)(?:\/|$)|[?&]rest_route=/i
const warningsMax = 100

/** Null where no extension defines `redirects`. */
export function redirectsOf(
  extensions: readonly LoadedExtension[],
  tools: AddressRedirectTools,
): AskRedirect | null {
  const asked = extensions.flatMap(({ file, definition: { redirects } }) =>
    redirects ? [{ file, redirects }] : [],
  )
  if (asked.length === 0) return null
  const warnings = new Set<string>()
  const warnOf = (file: string) => (problem: string) => {
    if (warnings.has(problem) || warnings.size >= warningsMax) return
    warnings.add(problem)
    tools.observe({ kind: 'warning', message: `extension ${file}: ${problem}` })
  }
  return async ({ method, path, query }) => {
    if ((method !== 'GET' && method !== 'HEAD') || stays.test(`${path}?${query}`)) return null
    const began = performance.now()
    for (const { file, redirects } of asked) {
      try {
        const found = await within(tools.handlerTimeoutMs, () =>
          redirects({
            path,
            query,
            plugInRows: async (wanted) => whole(await tools.readPlugInRows(wanted)).rows,
            read: createRead(tools, tools.newReading(), anonymous),
            warn: warnOf(file),
          }),
        )
        if (found === null || !isRedirect(found)) continue
        const { status, location } = found
        tools.observe({ kind: 'redirected', method, path, status, ms: performance.now() - began })
        return replyOf(status, '', { headers: [['Location', location]] })
      } catch (error) {
        // The database failed, which the read itself has observed
        if (error instanceof ReadFailed) return null
        tools.observe({ kind: 'error', error, during: `extension ${file} looked for a redirect` })
      }
    }
    return null
  }
}

function isRedirect({ status, location }: AddressRedirect): boolean {
  return (
    [301, 302, 303, 307, 308].includes(status) && /^(?:https?:\/\/[^/]|\/(?![/\\]))[!-~]*$/i.test(location)
  )
}
