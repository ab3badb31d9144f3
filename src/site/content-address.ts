// Finds the content that an address of the site leads to: candidates by parts of the address, then a check that one
// of them has it (url_to_postid).
import { decoded } from '../core/decoded.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, type Row } from '../database/tables.ts'
import type { Site } from './site.ts'

/** A slug is unique only below one parent, so at most this many rows with the slug are examined. */
export const candidatesMax = 100

/**
 * Addresses that this one may stand for, the likeliest first: itself, then the permalink without the suffix of another view
 * (`viewOfContent`). A leading `index.php` is removed from both.
 */
export function meantAddresses(address: URL): readonly URL[] {
  const path = address.pathname.replace(indexFile, '')
  const permalink = path.replace(viewOfContent, '/')
  return [...new Set([path, permalink])].map((pathname) => Object.assign(new URL(address), { pathname }))
}

/** WordPress answers every path below this file, too; on servers that do not rewrite addresses permalinks begin with it. */
const indexFile = /^\/index\.php(?=\/)/

/** Suffixes of permalinks at which WordPress serves other views of the content: pages, comment pages, embed, trackback, feeds. */
const viewOfContent =
  /(?<=[^/])\/(?:\d+|(?:page\/|comment-page-)\d+|embed|trackback|(?:feed\/)?(?:feed|rdf|rss2?|atom))\/?$/

/** Filters, at least one of which matches the content at this address; empty where the address belongs to another site. */
export function candidatesAt(address: URL, site: Site): readonly Filter[] {
  return isOfSite(address, site) ? candidates(address, site) : []
}

/** True where the address leads to the row, whose permalink is `page`; an `exact` match is case-sensitive. */
export function hasAddress(
  address: URL,
  page: string,
  row: Row,
  match: 'loose' | 'exact' = 'loose',
): boolean {
  const named = contentIdIn(address.searchParams)
  return named === null ? leadsTo(address, page, match) : named === String(integerOf(row, 'id'))
}

/** True where the row is the page that lists the posts, and no id names it: WordPress finds no item there (url_to_postid). */
export function leadsToPosts(address: URL, row: Row, site: Site): boolean {
  return contentIdIn(address.searchParams) === null && postsPageId(site) === String(integerOf(row, 'id'))
}

/** Id of the page that lists the posts; null where no page does. */
export function postsPageId(site: Pick<Site, 'option'>): string | null {
  return pageNamed('page_for_posts', site)
}

/** Id of the static front page; null where the front page lists the posts. */
export function frontPageId(site: Pick<Site, 'option'>): string | null {
  return pageNamed('page_on_front', site)
}

function pageNamed(
  name: 'page_for_posts' | 'page_on_front',
  { option }: Pick<Site, 'option'>,
): string | null {
  const id = option(name)
  return option('show_on_front') === 'page' && /^[1-9]\d*$/.test(id) ? id : null
}

function isOfSite({ hostname }: URL, { home }: Site): boolean {
  const bare = (name: string) => name.replace(/^www\./, '')
  return bare(hostname) === bare(URL.parse(home)?.hostname ?? '')
}

const idArgs: ReadonlySet<string> = new Set(['p', 'page_id', 'attachment_id'])

/** Filters by the slug, and by ids that the address may stand for. */
function candidates(address: URL, site: Site): readonly Filter[] {
  const { home, option } = site
  const named = contentIdIn(address.searchParams)
  if (named !== null) return [{ kind: 'in', column: 'id', values: [toIdValue(named)] }]
  const last = segmentsOf(address.pathname).at(-1) ?? ''
  const isHome = samePath(address.pathname, URL.parse(home)?.pathname ?? '/')
  const { slug, id: idInside } = namesInside(address.pathname, site)
  const ids = [last, idInside, isHome ? option('page_on_front') : ''].filter(
    (id) => id && /^\d{1,20}$/.test(id),
  )
  const slugs = [...slugsFor(last), ...slugsFor(slug ?? '')]
  return [
    ...(slugs.length === 0 ? [] : [{ kind: 'in', column: 'slug', values: [...new Set(slugs)] } as const]),
    ...(ids.length === 0
      ? []
      : [{ kind: 'in', column: 'id', values: ids.map((id) => toIdValue(id ?? '')) } as const]),
  ]
}

