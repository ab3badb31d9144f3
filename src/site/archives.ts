// Where the site lists the content of types that no definition describes: WordPress keeps the patterns of all its addresses
// in an option (rewrite_rules).
import { parsePhpValue } from '../database/php-value.ts'
import { closed } from './permalink.ts'
import type { Site } from './site.ts'
import { defineSiteValue } from './site-value.ts'

const lists = 'index.php?post_type='

/** `product/?$` → `index.php?post_type=product`: the path, without slashes around it, by the name of the type. */
export const archivePaths = defineSiteValue({
  options: ['rewrite_rules'],
  make: ({ option }): ReadonlyMap<string, string> => {
    const rules = parsePhpValue(option('rewrite_rules') ?? '')
    if (!(rules instanceof Map)) return new Map()
    return new Map(
      [...rules].flatMap(([pattern, query]): readonly (readonly [string, string])[] => {
        const path = pattern.endsWith('/?$') ? pattern.slice(0, -3) : ''
        const type = typeof query === 'string' && query.startsWith(lists) ? query.slice(lists.length) : ''
        // Other patterns stand for many addresses, and other queries ask for more than the list
        return /^[\w%./-]+$/.test(path) && /^[\w-]+$/.test(type) ? [[type, path]] : []
      }),
    )
  },
})

/** The address of the list; null where WordPress has none. */
export function archiveSeen(type: string, site: Site): string | null {
  const path = archivePaths.of(site).get(type)
  if (path === undefined) return null
  return site.home + closed(`/${path}`, site)
}
