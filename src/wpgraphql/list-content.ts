// Lists of content: `where` → filters and order, over one content type or several.
import { isFailure, type Failure } from '../core/failure.ts'
import { builtInStatuses } from '../core/status.ts'
import { withoutTags } from '../core/plain-text.ts'
import { can } from '../core/viewer.ts'
import { storedSlugs, toIdValue, type Filter, type Visibility } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Order } from '../plan/plan.ts'
import { orderBy, planBySlug } from '../planner/planner.ts'
import { byRelevance, searchFilters } from '../planner/search.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { searchedAs } from '../registry/exposed.ts'
import type { ResourceLists } from '../registry/resource.ts'
import type { Site } from '../site/site.ts'
import { knownMimeTypes } from '../resources/media/mime-types.ts'
import { addedFilters } from './added-types.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import type { WpKinds } from './kinds.ts'
import { enumName } from './names.ts'
import { isOpen } from './open-fields.ts'
import { openWhere } from './open-where.ts'
import { termConditions } from './where-terms.ts'
import { defaultTemplate, templateEnum } from './templates.ts'
import { dateFilters } from './where-date.ts'
import { idIn, idsIn, just, none, noneOf, oneOf, textIn, textsIn, wholeIn } from './where.ts'

/** `asked` are the kinds that the list may have; `also` are further conditions on its rows. */
export async function contentList(
  asked: readonly WpKind[],
  given: Where,
  also: readonly Filter[],
  kinds: WpKinds,
  context: GraphContext,
): Promise<ListSpec | null | Failure> {
  const { viewer } = context
  const wanted = ofTypes(asked, given).filter(
    ({ resource: { statuses } }) => !statuses?.read || can(viewer, statuses.read),
  )
  const where = openWhere(given, wanted)
  const [first] = wanted
  const visible = visibleOf(wanted, kinds, context)
  if (!first || visible === null) return null
  const found = await Promise.all([
    termConditions(first, where, kinds, context),
    authorConditions(where, kinds, context),
  ])
  const failed = found.find(isFailure)
  if (failed) return failed
  const looked = found.flatMap((filters) => (isFailure(filters) ? [] : filters))
  const search = searchIn(where)
  const searched = searchedAs(
    first.resource,
    wanted.map(({ resource }) => resource),
  )
  return {
    kinds: wanted,
    source: 'posts',
    visible,
    filters: [
      {
        kind: 'in',
        column: 'type',
        values: wanted.map(({ discriminator, resource }) => discriminator?.value ?? resource.name),
      },
      ...statusFilters(wanted, where),
      ...also,
      ...ownFilters(where),
      ...stickyFilters(where, kinds, context.site),
      ...templateFilters(where, kinds),
      ...looked,
      ...addedFilters(wanted, where, context.site),
      ...(search === null ? [] : searchFilters(searched, { text: search, viewer })),
    ],
    order: orderOf(where, searched, search),
  }
}

/** The kinds that are listed together. Files have a status of their own, so they are listed only where `where` names statuses. */
export function listedTogether(kinds: readonly WpKind[], where: Where): readonly WpKind[] {
  return statusesIn(where) ? kinds : kinds.filter(({ resource }) => resource.name !== 'attachment')
}

function statusesIn(where: Where): readonly string[] | null {
  const status = textIn(where, 'status')
  return textsIn(where, 'stati') ?? (status === null ? null : [status])
}

function ofTypes(kinds: readonly WpKind[], where: Where): readonly WpKind[] {
  const types = textsIn(where, 'contentTypes')
  return types ? kinds.filter(({ resource }) => types.includes(enumName(resource.name))) : kinds
}

function visibleOf(
  [first, ...others]: readonly WpKind[],
  { anyContent }: WpKinds,
  { viewer }: GraphContext,
): Visibility | null {
  if (!first) return null
  if (others.length === 0)
    return visibilityOf(first.resource, viewer, isVersion(first) ? 'visibleAlone' : 'visible')
  return anyContent && visibilityOf(anyContent, viewer)
}

/** True for versions, which lie below content and are visible to viewers who may edit that. */
function isVersion({ resource }: WpKind): boolean {
  return resource.within !== null
}

/** Filters by the requested statuses, by default that of REST's list; versions have a single one, and no default. */
function statusFilters([first]: readonly WpKind[], where: Where): readonly Filter[] {
  if (first && isVersion(first) && statusesIn(where) === null) return []
  const { listed = {}, knownStatuses: statuses = builtInStatuses } = first?.resource ?? {}
  const known = new Map(statuses.names.map((name) => [enumName(name), name]))
  const names = statusesIn(where)?.flatMap((each) => known.get(each) ?? []) ?? [listed['status'] ?? 'publish']
  return oneOf('status', names)
}

