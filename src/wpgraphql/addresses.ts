// Resolves addresses of the site to content, terms, authors, comments, and the archives of content types.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Preview } from '../core/viewer.ts'
import { equal, storedSlugs, toIdValue, type Filter } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { nodesById, toNodes } from '../graphql/nodes.ts'
import { addressesOf, findAt } from '../graphql/single.ts'
import type { ListPlan } from '../plan/plan.ts'
import { orderBy } from '../planner/planner.ts'
import { soughtIn } from '../planner/preview.ts'
import { seenOf } from '../graphql/kinds.ts'
import { contentIdIn, frontPageId, postsPageId } from '../site/content-address.ts'
import { archiveLink, authorLink, termLink } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { contentTypeObject } from './directory.ts'
import type { WpKind, WpNode } from './fields.ts'
import { formatLink } from './fields-term.ts'
import type { WpKinds } from './kinds.ts'
import { isFoundBy } from './open-fields.ts'
import { queriedBy, variablesIn, type Queried } from './query-variables.ts'
import { wantedOf } from './wanted.ts'

/** The target of an address, before it is read for the viewer. */
export type Aimed = { readonly kind: WpKind; readonly id: string } | { readonly archiveOf: string }

export async function readAt(
  uri: string,
  kinds: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const aimed = commentAt(uri, kinds, context.site) ?? (await aimOf(uri, kinds.content, kinds, context))
  if (isFailure(aimed)) return refuse(aimed, context)
  if (aimed === null) return null
  if ('id' in aimed) return readNode(aimed.id, aimed.kind, context, info)
  const names = kinds.contentTypes.find(({ name }) => name === aimed.archiveOf)
  return names ? contentTypeObject(names, context.site) : null
}

/** The comment that an address of the site ends with, whatever comes before. */
function commentAt(uri: string, { comment }: WpKinds, site: Site): Aimed | null {
  const [, id] = /#comment-([1-9]\d{0,18})$/.exec(uri.trim()) ?? []
  return comment && id !== undefined && pathOf(uri, site) !== null ? { kind: comment, id } : null
}

/** Reads one node, with the fields that are selected directly on it. */
export async function readNode(
  id: string,
  kind: WpKind,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  const nodes = await nodesById([toIdValue(id)], wantedOf([kind], info, [[]], context), context)
  return isFailure(nodes) ? refuse(nodes, context) : (nodes.get(id) ?? null)
}

