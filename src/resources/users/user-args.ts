// Arguments of users: filters by roles, capabilities and e-mail addresses require the capability to list users.
import { Type } from 'typebox'
import { fail, type Failure } from '../../core/failure.ts'
import { isNumeric } from '../../core/php-integer.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { fold } from '../../database/collation.ts'
import type { Filter } from '../../database/filter.ts'
import type { FilterArg, OrderDefinition, SearchDefinition } from '../../registry/resource.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import type { Site } from '../../site/site.ts'
import { slugsArg, textsOf } from '../filter-args.ts'

/** Viewers may filter by published content of the `known` types; `write` are the capabilities to edit types with an author. */
export function userArgs(
  known: readonly string[],
  write: readonly string[],
): Readonly<Record<string, FilterArg>> {
  return {
    slug: slugsArg(fold, 'Only users with these slugs.'),
    roles: rolesArg,
    capabilities: capabilitiesArg,
    who: whoArg(write),
    has_published_posts: havingPublished(known),
  }
}

/** The search of users; only viewers who may list users search e-mail addresses. */
export const userSearch: SearchDefinition = {
  columns: ['id', 'login', 'slug', 'name'],
  guarded: { capability: 'list_users', columns: ['email'], unnamed: lookedIn },
  named: { email: 'email', name: 'name', id: 'id', username: 'login', slug: 'slug' },
  splits: false,
  ignoresZero: true,
  wildcard: '*',
  where: {},
}

/** The columns for a text that looks like an e-mail address, an id or the address of a site, else all (WP_User_Query). */
function lookedIn(text: string): readonly string[] {
  if (text.includes('@')) return ['email']
  if (isNumeric(text)) return ['login', 'id']
  return /^https?:\/\//.test(text) ? ['url'] : ['login', 'url', 'email', 'slug', 'name']
}

/** Restricts orders by columns that ordinary viewers must not learn about. */
export const forManagers: Pick<OrderDefinition, 'forbids'> = {
  forbids: (viewer) => (can(viewer, 'list_users') ? null : fail('rest_forbidden_orderby')),
}

/** Refuses viewers who lack a capability, unless the list is empty. */
function withoutAny(
  capability: string,
  failure: Failure,
): (names: readonly string[] | undefined, viewer: Viewer) => Failure | null {
  return (names = [], viewer) => (names.length === 0 || can(viewer, capability) ? null : failure)
}

function texts(description: string) {
  return Type.Optional(Type.Array(Type.String(), { description }))
}

/** True where the request lists authors, which disables the filters by role and capability (WP_User_Query). */
function listsAuthors({ who }: Readonly<Record<string, unknown>>): boolean {
  return who === 'authors'
}

/** Filters by role; with `capabilities` in the same request, users who match either are found. */
const rolesArg: FilterArg = {
  ...filterArg(
    texts('Only users of these roles.'),
    (names, { site, args }) => {
      const capable = textsOf(args['capabilities'])
      if (names.length === 0 || listsAuthors(args)) return []
      return [anyOf([...names.map((name) => holding(name, site)), ...withOneOf(capable, site)])]
    },
    withoutAny(
      'list_users',
      fail('rest_user_cannot_view', 'Sorry, you are not allowed to filter users by role.'),
    ),
  ),
  forbidsFirst: true,
}

const capabilitiesArg: FilterArg = {
  ...filterArg(
    texts('Only users with one of these capabilities.'),
    (names, { site, args }) =>
      names.length === 0 || textsOf(args['roles']).length > 0 || listsAuthors(args)
        ? []
        : [anyOf(withOneOf(names, site))],
    withoutAny(
      'list_users',
      fail('rest_user_cannot_view', 'Sorry, you are not allowed to filter users by capability.'),
    ),
  ),
  forbidsFirst: true,
}

/** All user levels but 0, that of users who only read. */
const levelsOfAuthors = Array.from({ length: 10 }, (_, at) => String(at + 1))

/**
 * Lists all authors, even without published content, to viewers who may edit content with an author: authors are users whose
 * stored level is not 0.
 */
function whoArg(write: readonly string[]): FilterArg {
  return {
    ...filterArg(
      Type.Optional(Type.Enum(['authors'], { type: 'string', description: 'Only users who may write.' })),
      (_, { site }) => [{ kind: 'meta', key: levelKeyOf(site), values: levelsOfAuthors }],
      (_, viewer) =>
        write.some((capability) => can(viewer, capability)) ? null : fail('rest_forbidden_who'),
    ),
    showsAll: true,
  }
}

function levelKeyOf({ capabilitiesKey }: Site): string {
  return capabilitiesKey.replace(/capabilities$/, 'user_level')
}

/** Finds a name in quotes in the serialized text of a user's roles and capabilities, as WP_User_Query does. */
function holding(name: string, { capabilitiesKey }: Site): Filter {
  const word = { text: `"${name}"`, excluded: false, match: 'part' } as const
  return { kind: 'search', columns: [], metaKey: capabilitiesKey, words: [word] }
}

/** Users with one of the capabilities, either directly or by a role. */
function withOneOf(names: readonly string[], site: Site): readonly Filter[] {
  const granting = [...site.roles].flatMap(([role, allowed]) =>
    names.some((name) => allowed.get(name)) ? [role] : [],
  )
  return [...names, ...granting].map((name) => holding(name, site))
}

function anyOf(filters: readonly Filter[]): Filter {
  return { kind: 'any', filters }
}

function havingPublished(types: readonly string[]): FilterArg {
  const schema = Type.Unsafe<boolean | readonly string[]>({
    description: 'Only users who have published something, or something of these types.',
    type: ['boolean', 'array'],
    items: { type: 'string', enum: types, wordsByName: true },
  })
  const argOf = (isOpen: (type: string) => boolean) =>
    filterArg(Type.Optional(schema), (wanted) => {
      const asked = wanted === true ? types : wanted === false ? [] : wanted
      const open = asked.filter(isOpen)
      return open.length === 0 ? [] : [{ kind: 'published', values: open }]
    })
  return { ...argOf(() => true), ofAuthors: argOf }
}
