// Addresses of the site's pages in finished responses, moved to the front end that shows the pages. Addresses that WordPress
// itself answers stay: files, its APIs, its admin pages, and addresses that name content by id, which it redirects.
import type { Site } from './site.ts'

/** Paths below the site's address that WordPress answers, never the front end. */
const own = String.raw`wp-(?:content|includes|admin|json)|wp-[\w-]+\.php|xmlrpc\.php|index\.php|graphql`

/** Moves the addresses in a text, which is JSON, or HTML in JSON. */
export type MoveAddresses = (text: string, site: Site) => string

/** `to`: the front end's address. */
export function createFrontendAddresses(to: string): MoveAddresses {
  const base = to.replace(/\/+$/, '')
  let last: { readonly key: string; readonly pattern: RegExp } | null = null
  return (text, site) => {
    if (site.home === '') return text
    const key = [site.home, site.uploadsUrl, site.option('siteurl'), site.brand].join(' ')
    if (last?.key !== key) last = { key, pattern: patternOf(site) }
    return text.replace(last.pattern, () => base)
  }
}

/** A slash with the backslashes that JSON, scripts and JSON within JSON put before it. */
const slash = String.raw`\\{0,3}/`

function patternOf({ home, uploadsUrl, option, brand }: Site): RegExp {
  const below = (url: string) => (url.startsWith(`${home}/`) ? [url.slice(home.length + 1)] : [])
  const folders = [uploadsUrl, option('siteurl')].flatMap(below)
  const written = (address: string) =>
    address
      .split('/')
      .map((part) => RegExp.escape(part))
      .join(slash)
  const staying = [own, `${brand}-json`, ...folders.map(written)]
  const site = written(home.replace(/^https?:\/\//, ''))
  // The text after it must not make it another host; a `?` names content by id
  return new RegExp(
    `https?:${slash}${slash}${site}(?!\\.?[\\w:@-])(?!(?:${slash})?\\?)(?!${slash}(?:${staying.join('|')})(?![\\w-]))`,
    'g',
  )
}
