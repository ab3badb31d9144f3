// Settings of the site, parsed from its options at one reading, and the public address of Lectern.
import { isEmpty } from '../core/php-empty.ts'
import { asRead, withoutSlashes } from './as-read.ts'
import type { Network } from '../database/network.ts'
import { parsePhpList, parsePhpValue, type PhpValue } from '../database/php-value.ts'
import type { Row } from '../database/tables.ts'
import type { ContentKind, Renderers } from '../render/context.ts'
import type { Theme } from '../render/theme.ts'
import { builtInStatuses, type Statuses } from '../core/status.ts'
import { phpInteger } from '../core/php-integer.ts'
import { isOffset, type OptionName } from '../core/site-options.ts'
import { restBase } from './rest-address.ts'
import { parseRoles, parseRoleTitles, type Roles } from './roles.ts'
import { nothingStored, type SiteValue, type StoredParts } from './site-value.ts'
import { timeZone, type TimeZone } from './time-zone.ts'

/** How the addresses of a content type or taxonomy are built. */
export interface Addressing {
  /** The first segment. */
  readonly slug: string
  /** True where an item's address has the slugs of its ancestors before its own. */
  readonly isHierarchical: boolean
  /** True where addresses are words in a path; else they are queries. */
  readonly isPath: boolean
  /** True where the beginning of the permalink structure comes before the slug. */
  readonly withFront: boolean
  /** The query variable; null for none. */
  readonly queryVar: string | null
  /** The end of the address of a content type's archive; null where that is the slug. */
  readonly archive?: string | null
  /** False for content types whose items have no pages, and for taxonomies without public pages. */
  readonly isViewable?: boolean
  /** For content types: the capability to read private items. */
  readonly readPrivate?: string
}

/** Replaces the site's address at the beginning of an object's own: languages may have folders or hosts. */
export interface AddressBase {
  /** True where the base of a post follows from its terms. */
  readonly usesTerms: boolean
  /** Rows of a plug-in's table from which the base of a post follows. */
  readonly rows?: AddressRows
  /** The base, without a slash at its end; null for the site's own address. */
  readonly of: (object: AddressedObject, site: Site) => string | null
  /** A query argument that is added to the address; null for none. */
  readonly argOf?: (object: AddressedObject, site: Site) => readonly [name: string, value: string] | null
  /** True for translations of the static front page, which are front pages, too. */
  readonly isFront?: (object: AddressedObject, site: Site) => boolean
  /** The site with the settings that the object's own page shows, where these differ: those of its language. */
  readonly siteOf?: (object: AddressedObject, site: Site) => Site
}

/** Rows of a table that change feeds follow, filtered by `where`; the column that `id` names has the post's id. */
export interface AddressRows {
  /** The name without the prefix of the site's tables. */
  readonly table: string
  readonly id: string
  readonly columns: readonly string[]
  readonly where: Readonly<Record<string, readonly string[]>>
}

export type AddressedObject =
  | {
      readonly kind: 'post'
      readonly row: Row
      readonly terms: readonly Row[]
      readonly rows: readonly Row[]
    }
  | { readonly kind: 'term'; readonly row: Row }

/**
 * The site's settings and menu locations for requests with an argument.
 *
 * @example
 * ```ts
 * import { defineExtension, type SiteVariant } from 'lectern'
 *
 * const siteVariant: SiteVariant = {
 *   arg: 'tone',
 *   description: 'How loud settings are.',
 *   of: (site, tone) =>
 *     tone === 'loud'
 *       ? { ...site, option: (name) => (name === 'blogname' ? site.option(name).toUpperCase() : site.option(name)) }
 *       : site,
 * }
 *
 * export default defineExtension({ name: 'tones', siteVariant })
 * ```
 */
export interface SiteVariant {
  readonly arg: string
  readonly description: string
  /** `value` is null where the argument is not given. */
  readonly of: (site: Site, value: string | null) => Site
}

