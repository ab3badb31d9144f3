// Lists of terms, comments, users, menus and their items: `where` → filters and order.
import { GraphQLError } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { slugToStored, toIdValue, type Filter, type SearchWord } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import { seenOf } from '../graphql/kinds.ts'
import type { Order } from '../plan/plan.ts'
import { orderBy, searchFilters } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { descendantsOf, parentsIn, withDescendants } from '../related/descendant-terms.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { rowIdIn } from './ids.ts'
import { enumName } from './names.ts'
import { idIn, idsIn, just, none, noneOf, oneOf, textIn, textsIn, wholeIn } from './where.ts'

const termColumns: ReadonlyMap<string, string> = new Map([
  ['COUNT', 'count'],
  ['DESCRIPTION', 'description'],
  ['NAME', 'name'],
  ['SLUG', 'slug'],
  ['TERM_GROUP', 'group'],
  ['TERM_ID', 'id'],
  ['TERM_ORDER', 'id'],
])

export async function termList(
  asked: readonly WpKind[],
  where: Where,
  also: readonly Filter[],
  context: GraphContext,
): Promise<ListSpec | null | Failure> {
  const types = textsIn(where, 'taxonomies')
  const kinds = types ? asked.filter(({ type }) => types.includes(enumName(type))) : asked
  const [first] = kinds
  if (!first) return null
  const taxonomies = kinds.flatMap(({ told }) => told?.value ?? [])
  const search = textIn(where, 'search')
  const orderby = textIn(where, 'orderby')
  const column = termColumns.get(orderby ?? 'NAME') ?? 'name'
  // Without a direction only names begin with the first
  const isDown = (textIn(where, 'order') ?? (column === 'name' ? 'ASC' : 'DESC')) === 'DESC'
  const order = orderBy(column, isDown, column === 'id' ? isDown : true)
  const below = await belowOf(where, { taxonomies, order }, context)
  if (isFailure(below)) return below
  const apart = await apartFrom(where, taxonomies, context)
  if (isFailure(apart)) return apart
  return {
    kinds,
    source: 'terms',
    visible: visibilityOf(first.resource, context.viewer),
    filters: [
      { kind: 'in', column: 'taxonomy', values: taxonomies },
      ...also,
      ...below,
      ...apart,
      ...(where['hideEmpty'] === true ? noneOf('count', [0]) : []),
      ...oneOf('id', idsIn(where, 'include', 'term')),
      ...noneOf('id', idsIn(where, 'exclude', 'term')),
      ...just('parent_id', wholeIn(where, 'parent')),
      ...oneOf('slug', textsIn(where, 'slug')?.map(slugToStored) ?? null),
      ...oneOf('name', textsIn(where, 'name')),
      ...oneOf('taxonomy_id', idsIn(where, 'termTaxonomyId', 'term')),
      ...ofObjects(where, context, first),
      ...holding('name', textIn(where, 'nameLike')),
      ...holding('description', textIn(where, 'descriptionLike')),
      ...(search === null ? [] : searchFilters(first.resource, { text: search, viewer: context.viewer })),
    ],
    // Terms below another are in the order of the tree
    order: below.length === 0 ? order : [{ kind: 'as-given', column: 'id' }, ...orderBy('id', true)],
  }
}

async function belowOf(
  where: Where,
  { taxonomies, order }: { readonly taxonomies: readonly string[]; readonly order: readonly Order[] },
  { reading }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const above = wholeIn(where, 'childOf')
  const [taxonomy] = taxonomies
  if (!above || taxonomy === undefined) return []
  const ids = await descendantsOf(String(above), { taxonomy, order }, reading)
  return isFailure(ids) ? ids : oneOf('id', ids.map(toIdValue))
}

/** Without the trees of some terms, and without what has something below it. */
async function apartFrom(
  where: Where,
  taxonomies: readonly string[],
  { reading }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const [taxonomy] = taxonomies
  const trees = textsIn(where, 'excludeTree')?.flatMap((text) => rowIdIn(text, 'term') ?? []) ?? []
  if (taxonomy === undefined || (trees.length === 0 && where['childless'] !== true)) return []
  const [ids, parents] = await Promise.all([
    trees.length === 0 ? [] : withDescendants(trees, taxonomy, reading),
    where['childless'] === true ? parentsIn(taxonomy, reading) : [],
  ])
  if (isFailure(ids)) return ids
  return isFailure(parents) ? parents : noneOf('id', [...new Set([...ids, ...parents])].map(toIdValue))
}

