// What the owning system says of itself, as its options had it when they were read, and where the gateway is reached.
import { parsePhpList } from '../database/php-value.ts'
import type { OptionName } from './options.ts'
import { timeZone, type TimeZone } from './time-zone.ts'

export interface Site {
  readonly option: (name: OptionName) => string
  /** Where the site's pages are, without a slash at the end. */
  readonly home: string
  readonly timeZone: TimeZone
  readonly stickyPosts: ReadonlySet<string>
  readonly brand: string
  /** Where the REST interface is, without a slash at the end: `https://api.example.org/cms-json`. */
  readonly restUrl: string
}

export interface SiteAddress {
  readonly brand: string
  readonly publicUrl: string
}

export function createSite(options: ReadonlyMap<string, string>, { brand, publicUrl }: SiteAddress): Site {
  const option = (name: OptionName) => options.get(name) ?? ''
  return {
    option,
    home: option('home').replace(/\/+$/, ''),
    timeZone: timeZone(option('timezone_string'), Number(option('gmt_offset')) || 0),
    stickyPosts: new Set(parsePhpList(option('sticky_posts'))),
    brand,
    restUrl: `${publicUrl.replace(/\/+$/, '')}/${brand}-json`,
  }
}
