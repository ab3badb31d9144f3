// Builds the addresses that posts, terms and authors have on the site, by the owner's permalink options
// (get_permalink, get_page_link, get_post_permalink, get_attachment_link, get_term_link, get_author_posts_url).
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { AddressedObject, Addressing, Site } from './site.ts'
import { itemPaths } from './seen-paths.ts'
import { decoded } from '../core/decoded.ts'
import type { Surroundings } from './surroundings.ts'

/** Limits how many ancestors of a post are followed. */
export const ancestorsMax = 20

export function postLink(post: Row, site: Site, around: Surroundings): string {
  const { addressBase } = site
  if (!addressBase) return ownPostLink(post, site, around)
  const id = integerOf(post, 'id')
  const terms = addressBase.usesTerms ? around.termsOf(id) : []
  const rows = addressBase.rows ? around.addressRowsOf(id) : []
  const object = { kind: 'post', row: post, terms, rows } as const
  const isFront =
    textOf(post, 'type') === 'page' &&
    site.option('show_on_front') === 'page' &&
    addressBase.isFront?.(object, site) === true
  return based(isFront ? `${site.home}/` : ownPostLink(post, site, around), object, site)
}

/** Moves an address to the object's own base and adds the object's argument, as `addressBase` decides. */
function based(url: string, object: AddressedObject, site: Site): string {
  const { home, addressBase } = site
  const base = addressBase?.of(object, site)
  const arg = addressBase?.argOf?.(object, site)
  const begun = base && url.startsWith(`${home}/`) ? base + url.slice(home.length) : url
  return arg ? `${begun}${begun.includes('?') ? '&' : '?'}${arg.map(encodeURIComponent).join('=')}` : begun
}

function ownPostLink(post: Row, site: Site, around: Surroundings): string {
  const structure = site.option('permalink_structure')
  const isPlain = structure === '' || !isAddressed(post, site, around)
  const type = textOf(post, 'type')
  switch (site.likePosts.has(type) ? 'post' : type) {
    case 'post':
      return isPlain
        ? `${site.home}/?p=${encodeURIComponent(textOf(post, 'id'))}`
        : articleLink(post, structure, site, around)
    case 'page':
      return pageLink(post, isPlain, site, around)
    case 'attachment':
      return attachmentLink(post, structure, site, around)
    default:
      return customLink(post, site, around)
  }
}

/**
 * True where the post has an address with its slug: where the site shows its status, where the viewer may read it as a private
 * one, or where it is a file, which is as published as its parent (wp_force_plain_post_permalink, get_post_status).
 */
function isAddressed(post: Row, site: Site, { isReader }: Surroundings): boolean {
  const [status, type] = [textOf(post, 'status'), textOf(post, 'type')]
  if (site.statuses.addressed.has(status)) return true
  const isFile = type === 'attachment' && !['trash', 'auto-draft'].includes(status)
  if (!site.statuses.private.includes(status)) return isFile
  const usual = type === 'page' ? 'read_private_pages' : 'read_private_posts'
  return isReader(post, site.contentTypes.get(type)?.readPrivate ?? usual)
}

function articleLink(post: Row, structure: string, site: Site, around: Surroundings): string {
  const path = structure.replace(
    /%(\w+)%/g,
    (tag, name: string) => structureParts.get(name)?.(post, around) ?? tag,
  )
  return `${site.home}/${closed(path, site).replace(/^\/+/, '')}`
}

type Part = (post: Row, around: Surroundings) => string

/** Values of the tags of a permalink structure. */
const structureParts: ReadonlyMap<string, Part> = new Map([
  ['year', (post) => textOf(post, 'created_at').slice(0, 4)],
  ...['monthnum', 'day', 'hour', 'minute', 'second'].map((name, at): [string, Part] => [
    name,
    (post) => textOf(post, 'created_at').slice(5 + 3 * at, 7 + 3 * at),
  ]),
  ['post_id', (post) => textOf(post, 'id')],
  ['postname', (post) => textOf(post, 'slug')],
  ['category', categoryPath],
  ['author', (post, { authorOf }) => textOf(authorOf(integerOf(post, 'author_id')) ?? {}, 'slug')],
])

/** The category with the lowest id names the path. */
function categoryPath(post: Row, { termsOf, pathOf, defaultCategory }: Surroundings): string {
  const [category] = termsOf(integerOf(post, 'id'))
    .filter((term) => term['taxonomy'] === 'category')
    .toSorted((a, b) => Number(integerOf(a, 'id')) - Number(integerOf(b, 'id')))
  return category ? pathOf(category).filter(Boolean).join('/') : textOf(defaultCategory() ?? {}, 'slug')
}

function pageLink(page: Row, isPlain: boolean, site: Site, around: Surroundings): string {
  const id = textOf(page, 'id')
  const isFront = site.option('show_on_front') === 'page' && site.option('page_on_front') === id
  return isFront ? `${site.home}/` : ownPageLink(page, isPlain, site, around)
}

