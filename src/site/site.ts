// What WordPress says of itself, as its options had it when they were read, and where the gateway is reached.
import { parsePhpList, parsePhpValue, type PhpValue } from '../database/php-value.ts'
import type { Renderers } from '../render/context.ts'
import type { OptionName } from './options.ts'
import { restBase } from './rest-address.ts'
import { parseRoles, type Roles } from './roles.ts'
import { timeZone, type TimeZone } from './time-zone.ts'

/** What the addresses of a kind of content, or of terms, are made of. */
export interface Addressing {
  /** What they begin with. */
  readonly slug: string
  /** Whether the slugs of what lies above come before an item's own. */
  readonly isHierarchical: boolean
  /** Of content: the capability that its private rows are read with. */
  readonly readPrivate?: string
}

export interface Site {
  readonly option: (name: OptionName) => string
  /** Where the site's pages are, without a slash at the end. */
  readonly home: string
  /** Where uploaded files are, without a slash at the end. */
  readonly uploadsUrl: string
  readonly timeZone: TimeZone
  /** How many hours it is ahead of UTC now; the answer that shows it ends when that changes. */
  readonly offsetHoursNow: () => number
  readonly roles: Roles
  /** The key of usermeta under which users' own roles and capabilities are. */
  readonly capabilitiesKey: string
  /** The key under which the block editor keeps a user's preferences. */
  readonly preferencesKey: string
  readonly stickyPosts: ReadonlySet<string>
  /** The ids of the menus that the theme shows, by the names of its places for them. */
  readonly menuLocations: ReadonlyMap<string, string>
  /** The ids of the menus to which new pages are added by themselves. */
  readonly growingMenus: ReadonlySet<string>
  /** How the content types that are not built in are addressed, by their names; and taxonomies. */
  readonly contentTypes: ReadonlyMap<string, Addressing>
  /** Those that are addressed as posts are: what WordPress has built in. */
  readonly likePosts: ReadonlySet<string>
  readonly taxonomies: ReadonlyMap<string, Addressing>
  /** What makes its shortcodes and blocks; null where it has none of its own. */
  readonly renderers: Renderers | null
  readonly brand: string
  /** Where the REST interface is, without a slash at the end: `https://api.example.org/cms-json`. */
  readonly restUrl: string
  /** What links to it begin with, as the site writes its addresses: `https://example.org/index.php?rest_route=`. */
  readonly restBase: string
}

export interface SiteAddress {
  readonly brand: string
  readonly publicUrl: string
  readonly tablePrefix: string
  readonly contentTypes?: ReadonlyMap<string, Addressing>
  readonly likePosts?: ReadonlySet<string>
  readonly taxonomies?: ReadonlyMap<string, Addressing>
  readonly renderers?: Renderers
  /** Options that are decided elsewhere than in the table: constants of WordPress's. */
  readonly decided?: ReadonlyMap<OptionName, string>
}

export function createSite(
  options: ReadonlyMap<string, string>,
  { brand, publicUrl, tablePrefix, contentTypes, likePosts, taxonomies, renderers, decided }: SiteAddress,
): Site {
  const option = (name: OptionName) => decided?.get(name) ?? options.get(name) ?? ''
  const zone = timeZone(option('timezone_string'), Number(option('gmt_offset')) || 0)
  return {
    option,
    home: option('home').replace(/\/+$/, ''),
    uploadsUrl: uploadsUrl(option),
    timeZone: zone,
    offsetHoursNow: () => zone.offsetHoursAt(Date.now()),
    roles: parseRoles(parsePhpValue(options.get(rolesOption(tablePrefix)) ?? '')),
    capabilitiesKey: `${tablePrefix}capabilities`,
    preferencesKey: `${tablePrefix}persisted_preferences`,
    stickyPosts: new Set(parsePhpList(option('sticky_posts'))),
    menuLocations: menuLocations(options.get(themeOption(option('stylesheet'))) ?? ''),
    growingMenus: new Set(idsIn(memberOf(parsePhpValue(option('nav_menu_options')), 'auto_add')).values()),
    contentTypes: contentTypes ?? new Map(),
    likePosts: likePosts ?? new Set(),
    taxonomies: taxonomies ?? new Map(),
    renderers: renderers ?? null,
    brand,
    restUrl: `${publicUrl.replace(/\/+$/, '')}/${brand}-json`,
    restBase: restBase(
      publicUrl.replace(/\/+$/, ''),
      brand,
      decided?.get('permalink_structure') ?? options.get('permalink_structure'),
    ),
  }
}

export function rolesOption(tablePrefix: string): string {
  return `${tablePrefix}user_roles`
}

/** What the owner chose for a theme (get_theme_mods). */
export function themeOption(stylesheet: string): string {
  return `theme_mods_${stylesheet}`
}

function menuLocations(themeMods: string): ReadonlyMap<string, string> {
  const ids = idsIn(memberOf(parsePhpValue(themeMods), 'nav_menu_locations'))
  return new Map([...ids].filter(([, id]) => id !== '0'))
}

function memberOf(value: PhpValue, key: string): PhpValue {
  return value instanceof Map ? (value.get(key) ?? null) : null
}

/** Whole numbers by their keys, as text. */
function idsIn(value: PhpValue): ReadonlyMap<string, string> {
  if (!(value instanceof Map)) return new Map()
  const ids = [...value].map(([key, id]): [string, string] => [key, String(id)])
  return new Map(ids.filter(([, id]) => /^\d+$/.test(id)))
}

/** By the options that move the files away from where they are by default (wp_upload_dir). */
function uploadsUrl(option: Site['option']): string {
  const own = option('upload_url_path')
  if (own !== '') return own.replace(/\/+$/, '')
  const path = option('upload_path').replace(/^\/+|\/+$/g, '')
  return `${option('siteurl').replace(/\/+$/, '')}/${path === '' ? 'wp-content/uploads' : path}`
}