export async function aimOf(
  uri: string,
  content: readonly WpKind[],
  kinds: WpKinds,
  context: GraphContext,
): Promise<Aimed | null | Failure> {
  const { site } = context
  const path = pathOf(uri, site)
  if (path === null) return null
  const [, query = ''] = /\?([^#]*)/.exec(uri) ?? []
  const namesContent = contentIdIn(new URLSearchParams(query)) !== null
  const queried = path === '/' && !namesContent ? queriedBy(variablesIn(query), kinds, site) : null
  if (queried !== null) return queried === 'lists' ? null : queriedAt(queried, kinds, context)
  const listed = namesContent ? null : archiveAt(path, kinds, site)
  if (listed !== null) return listed
  for (const address of [uri, withoutPage(uri)]) {
    if (address === null) continue
    const found = await contentAt(address, content, context)
    if (found !== null) return found
  }
  return namesContent ? null : namedAt(path, kinds, context)
}

/** Finds content by its address; that of the posts page is the archive of posts. */
export async function contentAt(
  address: string,
  kinds: readonly WpKind[],
  context: GraphContext,
  preview: Preview | null = null,
): Promise<Aimed | null | Failure> {
  const addresses = addressesOf(escapedPercents(address), context.site)
  const found = await findAt(addresses, kinds, context, { match: 'exact', preview })
  if (isFailure(found) || found === null) return found
  const listsPosts = found.kind.resource.name === 'page' && found.id === postsPageId(context.site)
  return listsPosts ? { archiveOf: 'post' } : found
}

async function queriedAt(
  queried: Queried,
  { content }: WpKinds,
  context: GraphContext,
): Promise<Aimed | null | Failure> {
  if ('archiveOf' in queried) return queried
  if ('pagePath' in queried) {
    const pages = content.filter(
      ({ resource }) => ['page', 'attachment'].includes(resource.name) && isFoundBy(resource, 'SLUG'),
    )
    const parts = queried.pagePath.toWellFormed().split('/').map(encodeURIComponent)
    const path = `/${parts.filter((part) => part !== '').join('/')}/`
    return contentAt(path, pages, { ...context, site: withPermalinks(context.site) })
  }
  const { kind, by, value, dates = [] } = queried
  if (by === 'id') return { kind, id: value }
  if (!isFoundBy(kind.resource, 'SLUG')) return null
  const ofSlug: Filter = { kind: 'in', column: 'slug', values: storedSlugs(value) }
  return byFilters(kind, [ofSlug, ...(kind.idKind === 'post' ? dates : [])], context)
}

/** The site as if it had pretty permalinks, so that pages are found by their path. */
function withPermalinks(site: Site): Site {
  if (site.option('permalink_structure') !== '') return site
  return { ...site, option: (name) => (name === 'permalink_structure' ? '/%postname%/' : site.option(name)) }
}

/** The path of an address below the site's home, not decoded; null for an address of another site. */
function pathOf(uri: string, { home }: Site): string | null {
  const bare = uri.trim().split('#', 1)[0] ?? ''
  if (bare === '' || bare.startsWith('//')) return null
  if (!/^[a-z][a-z\d+.-]*:/i.test(bare)) return `/${(bare.split('?', 1)[0] ?? '').replace(/^\/+/, '')}`
  const own = URL.parse(home)
  const given = URL.parse(bare)
  if (!own || given?.host !== own.host) return null
  const rest = bare.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? ''
  const below = own.pathname.replace(/(?<!\/)\/+$/, '')
  return rest.startsWith(`${below}/`) ? rest.slice(below.length) : null
}

/** Escapes percent signs that begin no escape, since clients may send decoded addresses. */
function escapedPercents(uri: string): string {
  return uri.replace(/%(?![\da-f]{2})/gi, '%25')
}

/** The address without the number of a page (`/page/2/`, `/2/`) at its end; null where it has none. */
function withoutPage(uri: string): string | null {
  const [path = ''] = uri.split(/[?#]/, 1)
  const parts = path.split('/').filter((part) => part !== '')
  const last = parts.pop() ?? ''
  if (parts.at(-1) === 'page') parts.pop()
  if (parts.length === 0 || !/^\d{1,4}$/.test(last)) return null
  return /^[a-z]+:$/i.test(parts[0] ?? '')
    ? `${parts[0]}//${parts.slice(1).join('/')}/`
    : `/${parts.join('/')}/`
}

/** The content type whose archive has this path; null where there is none. */
function archiveAt(path: string, { contentTypes }: WpKinds, site: Site): Aimed | null {
  if (path === '/' && frontPageId(site) === null) return { archiveOf: 'post' }
  const archive = contentTypes.find(({ name, definition }) => {
    const link = definition.hasArchive ? archiveLink(name, site) : '?'
    return !link.includes('?') && samePath(pathOf(link, site), path)
  })
  return archive ? { archiveOf: archive.name } : null
}

function samePath(one: string | null, other: string): boolean {
  const segments = (path: string) =>
    path
      .split('/')
      .filter((part) => part !== '')
      .join('/')
  return one !== null && segments(one) === segments(other)
}

/** Finds terms and authors by the slug that follows the prefix of their addresses. */
async function namedAt(
  path: string,
  { terms, user }: WpKinds,
  context: GraphContext,
): Promise<Aimed | null | Failure> {
  const { site } = context
  for (const kind of terms) {
    const slug = slugBelow(termPrefix(kind, site), path, kind.discriminator?.value === 'category')
    if (slug === null) continue
    const stored = kind.discriminator?.value === 'post_format' ? `post-format-${slug}` : slug
    return bySlug(kind, stored, context)
  }
  const author = user ? slugBelow(prefixOf(authorLink({ id: 0, slug: mark }, site), site), path, false) : null
  return user && author !== null ? bySlug(user, author, context) : null
}

const mark = '-slug-'

function termPrefix({ discriminator }: WpKind, site: Site): string | null {
  const term = { id: 0, slug: mark, parent_id: 0, taxonomy: discriminator?.value ?? '' }
  if (discriminator?.value === 'post_format') return prefixOf(formatLink(mark, site), site)
  return prefixOf(termLink(term, site, { pathOf: () => [mark] }), site)
}

function prefixOf(address: string, site: Site): string | null {
  const path = pathOf(address, site)
  const at = path?.indexOf(mark) ?? -1
  return path === null || at < 0 || address.includes('?') ? null : path.slice(0, at)
}

/** The slug that follows the prefix; where slugs may be nested, the last of them. */
function slugBelow(prefix: string | null, path: string, isNested: boolean): string | null {
  if (prefix === null || !path.startsWith(prefix)) return null
  const parts = path
    .slice(prefix.length)
    .replace(/\/page\/\d+\/?$/, '')
    .split('/')
    .filter((part) => part !== '')
  return parts.length === 1 || (isNested && parts.length > 1) ? (parts.at(-1) ?? null) : null
}

export async function bySlug(
  kind: WpKind,
  slug: string,
  context: GraphContext,
): Promise<Aimed | null | Failure> {
  return byFilter(kind, { kind: 'in', column: 'slug', values: storedSlugs(slug) }, context)
}

export function byFilter(
  kind: WpKind,
  filter: Filter,
  context: GraphContext,
  preview: Preview | null = null,
): Promise<Aimed | null | Failure> {
  return byFilters(kind, [filter], context, preview)
}

async function byFilters(
  kind: WpKind,
  all: readonly Filter[],
  context: GraphContext,
  preview: Preview | null = null,
): Promise<Aimed | null | Failure> {
  const plan = planOfOne(kind, all, ['id'], context)
  const { visible, filters } = soughtIn(kind.resource, context.viewer, preview)
  const found = await context.reading.list(
    preview ? { ...plan, visible, filters: [...plan.filters, ...filters] } : plan,
  )
  if (isFailure(found)) return found
  const [row] = found.rows
  return row ? { kind, id: textOf(row, 'id') } : null
}

/** Reads the node that meets a filter, with the fields that are selected directly on it, in one statement. */
export async function nodeByFilter(
  kind: WpKind,
  filter: Filter,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  const wanted = wantedOf([kind], info, [[]], context)
  const filters = [filter, ...kind.conditions(context)]
  const found = await context.reading.list(planOfOne(kind, filters, wanted.columns, context))
  const nodes = isFailure(found) ? found : await toNodes(found.rows, wanted, context)
  return isFailure(nodes) ? refuse(nodes, context) : (nodes[0] ?? null)
}

/** The one row of a kind that meets the filters, the newest where several do. */
function planOfOne(
  kind: WpKind,
  filters: readonly Filter[],
  columns: readonly string[],
  context: GraphContext,
): ListPlan {
  const { resource } = kind
  return {
    kind: 'list',
    source: resource.source,
    columns,
    filters: [...equal(resource.where), ...filters],
    visible: seenOf(kind, context, 'visibleAlone'),
    order: orderBy('id', true),
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}
