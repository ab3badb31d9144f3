// A network of sites (multisite) in one database: the sites have tables of their own, and share the accounts.
import type { Server } from './engine.ts'
import type { Layout } from './layout.ts'

export interface Network {
  /** The number of the site that is served; null for the main one. */
  readonly siteId: string | null
}

/**
 * Null where there is no network. Its tables begin like that of its accounts: `wp_users`, `wp_blogs`, `wp_2_posts`. An account that
 * may not read `wp_blogs` knows it by the site's prefix alone.
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
