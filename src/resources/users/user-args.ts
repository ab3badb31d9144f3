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

/** `known` are the content types that a user may have published in; who may `write` content with an author is asked of capabilities. */
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

/** Ordinary readers find no addresses of mail. */
export const userSearch: SearchDefinition = {
  columns: ['id', 'login', 'slug', 'name'],
  guarded: { capability: 'list_users', columns: ['email'], unnamed: lookedIn },
  named: { email: 'email', name: 'name', id: 'id', username: 'login', slug: 'slug' },
  splits: false,
  ignoresZero: true,
  wildcard: '*',
  where: {},
}

/** The columns that may hold such a text: an address of mail or the web, an id, or a name (WP_User_Query). */
function lookedIn(text: string): readonly string[] {
  if (text.includes('@')) return ['email']
  if (isNumeric(text)) return ['login', 'id']
  return /^https?:\/\//.test(text) ? ['url'] : ['login', 'url', 'email', 'slug', 'name']
}

/** Orders by columns that ordinary readers must not learn of. */
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

/** A list of authors is of all of them, whatever else they may do (WP_User_Query). */
function listsAuthors({ who }: Readonly<Record<string, unknown>>): boolean {
  return who === 'authors'
}

/** With `capabilities` in the same request, users with one of either are found. */
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

/** The lowest level, 0, is that of users who only read. */
const levelsOfAuthors = Array.from({ length: 10 }, (_, at) => String(at + 1))

/** Writers of any content choose among all authors, also those who have published nothing: users whose stored level is not the lowest. */
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

/** A user's roles and capabilities are one text, in which names stand in quotes (as WP_User_Query searches it). */
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
  return filterArg(Type.Optional(schema), (wanted) => {
    if (typeof wanted === 'boolean') return wanted ? [{ kind: 'published', values: types }] : []
    return wanted.length === 0 ? [] : [{ kind: 'published', values: wanted }]
  })
}