/** The address of a page by its path, even for the front page (_get_page_link): attachments lie below it. */
function ownPageLink(page: Row, isPlain: boolean, site: Site, around: Surroundings): string {
  if (isPlain) return `${site.home}/?page_id=${textOf(page, 'id')}`
  return site.home + closed(`${root(site.option('permalink_structure'))}${pathTo(page, around)}`, site)
}

/** An attachment without a parent is addressed by its slug, others below their parent's address unless that is a query. */
function attachmentLink(attachment: Row, structure: string, site: Site, around: Surroundings): string {
  const plain = `${site.home}/?attachment_id=${textOf(attachment, 'id')}`
  // Broken rows may make a file its own ancestor
  if (isBelowItself(attachment, around)) return plain
  if (structure === '' || !isAddressed(attachment, site, around)) return plain
  const parentId = integerOf(attachment, 'parent_id')
  const slug = textOf(attachment, 'slug')
  if (parentId === 0) return site.home + closed(`/${slug}`, site)
  const parent = around.postOf(parentId)
  if (parent === null || !hasPages(textOf(parent, 'type'), site)) return plain
  // A file is as private as its parent, except to its own author
  const status = textOf(parent, 'status')
  const isPrivate = textOf(attachment, 'status') === 'inherit' && site.statuses.private.includes(status)
  if (isPrivate && !isAddressed({ ...attachment, status }, site, around)) return plain
  const isPage = textOf(parent, 'type') === 'page'
  const below = isPage
    ? ownPageLink(parent, !isAddressed(parent, site, around), site, around)
    : ownPostLink(parent, site, around)
  if (below.includes('?')) return plain
  // WordPress would read a number below an article as its nth page
  const named = /^\d+$/.test(slug) || structure.includes('%category%') ? `attachment/${slug}` : slug
  return `${below.replace(/\/+$/, '')}/${named}${structure.endsWith('/') ? '/' : ''}`
}

/** True for types whose items the site shows (is_post_type_viewable). */
function hasPages(type: string, site: Site): boolean {
  const addressing = site.contentTypes.get(type)
  if (addressing) return addressing.isViewable !== false
  return ['post', 'page', 'attachment'].includes(type) || itemPaths.of(site).has(type)
}

/** True where an attachment's ancestors are attachments without end. */
function isBelowItself(attachment: Row, around: Surroundings): boolean {
  let above: Row | null = attachment
  for (let nth = 0; nth < ancestorsMax; nth++) {
    if (above === null || textOf(above, 'type') !== 'attachment') return false
    above = around.postOf(integerOf(above, 'parent_id'))
  }
  return true
}

function customLink(post: Row, site: Site, around: Surroundings): string {
  const type = textOf(post, 'type')
  const addressing = site.contentTypes.get(type)
  // WordPress's rewrite rules address a type without a definition; without a rule it has no query variable either
  if (!addressing) {
    const before = itemPaths.of(site).get(type)
    return before !== undefined && isAddressed(post, site, around)
      ? site.home + closed(`/${before}/${textOf(post, 'slug')}`, site)
      : `${site.home}/?p=${textOf(post, 'id')}`
  }
  if (!isAddressed(post, site, around)) return `${site.home}/?post_type=${type}&p=${textOf(post, 'id')}`
  const path = addressing.isHierarchical ? pathTo(post, around) : textOf(post, 'slug')
  const structure = site.option('permalink_structure')
  if (structure === '' || !addressing.isPath)
    return addressing.queryVar === null
      ? `${site.home}/?post_type=${type}&p=${textOf(post, 'id')}`
      : `${site.home}/?${addressing.queryVar}=${path}`
  return site.home + closed(`${beginning(addressing, structure)}${addressing.slug}/${path}`, site)
}

/** Builds the address where the site lists content of a type (get_post_type_archive_link). */
export function archiveLink(type: string, site: Site): string {
  const structure = site.option('permalink_structure')
  const addressing = site.contentTypes.get(type)
  if (structure === '' || !addressing?.isPath) return `${site.home}/?post_type=${type}`
  return (
    site.home + closed(`${beginning(addressing, structure)}${addressing.archive ?? addressing.slug}`, site)
  )
}

