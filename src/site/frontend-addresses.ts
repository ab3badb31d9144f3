// Addresses of the site's pages in finished text, moved to the front end that shows them. What WordPress itself answers stays
// where it is: files, its interfaces, its admin pages, and addresses that ask by id, which it redirects.
import type { Site } from './site.ts'

/** Paths below the site's address at which WordPress answers, and no front end. */
const own = String.raw`wp-(?:content|includes|admin|json)|wp-[\w-]+\.php|xmlrpc\.php|index\.php|graphql`

/** Text is JSON, or HTML in JSON. */
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

/** A slash as text of JSON has it, in scripts and in JSON within JSON, too. */
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
  // Nothing may follow that makes it another host; `?` asks by id
  return new RegExp(
    `https?:${slash}${slash}${site}(?!\\.?[\\w:@-])(?!(?:${slash})?\\?)(?!${slash}(?:${staying.join('|')})(?![\\w-]))`,
    'g',
  )
}