function ofObjects(where: Where, { viewer }: GraphContext, { resource }: WpKind): readonly Filter[] {
  const ids = idsIn(where, 'objectIds', 'post')
  const visible = { ...visibilityOf(resource, viewer), resource: 'post' }
  return ids === null ? [] : [{ kind: 'of-post', visible, values: ids }]
}

function holding(column: string, text: string | null): readonly Filter[] {
  if (text === null) return []
  const word: SearchWord = { text, excluded: false, match: 'part' }
  return [{ kind: 'search', columns: [column], words: [word] }]
}

const commentColumns: ReadonlyMap<string, string> = new Map([
  ['COMMENT_DATE', 'created_at'],
  ['COMMENT_DATE_GMT', 'created_at_utc'],
  ['COMMENT_ID', 'id'],
  ['COMMENT_PARENT', 'parent_id'],
  ['COMMENT_POST_ID', 'post_id'],
  ['COMMENT_APPROVED', 'status'],
  ['COMMENT_AUTHOR', 'author_name'],
  ['COMMENT_AUTHOR_URL', 'author_url'],
  ['COMMENT_CONTENT', 'content'],
  ['COMMENT_TYPE', 'type'],
  ['USER_ID', 'author_id'],
])

const commentStatuses: ReadonlyMap<string, string> = new Map([
  ['APPROVE', '1'],
  ['HOLD', '0'],
  ['SPAM', 'spam'],
  ['TRASH', 'trash'],
])

export function commentList(
  kind: WpKind,
  where: Where,
  also: readonly Filter[],
  context: GraphContext,
): ListSpec {
  const { viewer } = context
  const search = textIn(where, 'search')
  const statuses = textsIn(where, 'statusIn')?.flatMap((each) => commentStatuses.get(each) ?? []) ?? ['1']
  const column = commentColumns.get(textIn(where, 'orderby') ?? '') ?? 'created_at_utc'
  const descending = textIn(where, 'order') !== 'ASC'
  // Only viewers who may see addresses find comments by them
  const email = textIn(where, 'authorEmail')
  const types = textsIn(where, 'commentTypeIn') ?? textsIn({ type: [textIn(where, 'commentType')] }, 'type')
  return {
    kinds: [kind],
    source: 'comments',
    visible: seenOf(kind, context),
    filters: [
      { kind: 'in', column: 'status', values: statuses },
      ...also,
      ...just('post_id', idIn(where, 'contentId', 'post')),
      ...oneOf('post_id', idsIn(where, 'contentIdIn', 'post')),
      ...noneOf('post_id', idsIn(where, 'contentIdNotIn', 'post')),
      ...just('parent_id', wholeIn(where, 'parent')),
      ...oneOf('parent_id', idsIn(where, 'parentIn', 'comment')),
      ...noneOf('parent_id', idsIn(where, 'parentNotIn', 'comment')),
      ...just('author_id', idIn(where, 'userId', 'user')),
      ...oneOf('author_id', idsIn(where, 'authorIn', 'user')),
      ...noneOf('author_id', idsIn(where, 'authorNotIn', 'user')),
      ...(email === null ? [] : can(viewer, 'edit_posts') ? just('author_email', email) : [none]),
      ...just('author_url', textIn(where, 'authorUrl')),
      ...oneOf('id', idsIn(where, 'commentIn', 'comment')),
      ...noneOf('id', idsIn(where, 'commentNotIn', 'comment')),
      ...(types === null || types.length === 0
        ? []
        : oneOf(
            'type',
            types.flatMap((type) => (type === 'comment' ? ['comment', ''] : [type])),
          )),
      ...(search === null ? [] : holdingAny(['author_name', 'author_url', 'content'], search)),
    ],
    order:
      textIn(where, 'orderby') === 'COMMENT_IN' && idsIn(where, 'commentIn', 'comment') !== null
        ? [{ kind: 'as-given', column: 'id' }, ...orderBy('id', true)]
        : orderBy(column, descending, column === 'id' ? descending : true),
  }
}

function holdingAny(columns: readonly string[], text: string): readonly Filter[] {
  return [{ kind: 'search', columns, words: [{ text, excluded: false, match: 'part' }] }]
}

const userColumns: ReadonlyMap<string, string> = new Map([
  ['DISPLAY_NAME', 'name'],
  ['LOGIN', 'login'],
  ['NICE_NAME', 'slug'],
  ['URL', 'url'],
  ['EMAIL', 'email'],
  ['REGISTERED', 'registered_at'],
])
/** Orders that tell more than ids do, which show who came first. */
const managed: ReadonlySet<string> = new Set(['email'])