/** Conditions on columns of the row itself. */
function ownFilters(where: Where): readonly Filter[] {
  const password = textIn(where, 'password')
  const hasPassword = where['hasPassword']
  const mime = textIn(where, 'mimeType')
  const name = textIn(where, 'name')
  return [
    ...just('id', idIn(where, 'id', 'post')),
    ...oneOf('id', idsIn(where, 'in', 'post')),
    ...noneOf('id', idsIn(where, 'notIn', 'post')),
    ...oneOf('slug', name === null ? null : storedSlugs(name)),
    ...oneOf('slug', textsIn(where, 'nameIn')?.flatMap(storedSlugs) ?? null),
    ...just('title', textIn(where, 'title')),
    ...just('parent_id', idIn(where, 'parent', 'post')),
    ...oneOf('parent_id', idsIn(where, 'parentIn', 'post')),
    ...noneOf('parent_id', idsIn(where, 'parentNotIn', 'post')),
    ...(hasPassword === true ? noneOf('password', ['']) : []),
    ...(hasPassword === false ? just('password', '') : []),
    ...just('password', password),
    ...(mime === null
      ? []
      : oneOf(
          'mime_type',
          knownMimeTypes.filter((each) => enumName(each) === mime),
        )),
    ...dateFilters(where['dateQuery']),
  ]
}

/** Sticky posts are named by an option of the site, not by their rows. */
function stickyFilters(where: Where, { named }: WpKinds, { stickyPosts }: Site): readonly Filter[] {
  const isSticky = where['isSticky']
  if (typeof isSticky !== 'boolean' || !named.has('post')) return []
  const ids = [...stickyPosts].map((id) => toIdValue(id))
  return isSticky ? oneOf('id', ids) : noneOf('id', ids)
}

/** A row has the default template if it names none that the theme has. */
function templateFilters(where: Where, { templates }: WpKinds): readonly Filter[] {
  const asked = textIn(where, 'template')
  if (asked === null) return []
  const names = [...templates.keys()]
  const having = (values: readonly string[]): Filter => ({ kind: 'meta', key: '_wp_page_template', values })
  if (asked === defaultTemplate) return names.length === 0 ? [] : [{ kind: 'none', filters: [having(names)] }]
  return [having(names.filter((name) => templateEnum(name) === asked))]
}

/** Conditions on authors, by ids and by the slug of a user whom the viewer may see. */
async function authorConditions(
  where: Where,
  { user }: WpKinds,
  { reading, viewer }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const filters = [
    ...just('author_id', wholeIn(where, 'author') || null),
    ...oneOf('author_id', idsIn(where, 'authorIn', 'user')),
    ...noneOf('author_id', idsIn(where, 'authorNotIn', 'user')),
  ]
  const slug = textIn(where, 'authorName')
  if (slug === null) return filters
  if (user === null) return [none]
  if (!isOpen(user.resource, 'slug')) return filters
  const visible = visibilityOf(user.resource, viewer, 'visibleAlone')
  const found = await reading.list(planBySlug(user.resource, slug, visible))
  if (isFailure(found)) return found
  return [
    ...filters,
    ...oneOf(
      'author_id',
      found.rows.map((row) => toIdValue(textOf(row, 'id'))),
    ),
  ]
}

const columns: ReadonlyMap<string, string> = new Map([
  ['AUTHOR', 'author_id'],
  ['COMMENT_COUNT', 'comment_count'],
  ['DATE', 'created_at'],
  ['MENU_ORDER', 'menu_order'],
  ['MODIFIED', 'modified_at'],
  ['PARENT', 'parent_id'],
  ['SLUG', 'slug'],
  ['TITLE', 'title'],
])

const newest = orderBy('created_at', true)
const asGiven: Order = { kind: 'as-given', column: 'id' }
const byId: Order = { kind: 'column', column: 'id', descending: true }

/** Ties are broken by id, the greatest first, in both directions. */
function orderOf(
  where: Where,
  { search: { columns: searched } }: ResourceLists,
  search: string | null,
): readonly Order[] {
  const given = idsIn(where, 'in', 'post') === null ? [] : [asGiven]
  const asked: readonly unknown[] = Array.isArray(where['orderby']) ? where['orderby'] : []
  const orders = asked.flatMap((each): readonly Order[] => {
    if (typeof each !== 'object' || each === null || !('field' in each) || !('order' in each)) return []
    if (each.field === 'IN') return given
    const column = columns.get(String(each.field))
    return column === undefined ? [] : [{ kind: 'column', column, descending: each.order === 'DESC' }]
  })
  if (orders.length > 0) return [...orders, byId]
  if (given.length > 0) return [...given, byId]
  if (search !== null && searchesWords(search)) return [byRelevance(search, searched), ...newest]
  return newest
}

/** The words of a search, without markup; null where none are left. */
function searchIn(where: Where): string | null {
  const text = withoutTags(textIn(where, 'search') ?? '').trim()
  return text === '' ? null : text
}

/** True where the search has more than spaces and quotes, so that rows can be ranked by it. */
function searchesWords(search: string): boolean {
  return /[^\s"]/.test(search)
}