export interface Site {
  /** Empty where it is not stored. */
  readonly option: (name: OptionName) => string
  readonly hasOption: (name: OptionName) => boolean
  /** True for an option that PHP takes for true. */
  readonly isOn: (name: OptionName) => boolean
  /** An option as PHP casts it to an integer. */
  readonly integer: (name: OptionName) => number
  /** The address of the site's home page, without a slash at the end. */
  readonly home: string
  /** The address of the folder of uploads, without a slash at the end. */
  readonly uploadsUrl: string
  readonly timeZone: TimeZone
  /** Hours ahead of UTC now; an answer that shows them expires at the next change of the offset. */
  readonly offsetHoursNow: () => number
  /** The year where the site is; an answer that shows it expires with it. */
  readonly yearNow: () => number
  readonly roles: Roles
  readonly roleTitles: ReadonlyMap<string, string>
  /** The multisite network that it belongs to; null without one. */
  readonly network: Network | null
  /** The key of usermeta that stores a user's roles and capabilities. */
  readonly capabilitiesKey: string
  /** The key of usermeta that stores a user's preferences of the block editor. */
  readonly preferencesKey: string
  readonly stickyPosts: ReadonlySet<string>
  /** Ids of the menus that the theme shows, by menu location. */
  readonly menuLocations: ReadonlyMap<string, string>
  /** Names of the theme's menu locations, as far as they are stored, with or without a menu. */
  readonly menuPlaces: readonly string[]
  /** Ids of the menus to which WordPress adds new pages itself. */
  readonly growingMenus: ReadonlySet<string>
  /** How content types that are not built in are addressed, by name. */
  readonly contentTypes: ReadonlyMap<string, Addressing>
  /** Content types as blocks show them, by name. */
  readonly kinds: ReadonlyMap<string, ContentKind>
  readonly statuses: Statuses
  /** Built-in content types, which are addressed as posts are. */
  readonly likePosts: ReadonlySet<string>
  readonly taxonomies: ReadonlyMap<string, Addressing>
  readonly boundMeta: BoundMeta
  /** Renders the site's own shortcodes and blocks; null where it has none. */
  readonly renderers: Renderers | null
  /** Values of the owner's theme; null where the settings name none. */
  readonly theme: SiteValue<Theme> | null
  /** The bases of addresses of posts and terms, where these differ; else null. */
  readonly addressBase: AddressBase | null
  /** The digest that WordPress makes of a text with its keys (wp_hash); null where they are not configured. */
  readonly digest: ((text: string) => string) | null
  /** Options and rows from which values of extensions are derived. */
  readonly stored: StoredParts
  readonly brand: string
  /** The address of the REST interface, without a slash at the end: `https://api.example.org/cms-json`. */
  readonly restUrl: string
  /** The prefix of REST links, by the site's permalink structure: `https://example.org/index.php?rest_route=`. */
  readonly restBase: string
}

/** By content type, the keys of meta that its blocks may show, with the default value of each. */
export type BoundMeta = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface SiteAddress {
  readonly brand: string
  readonly publicUrl: string
  readonly tablePrefix: string
  readonly contentTypes?: ReadonlyMap<string, Addressing>
  readonly kinds?: ReadonlyMap<string, ContentKind>
  readonly likePosts?: ReadonlySet<string>
  readonly statuses?: Statuses
  readonly taxonomies?: ReadonlyMap<string, Addressing>
  readonly boundMeta?: BoundMeta
  readonly renderers?: Renderers
  readonly theme?: SiteValue<Theme>
  /** Values of options that constants of WordPress override. */
  readonly decided?: ReadonlyMap<OptionName, string>
  readonly digest?: (text: string) => string
  readonly addressBase?: AddressBase
  /** The multisite network that the site belongs to; null without one. */
  readonly network?: () => Network | null
  /** Values of extensions whose rows are read with the site's options. */
  readonly values?: readonly SiteValue<unknown>[]
}

const hourMs = 3_600_000

/** The year at this offset from UTC, and the instant of its end. */
export function yearAt(
  nowMs: number,
  offsetHours: number,
): { readonly year: number; readonly endMs: number } {
  const year = new Date(nowMs + offsetHours * hourMs).getUTCFullYear()
  return { year, endMs: Date.UTC(year + 1, 0, 1) - offsetHours * hourMs }
}