export function userList(kind: WpKind, where: Where, { viewer, site }: GraphContext): ListSpec {
  const manages = can(viewer, 'list_users')
  const roles = ['role', 'roleIn', 'roleNotIn'].filter((name) => (where[name] ?? null) !== null)
  if (roles.length > 0 && !manages)
    throw new GraphQLError('Users are listed by role only for those who manage users.')
  const role = textIn(where, 'role')
  const types = textsIn(where, 'hasPublishedPosts')
  const search = textIn(where, 'search')
  const logins = [textIn(where, 'login') ?? [], textsIn(where, 'loginIn') ?? []].flat()
  return {
    kinds: [kind],
    source: 'users',
    visible: visibilityOf(kind.resource, viewer),
    filters: [
      ...oneOf('id', idsIn(where, 'include', 'user')),
      ...noneOf('id', idsIn(where, 'exclude', 'user')),
      ...just('slug', textIn(where, 'nicename')),
      ...oneOf('slug', textsIn(where, 'nicenameIn')),
      ...noneOf('slug', textsIn(where, 'nicenameNotIn')),
      ...(logins.length === 0 ? [] : manages ? oneOf('login', logins) : [none]),
      ...(types === null ? [] : [publishedIn(types)]),
      ...(role === null ? [] : holdingMeta(site.capabilitiesKey, `"${role.toLowerCase()}"`)),
      ...(search === null ? [] : searchFilters(kind.resource, { text: search.replaceAll('*', ''), viewer })),
    ],
    order: userOrder(where, manages),
  }
}

function publishedIn(types: readonly string[]): Filter {
  return { kind: 'published', values: types.map((type) => type.toLowerCase()) }
}

function holdingMeta(metaKey: string, text: string): readonly Filter[] {
  return [{ kind: 'search', columns: [], metaKey, words: [{ text, excluded: false, match: 'part' }] }]
}

function userOrder(where: Where, manages: boolean): readonly Order[] {
  const asked: readonly unknown[] = Array.isArray(where['orderby']) ? where['orderby'] : []
  const orders = asked.flatMap((each): readonly Order[] => {
    if (typeof each !== 'object' || each === null || !('field' in each)) return []
    const column = userColumns.get(String(each.field))
    if (column === undefined || (managed.has(column) && !manages)) return []
    const descending = 'order' in each && each.order === 'DESC'
    return [{ kind: 'column', column, descending }]
  })
  const [first] = orders
  return first ? [...orders, { kind: 'column', column: 'id', descending: true }] : orderBy('login', false)
}

export function menuList(
  kind: WpKind,
  where: Where,
  also: readonly Filter[],
  { viewer, site }: GraphContext,
): ListSpec {
  return {
    kinds: [kind],
    source: 'terms',
    visible: visibilityOf(kind.resource, viewer),
    filters: [
      { kind: 'in', column: 'taxonomy', values: ['nav_menu'] },
      ...kind.conditions(site),
      ...also,
      ...just('id', idIn(where, 'id', 'term')),
      ...just('slug', textIn(where, 'slug')),
      ...atLocation(where, site.menuLocations, (id) => just('id', id)),
    ],
    order: orderBy('name', false),
  }
}

export function menuItemList(
  kind: WpKind,
  where: Where,
  also: readonly Filter[],
  { viewer, site }: GraphContext,
): ListSpec {
  const parents = [wholeIn(where, 'parentDatabaseId'), idIn(where, 'parentId', 'post')]
  return {
    kinds: [kind],
    source: 'posts',
    visible: visibilityOf(kind.resource, viewer),
    filters: [
      { kind: 'in', column: 'type', values: ['nav_menu_item'] },
      { kind: 'in', column: 'status', values: ['publish'] },
      ...kind.conditions(site),
      ...also,
      ...just('id', idIn(where, 'id', 'post')),
      ...atLocation(where, site.menuLocations, inMenu),
      ...parents.flatMap((parent) => (parent === null ? [] : [belowItem(parent)])),
    ],
    order: orderBy('menu_order', false, true),
  }
}

export function inMenu(id: string | number | bigint): readonly Filter[] {
  return [{ kind: 'term', taxonomy: 'nav_menu', by: 'id', values: [id] }]
}

export function belowItem(id: string | number | bigint): Filter {
  return { kind: 'meta', key: '_menu_item_menu_item_parent', values: [String(id)] }
}

function atLocation(
  where: Where,
  locations: ReadonlyMap<string, string>,
  filtersOf: (menu: string | number | bigint) => readonly Filter[],
): readonly Filter[] {
  const location = textIn(where, 'location')
  if (location === null) return []
  const menu = [...locations].find(([place]) => enumName(place) === location)?.[1]
  return menu === undefined ? [none] : filtersOf(toIdValue(menu))
}
