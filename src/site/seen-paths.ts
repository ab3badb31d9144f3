// Addresses of types that no definition describes: WordPress keeps the patterns of all its addresses in an option
// (rewrite_rules).
import { parsePhpValue } from '../database/php-value.ts'
import { defineSiteValue, type SiteValue } from './site-value.ts'

/** `product/?$` → `index.php?post_type=product`: the path of the list, without slashes around it, by the name of the type. */
export const archivePaths = pathsOf(/^([\w%./-]+)\/\?\$$/, /^index\.php\?post_type=([\w-]+)$/)

/**
 * `product/([^/]+)(?:/([0-9]+))?/?$` → `index.php?product=$matches[1]&page=$matches[2]`: the path before the slug, by the name
 * of the type, for types whose query variable is their name.
 */
export const itemPaths = pathsOf(
  /^([\w%./-]+)\/\(\[\^\/\]\+\)\(\?:\/\(\[0-9\]\+\)\)\?\/\?\$$/,
  /^index\.php\?([\w-]+)=\$matches\[1\]&page=\$matches\[2\]$/,
)

/** Rules of other forms are ignored: their patterns match more addresses, or their queries name something else. */
function pathsOf(address: RegExp, question: RegExp): SiteValue<ReadonlyMap<string, string>> {
  return defineSiteValue({
    options: ['rewrite_rules'],
    make: ({ option }): ReadonlyMap<string, string> => {
      const rules = parsePhpValue(option('rewrite_rules') ?? '')
      if (!(rules instanceof Map)) return new Map()
      return new Map(
        [...rules].flatMap(([pattern, query]): readonly (readonly [string, string])[] => {
          const path = address.exec(pattern)?.[1]
          const type = typeof query === 'string' ? question.exec(query)?.[1] : undefined
          return path === undefined || type === undefined ? [] : [[type, path]]
        }),
      )
    },
  })
}