/** The path of an address below the site's: `/2024/02/25/hello/`. */
export function uriOf(url: string, { home }: Pick<Site, 'home'>): string {
  if (!url.startsWith(home)) return url
  const rest = url.slice(home.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Slugs of a post's ancestors, topmost first, then its own; a draft may have none yet. */
function pathTo(post: Row, { postOf }: Pick<Surroundings, 'postOf'>): string {
  const slugs: string[] = []
  // A cycle of parents ends the path before the first repeated page (get_post_ancestors)
  const seen = new Set([textOf(post, 'id')])
  for (
    let above = postOf(integerOf(post, 'parent_id'));
    above !== null && slugs.length < ancestorsMax && !seen.has(textOf(above, 'id'));
    above = postOf(integerOf(above, 'parent_id'))
  ) {
    slugs.unshift(textOf(above, 'slug'))
    seen.add(textOf(above, 'id'))
  }
  return [...slugs.filter((slug) => slug !== ''), textOf(post, 'slug')].join('/')
}

const termBases: ReadonlyMap<
  string,
  { readonly option: 'category_base' | 'tag_base'; readonly fallback: string }
> = new Map([
  ['category', { option: 'category_base', fallback: 'category' }],
  ['post_tag', { option: 'tag_base', fallback: 'tag' }],
])

export function termLink(term: Row, site: Site, around: Pick<Surroundings, 'pathOf'>): string {
  return based(ownTermLink(term, site, around), { kind: 'term', row: term }, site)
}

function ownTermLink(term: Row, site: Site, { pathOf }: Pick<Surroundings, 'pathOf'>): string {
  const taxonomy = textOf(term, 'taxonomy')
  const structure = site.option('permalink_structure')
  const base = termBases.get(taxonomy)
  const addressing = site.taxonomies.get(taxonomy)
  if (!base && !addressing) return `${site.home}/?taxonomy=${taxonomy}&term=${textOf(term, 'slug')}`
  if (structure === '' || addressing?.isPath === false)
    return site.home + plainTerm(term, taxonomy, addressing?.queryVar)
  const own = base ? site.option(base.option).replace(/^\/+/, '') : ''
  // Only categories and hierarchical taxonomies have their parents in the path
  const isNested = addressing?.isHierarchical ?? taxonomy === 'category'
  const path = isNested ? pathOf(term).join('/') : textOf(term, 'slug')
  // A base that the owner chose replaces the structure's front where the web server can rewrite addresses
  const withFront = own === '' ? (addressing?.withFront ?? true) : root(structure) !== '/'
  const before = own || (base?.fallback ?? addressing?.slug ?? taxonomy)
  return site.home + closed(`${beginning({ withFront }, structure)}${before}/${path}`, site)
}

function plainTerm(term: Row, taxonomy: string, queryVar: string | null = taxonomy): string {
  if (taxonomy === 'category') return `/?cat=${textOf(term, 'id')}`
  if (queryVar === null) return `/?taxonomy=${taxonomy}&term=${textOf(term, 'slug')}`
  return `/?${taxonomy === 'post_tag' ? 'tag' : queryVar}=${textOf(term, 'slug')}`
}

export function authorLink(user: Row, site: Site): string {
  const structure = site.option('permalink_structure')
  if (structure === '') return `${site.home}/?author=${textOf(user, 'id')}`
  return site.home + closed(`${front(structure)}author/${textOf(user, 'slug')}`, site)
}

/** Builds the address that lists posts of a year, a month or a day (get_year_link, get_month_link, get_day_link). */
export function periodLink(
  { year, month, day }: { readonly year: number; readonly month: number | null; readonly day: number | null },
  site: Site,
): string {
  const structure = site.option('permalink_structure')
  const parts = [
    String(year).padStart(4, '0'),
    ...[month, day].flatMap((part) => (part === null ? [] : [String(part).padStart(2, '0')])),
  ]
  if (structure === '') return `${site.home}/?m=${parts.join('')}`
  // Without the prefix, years and ids of posts at the same position could not be distinguished
  const begin = structure.includes('%post_id%') ? 'date/' : ''
  return site.home + closed(`${front(structure)}${begin}${parts.join('/')}`, site)
}

function beginning({ withFront }: Pick<Addressing, 'withFront'>, structure: string): string {
  return withFront ? front(structure) : root(structure)
}

/** The part of a structure before its first tag: `/blog/` of `/blog/%postname%/`. */
function front(structure: string): string {
  return /^[^%]*/.exec(structure)?.[0] || '/'
}

/** The prefix of every address where the web server cannot rewrite: `/index.php/`. */
function root(structure: string): string {
  return structure.startsWith('/index.php/') ? '/index.php/' : '/'
}

/** Ends the path with a slash where the structure ends with one (user_trailingslashit). */
export function closed(path: string, { option }: Pick<Site, 'option'>): string {
  const bare = path.replace(/\/+$/, '')
  return option('permalink_structure').endsWith('/') ? `${bare}/` : bare
}

/** The address with a placeholder for the slug, as editors show it (get_sample_permalink). */
export function permalinkTemplate(post: Row, site: Site, around: Surroundings): string {
  const [type, stored] = [textOf(post, 'type'), textOf(post, 'status')]
  const isFile = type === 'attachment'
  const isLoose = isFile && around.postOf(integerOf(post, 'parent_id')) === null
  if (isLoose) return `${site.home}/?attachment_id=${textOf(post, 'id')}`
  const slug = type === 'post' || isFile ? '%postname%' : '%pagename%'
  // The template is that of the published post, except for posts that never get its address (get_sample_permalink)
  const isOpen = type === 'post' ? site.statuses.addressable.has(stored) : !isFile || stored !== 'trash'
  const address = postLink({ ...post, slug, status: isOpen ? 'publish' : stored }, site, around)
  // An address that is a query is shown as it is
  if (address.startsWith(`${site.home}/?`)) return postLink(post, site, around)
  // The template leaves out the segment that keeps slugs of files apart from those of posts
  if (isFile) return address.replace('/attachment/%postname%', '/%postname%')
  const [above = '', ...rest] = address.split('%pagename%')
  // The path above a page is shown decoded (editable_slug)
  return rest.length === 0 ? address : [decoded(above), ...rest].join('%pagename%')
}
