// Lists of users, menus and their items: `where` → filters and order.
import { GraphQLError } from 'graphql'
import { can, type Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Order } from '../plan/plan.ts'
import { orderBy } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import type { WpKinds } from './kinds.ts'
import { enumName } from './names.ts'
import { isOpen } from './open-fields.ts'
import { openWhere } from './open-where.ts'
import { idIn, idsIn, just, none, noneOf, oneOf, textIn, textsIn, wholeIn } from './where.ts'

const userColumns: ReadonlyMap<string, string> = new Map([
  ['DISPLAY_NAME', 'name'],
  ['LOGIN', 'login'],
  ['NICE_NAME', 'slug'],
  ['URL', 'url'],
  ['EMAIL', 'email'],
  ['REGISTERED', 'registered_at'],
])
/** Orders by a value's position in an argument: the name of the argument, and the column of the value. */
const givenUsers: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['LOGIN_IN', ['loginIn', 'login']],
  ['NICE_NAME_IN', ['nicenameIn', 'slug']],
])

export function userList(
  kind: WpKind,
  given: Where,
  content: WpKinds['content'],
  { viewer, site }: GraphContext,
): ListSpec {
  const where = openWhere(given, [kind])
  const manages = can(viewer, 'list_users')
  if (!manages) refuseManaged(where)
  const holding = (names: readonly string[] | null): readonly Filter[] =>
    [...site.roles.keys()]
      .filter((role) => names?.includes(enumName(role)))
      .map((role) => holdingMeta(site.capabilitiesKey, `"${role}"`))
  const role = textIn(where, 'role')
  const some = [role === null ? null : [role], textsIn(where, 'roleIn')].filter((names) => names !== null)
  const others = holding(textsIn(where, 'roleNotIn'))
  const types = textsIn(where, 'hasPublishedPosts')
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
      ...noneOf('login', textsIn(where, 'loginNotIn')),
      ...(types === null ? [] : publishedIn(types, content)),
      ...some.map((names): Filter => ({ kind: 'any', filters: holding(names) })),
      ...(others.length === 0 ? [] : [{ kind: 'none', filters: others } as const]),
      ...userSearch(where, kind.resource, viewer),
    ],
    order: userOrder(where),
  }
}

/** Throws for conditions and orders that would reveal roles, logins and email addresses of users. */
function refuseManaged(where: Where): void {
  if (textIn(where, 'role') !== null || ['roleIn', 'roleNotIn'].some((name) => textsIn(where, name) !== null))
    throw new GraphQLError('Only viewers who may list users can filter them by role.')
  if (textsIn(where, 'loginNotIn') !== null)
    throw new GraphQLError('Only viewers who may list users can exclude them by login.')
  if (ordersIn(where).some(({ field }) => field === 'EMAIL'))
    throw new GraphQLError('Only viewers who may list users can order them by email.')
}

/** Authors of published content of these types; content of which the owner closed the author is left out. */
function publishedIn(types: readonly string[], content: WpKinds['content']): readonly Filter[] {
  const asked = content.filter(({ resource }) => types.includes(enumName(resource.name)))
  const open = asked.filter(({ resource }) => isOpen(resource, 'author'))
  if (asked.length > 0 && open.length === 0) return []
  return [{ kind: 'published', values: open.map(({ resource }) => resource.name) }]
}

const userSearchColumns: ReadonlyMap<string, string> = new Map([
  ['EMAIL', 'email'],
  ['ID', 'id'],
  ['LOGIN', 'login'],
  ['NICENAME', 'slug'],
  ['URL', 'url'],
])

/** Searches the named columns, as far as the viewer may search them; without names, the columns that may hold such a text. */
function userSearch(where: Where, resource: ResourceDefinition, viewer: Viewer): readonly Filter[] {
  const text = (textIn(where, 'search') ?? '').replaceAll('*', '')
  const { guarded, columns: open } = resource.search
  const own = guarded && can(viewer, guarded.capability) ? guarded : null
  const searchable = [...open, ...(own?.columns ?? []), ...(isOpen(resource, 'url') ? ['url'] : [])]
  const named = textsIn(where, 'searchColumns')?.map((name) => userSearchColumns.get(name))
  const columns = named ? searchable.filter((column) => named.includes(column)) : (own?.unnamed(text) ?? open)
  if (columns.length === 0 && text !== '') return [none]
  return searchFilters(resource, { text, viewer, columns })
}

function holdingMeta(metaKey: string, text: string): Filter {
  return { kind: 'search', columns: [], metaKey, words: [{ text, excluded: false, match: 'part' }] }
}

interface AskedOrder {
  readonly field: string
  readonly descending: boolean
}

function ordersIn(where: Where): readonly AskedOrder[] {
  const asked: readonly unknown[] = Array.isArray(where['orderby']) ? where['orderby'] : []
  return asked.flatMap((each) =>
    typeof each === 'object' && each !== null && 'field' in each
      ? [{ field: String(each.field), descending: 'order' in each && each.order === 'DESC' }]
      : [],
  )
}

function userOrder(where: Where): readonly Order[] {
  const orders = ordersIn(where).flatMap(({ field, descending }): readonly Order[] => {
    const [listed, given] = givenUsers.get(field) ?? []
    if (listed !== undefined && given !== undefined)
      return textsIn(where, listed) === null ? [] : [{ kind: 'as-given', column: given }]
    const column = userColumns.get(field)
    return column === undefined ? [] : [{ kind: 'column', column, descending }]
  })
  const [first] = orders
  return first ? [...orders, { kind: 'column', column: 'id', descending: true }] : orderBy('login', false)
}

export function menuList(kind: WpKind, given: Where, context: GraphContext): ListSpec {
  const where = openWhere(given, [kind])
  const { viewer, site } = context
  return {
    kinds: [kind],
    source: 'terms',
    visible: visibilityOf(kind.resource, viewer),
    filters: [
      { kind: 'in', column: 'taxonomy', values: ['nav_menu'] },
      ...kind.conditions(context),
      ...just('id', idIn(where, 'id', 'term')),
      ...just('slug', textIn(where, 'slug')),
      ...atLocation(where, site.menuLocations, (id) => just('id', id)),
    ],
    order: orderBy('name', false),
  }
}

export function menuItemList(
  kind: WpKind,
  given: Where,
  also: readonly Filter[],
  context: GraphContext,
): ListSpec {
  const { viewer, site } = context
  const where = openWhere(given, [kind])
  const parents = [wholeIn(where, 'parentDatabaseId'), idIn(where, 'parentId', 'post')]
  return {
    kinds: [kind],
    source: 'posts',
    visible: visibilityOf(kind.resource, viewer),
    filters: [
      { kind: 'in', column: 'type', values: ['nav_menu_item'] },
      { kind: 'in', column: 'status', values: ['publish'] },
      ...kind.conditions(context),
      ...also,
      ...just('id', idIn(where, 'id', 'post')),
      ...(kind.fields.has('locations') ? atLocation(where, site.menuLocations, inMenu) : []),
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