/** Longer paths are not compared with the permalink structure. */
const pathMax = 2000

/** The slug and the id of a post where the permalink structure has them beside other text (`%postname%.html`), or before the end. */
function namesInside(
  pathname: string,
  { home, option }: Site,
): { readonly slug?: string | undefined; readonly id?: string | undefined } {
  const structure = option('permalink_structure').replace(indexFile, '')
  const isPlain = /^[^%]*$|\/%(?:postname|post_id)%\/?$/.test(structure)
  if (isPlain || pathname.length > pathMax || !structure.split('/').every(isQuickToMatch)) return {}
  const below = (URL.parse(home)?.pathname ?? '/').replace(/\/$/, '')
  const { slug, id } =
    structurePattern(structure).exec(pathname.slice(below.length).replace(indexFile, ''))?.groups ?? {}
  return { slug, id }
}

/** Each further tag in a segment multiplies the ways in which the pattern may match it, unless the tag has a fixed length. */
function isQuickToMatch(part: string): boolean {
  const tags = (part.match(/%\w+%/g) ?? []).filter((tag) => !digits.has(tag.replaceAll('%', '')))
  return tags.length <= (part.includes('%category%') ? 1 : 2)
}

/** The pattern of permalinks: a tag matches digits, one segment no longer than a slug, or (`%category%`) several segments. */
function structurePattern(structure: string): RegExp {
  const parts = structure.replace(/\/$/, '').split(/%(\w+)%/)
  const seen = new Set<string>()
  const pattern = parts.map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part)
    const name = seen.has(part) ? undefined : groups.get(part)
    seen.add(part)
    const text = part === 'category' ? '.+?' : part === 'post_id' ? String.raw`\d{1,20}` : '[^/]{1,200}'
    const length = digits.get(part)
    return length !== undefined ? `\\d{${length}}` : name === undefined ? text : `(?<${name}>${text})`
  })
  return new RegExp(`^${pattern.join('')}/?$`, 'i')
}

const groups: ReadonlyMap<string, string> = new Map([
  ['postname', 'slug'],
  ['post_id', 'id'],
])
/** The number of digits that permalinks have for each part of a time. */
const digits: ReadonlyMap<string, number> = new Map([
  ['year', 4],
  ['monthnum', 2],
  ['day', 2],
  ['hour', 2],
  ['minute', 2],
  ['second', 2],
])

/** Forms in which the slug may be stored: as sent, decoded, and in lower case. */
function slugsFor(segment: string): ReadonlySet<string> {
  if (segment === '') return new Set()
  return new Set([segment, decoded(segment), decoded(segment).toLowerCase()])
}

function leadsTo(address: URL, page: string, match: 'loose' | 'exact'): boolean {
  const to = URL.parse(page)
  const [asked, its] = [address.pathname, to?.pathname ?? ''].map((path) =>
    path.replace(/\/index\.php(?=\/)/, ''),
  )
  return to?.search === '' && samePath(asked ?? '', its ?? '', match)
}

/** The id of a post in the query, which WordPress obeys whatever the path is; null without one. */
export function contentIdIn(query: URLSearchParams): string | null {
  for (const [name, value] of query) {
    const [id] = idArgs.has(name) ? (/^\d{1,20}/.exec(value) ?? []) : []
    if (id !== undefined && BigInt(id) > 0n) return String(BigInt(id))
  }
  return null
}

function samePath(one: string, other: string, match: 'loose' | 'exact' = 'loose'): boolean {
  const [first, second] = [one, other].map((path) => segmentsOf(path).map(decoded).join('/'))
  return first === second || (match === 'loose' && first?.toLowerCase() === second?.toLowerCase())
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}