export function createSite(
  options: ReadonlyMap<string, string>,
  {
    brand,
    publicUrl,
    tablePrefix,
    contentTypes,
    kinds,
    likePosts,
    statuses,
    taxonomies,
    boundMeta,
    renderers,
    theme,
    decided,
    digest,
    addressBase,
    network,
  }: SiteAddress,
  stored: StoredParts = nothingStored,
): Site {
  const valueOf = (name: OptionName) => decided?.get(name) ?? options.get(name) ?? ''
  const option = (name: OptionName) => asRead(name, valueOf)
  const places = menuPlaces(options.get(themeOption(option('stylesheet'))) ?? '')
  const ofNetwork = network?.() ?? null
  const zone = timeZone(option('timezone_string'), hoursOf(option('gmt_offset')))
  const roles = parsePhpValue(options.get(rolesOption(tablePrefix)) ?? '')
  return {
    option,
    hasOption: (name) => decided?.has(name) === true || options.has(name),
    isOn: (name) => !isEmpty(option(name)),
    integer: (name) => phpInteger(option(name)),
    home: option('home'),
    uploadsUrl: uploadsUrl(option) + (ofNetwork?.siteId ? `/sites/${ofNetwork.siteId}` : ''),
    timeZone: zone,
    offsetHoursNow: () => zone.offsetHoursAt(Date.now()),
    yearNow: () => yearAt(Date.now(), zone.offsetHoursAt(Date.now())).year,
    roles: parseRoles(roles),
    roleTitles: parseRoleTitles(roles),
    network: ofNetwork,
    capabilitiesKey: capabilitiesKeyOf(tablePrefix),
    preferencesKey: `${tablePrefix}persisted_preferences`,
    stickyPosts: new Set(parsePhpList(option('sticky_posts'))),
    menuLocations: new Map([...places].filter(([, id]) => id !== '0')),
    menuPlaces: [...places.keys()],
    growingMenus: new Set(idsIn(memberOf(parsePhpValue(option('nav_menu_options')), 'auto_add')).values()),
    contentTypes: contentTypes ?? new Map(),
    kinds: kinds ?? new Map(),
    likePosts: likePosts ?? new Set(),
    statuses: statuses ?? builtInStatuses,
    taxonomies: taxonomies ?? new Map(),
    boundMeta: boundMeta ?? new Map(),
    renderers: renderers ?? null,
    theme: theme ?? null,
    addressBase: addressBase ?? null,
    digest: digest ?? null,
    stored,
    brand,
    restUrl: `${publicUrl.replace(/\/+$/, '')}/${brand}-json`,
    restBase: restBase(
      publicUrl.replace(/\/+$/, ''),
      brand,
      decided?.get('permalink_structure') ?? options.get('permalink_structure'),
    ),
  }
}

function hoursOf(offset: string): number {
  return isOffset(offset) ? Number(offset) : 0
}

/** The key of users' meta with their roles and capabilities on the site. */
export function capabilitiesKeyOf(tablePrefix: string): string {
  return `${tablePrefix}capabilities`
}

export function rolesOption(tablePrefix: string): string {
  return `${tablePrefix}user_roles`
}

/** The option that stores the settings of a theme (get_theme_mods). */
export function themeOption(stylesheet: string): string {
  return `theme_mods_${stylesheet}`
}

/** The ids of menus by the names of their locations; 0 for a location without a menu. */
function menuPlaces(themeMods: string): ReadonlyMap<string, string> {
  return idsIn(memberOf(parsePhpValue(themeMods), 'nav_menu_locations'))
}

function memberOf(value: PhpValue, key: string): PhpValue {
  return value instanceof Map ? (value.get(key) ?? null) : null
}

/** Whole numbers as text, by their keys. */
function idsIn(value: PhpValue): ReadonlyMap<string, string> {
  if (!(value instanceof Map)) return new Map()
  const ids = [...value].map(([key, id]): [string, string] => [key, String(id)])
  return new Map(ids.filter(([, id]) => /^\d+$/.test(id)))
}

/** The address of uploads, by the options that move them from the default folder (wp_upload_dir). */
function uploadsUrl(option: Site['option']): string {
  const own = option('upload_url_path')
  if (own !== '') return own
  const path = withoutSlashes(option('upload_path'))
  // An absolute path of the server's disk has no address
  const isPlace = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)
  return `${option('siteurl')}/${path === '' || isPlace ? 'wp-content/uploads' : path}`
}
