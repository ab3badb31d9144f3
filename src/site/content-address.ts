// Finds the content that an address of the site leads to: candidates by parts of the address, then a check that one
// of them has it (url_to_postid).
import { decoded } from '../core/decoded.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, type Row } from '../database/tables.ts'
import type { Site } from './site.ts'

/** A slug is unique below one parent only, so up to so many rows with the slug are looked through. */
export const candidatesMax = 100

/**
 * The addresses that one may mean, the likeliest first: itself, else the permalink before a page of the text or its comments, a
 * feed or a frame; `index.php` may stand before it.
 */
export function meantAddresses(address: URL): readonly URL[] {
  const path = address.pathname.replace(/^\/index\.php(?=\/)/, '')
  const permalink = path.replace(viewOfContent, '/')
  return [...new Set([path, permalink])].map((pathname) => Object.assign(new URL(address), { pathname }))
}

/** WordPress's endings of addresses below which content is served otherwise. */
const viewOfContent =
  /(?<=[^/])\/(?:\d+|(?:page\/|comment-page-)\d+|embed|trackback|(?:feed\/)?(?:feed|rdf|rss2?|atom))\/?$/

/** Filters, one of which content at this address meets; none where the address is of another site. */
export function candidatesAt(address: URL, site: Site): readonly Filter[] {
  return isOfSite(address, site) ? candidates(address, site) : []
}

/** True where a row, whose permalink is `page`, has the address. */
export function hasAddress(address: URL, page: string, row: Row): boolean {
  const named = idNamed(address)
  return named === null ? leadsTo(address, page) : named === String(integerOf(row, 'id'))
}

/** True where the path leads to the page that lists the posts, which is no item by itself (url_to_postid). */
export function leadsToPosts(address: URL, row: Row, site: Site): boolean {
  return idNamed(address) === null && postsPageId(site) === String(integerOf(row, 'id'))
}

/** The page that lists the posts; null where none does. */
export function postsPageId({ option }: Pick<Site, 'option'>): string | null {
  const id = option('page_for_posts')
  return option('show_on_front') === 'page' && /^[1-9]\d*$/.test(id) ? id : null
}

function isOfSite({ hostname }: URL, { home }: Site): boolean {
  const bare = (name: string) => name.replace(/^www\./, '')
  return bare(hostname) === bare(URL.parse(home)?.hostname ?? '')
}

const idArgs: ReadonlySet<string> = new Set(['p', 'page_id', 'attachment_id'])

/** Filters by the slug, and by ids that the address may stand for. */
function candidates(address: URL, { home, option }: Site): readonly Filter[] {
  const named = idNamed(address)
  if (named !== null) return [{ kind: 'in', column: 'id', values: [toIdValue(named)] }]
  const last = segmentsOf(address.pathname).at(-1) ?? ''
  const isHome = samePath(address.pathname, URL.parse(home)?.pathname ?? '/')
  const ids = [last, isHome ? option('page_on_front') : ''].filter((id) => id && /^\d{1,20}$/.test(id))
  return [
    ...(last === '' ? [] : [{ kind: 'in', column: 'slug', values: [...slugsFor(last)] } as const]),
    ...(ids.length === 0
      ? []
      : [{ kind: 'in', column: 'id', values: ids.map((id) => toIdValue(id ?? '')) } as const]),
  ]
}

/** Slugs have no capitals. */
function slugsFor(segment: string): ReadonlySet<string> {
  return new Set([segment, decoded(segment), decoded(segment).toLowerCase()])
}

function leadsTo(address: URL, page: string): boolean {
  const to = URL.parse(page)
  return to !== null && to.search === '' && samePath(address.pathname, to.pathname)
}

/** The id in an address's query, which leads to its post whatever the path is. */
function idNamed({ searchParams }: URL): string | null {
  for (const [name, value] of searchParams) {
    const [id] = idArgs.has(name) ? (/^\d{1,20}/.exec(value) ?? []) : []
    if (id !== undefined && BigInt(id) > 0n) return String(BigInt(id))
  }
  return null
}

function samePath(one: string, other: string): boolean {
  const plain = (path: string) => segmentsOf(path).map(decoded).join('/').toLowerCase()
  return plain(one) === plain(other)
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}
