// A network of sites (multisite) in one database: each site has tables of its own, and all share the accounts.
import type { Server } from './engine.ts'
import type { Layout } from './layout.ts'

export interface Network {
  /** The number of the served site; null for the main one. */
  readonly siteId: string | null
}

/**
 * Finds the network; null where there is none. Its tables share the prefix of the accounts' table: `wp_users`, `wp_blogs`, `wp_2_posts`.
 * Where the account may not read `wp_blogs`, only a site's own prefix shows the network.
 */
export function networkOf(
  layout: Layout,
  { tables }: Pick<Server, 'tables'>,
  tablePrefix: string,
): Network | null {
  const users = layout.get('users')?.table ?? ''
  const isWordPress = layout.get('posts')?.table.toLowerCase() === `${tablePrefix}posts`.toLowerCase()
  if (!isWordPress || !users.endsWith('users') || !layout.has('usermeta')) return null
  const begin = users.slice(0, -'users'.length)
  const rest = tablePrefix.toLowerCase().startsWith(begin.toLowerCase())
    ? tablePrefix.slice(begin.length)
    : null
  const siteId = rest === null ? undefined : /^(\d+)_$/.exec(rest)?.[1]
  if (siteId !== undefined) return { siteId }
  return tables.has(`${begin}blogs`) ? { siteId: null } : null
}
