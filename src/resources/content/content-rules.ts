// Rules of who may read and edit content (map_meta_cap for read_post and edit_post), as SQL conditions on the rows selected.
// No viewer sees content of types that REST does not serve, nor its comments and files, whose rules use these.
import type { Expression, SqlBool } from 'kysely'
import { editedAsPrivate, editedAsPublished } from '../../core/status.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Rule, RuleBuilder } from '../../registry/rule.ts'
import { everything, finds, isNotTrue, nothing } from '../../registry/conditions.ts'

/** The names of the capabilities to read and edit a content type. */
export interface ContentCapabilities {
  readonly edit: string
  readonly editOthers: string
  readonly editPublished: string
  readonly editPrivate: string
  readonly readPrivate: string
  /** The capability to read published content, where not all viewers may read it. */
  readonly read: string | null
}

/** Derives capabilities from a word as WordPress does (edit_others_pages), except those that are named explicitly. */
export function capabilitiesOf(
  word: string,
  named: Readonly<Record<string, string>> = {},
): ContentCapabilities {
  const called = (verb: string) => named[`${verb}_posts`] ?? `${verb}_${word}s`
  return {
    edit: called('edit'),
    editOthers: called('edit_others'),
    editPublished: called('edit_published'),
    editPrivate: called('edit_private'),
    readPrivate: called('read_private'),
    read: named['read'] ?? null,
  }
}

/** A content type that REST serves, and the capabilities that govern its rows. */
export interface ServedType {
  readonly name: string
  readonly capabilities: ContentCapabilities
}

export function servedType(type: ContentTypeDefinition): ServedType {
  return {
    name: type.name,
    capabilities: capabilitiesOf(type.capabilityType ?? 'post', type.capabilities),
  }
}

/** The capability to read content of an unknown status. */
const unknownStatuses = 'edit_others_posts'

/** The names of the capabilities that the rules of these types check. */
export function capabilityNames(types: readonly ServedType[]): readonly string[] {
  const names = types.flatMap(({ capabilities }) => Object.values(capabilities))
  return [...new Set(['read', unknownStatuses, ...names.filter((name) => name !== null)])]
}

/** The row itself, or its parent row. */
type At = 'posts' | 'parents'

/**
 * A viewer reads content with a public status, the viewer's own content, private content with the capability, and content by
 * others that the viewer may edit. Content with an unknown status is for editors of others' posts, whatever its type.
 */
export function readable(capabilities: ContentCapabilities, at: At = 'posts'): Rule {
  return (build) => {
    const { eb, column, can, statuses } = build
    if (capabilities.read !== null && !can(capabilities.read)) return nothing
    const status = column(`${at}.status`)
    const ofOthers = [
      ...(can(capabilities.readPrivate) ? [oneOf(build, statuses.private, at)] : []),
      ...(can(capabilities.editOthers) ? [editingOthers(build, capabilities, at, statuses.private)] : []),
    ]
    const known = can('read')
      ? [isOwn(build, at), ...ofOthers]
      : ofOthers.map((branch) => eb.and([branch, isNotTrue(isOwn(build, at))]))
    return eb.or([
      isPublic(build, at),
      ...(known.length === 0 ? [] : [eb.and([eb(status, 'in', statuses.names), eb.or(known)])]),
      ...(can('read') && can(unknownStatuses) ? [eb(status, 'not in', statuses.names)] : []),
    ])
  }
}

/**
 * Works as `readable` does, for rows that may inherit their status: what lies below private content, or below content in the
 * trash, which may have been private, is read by its author and by readers of private content only, not by all who may edit
 * it (get_post_status).
 */
export function readableBelow(capabilities: ContentCapabilities): Rule {
  return (build) => {
    const { eb, column, can, statuses } = build
    const read = readable(capabilities)(build)
    if (can(capabilities.readPrivate) || !can(capabilities.editOthers)) return read
    const hidden = eb
      .selectFrom('parents')
      .where(eb(column('parents.id'), '=', column('posts.parent_id')))
      .where(eb(column('parents.status'), 'in', [...statuses.private, 'trash']))
    const isShown = eb.or([
      eb(column('posts.status'), '!=', 'inherit'),
      isOwn(build, 'posts'),
      eb.not(finds(hidden)),
    ])
    return eb.and([read, isShown])
  }
}

export function editable(capabilities: ContentCapabilities): Rule {
  return (build) => {
    const branches = editing(build, capabilities, 'posts')
    return branches.length > 0 ? build.eb.or([...branches]) : nothing
  }
}

/** Applies each type's rule to content of these types; content that inherits its status follows its parent's. */
export function readableContent(types: readonly ServedType[]): Rule {
  // A type with a capability to read requires it for inheriting rows as well (WP_REST_Blocks_Controller)
  const names = types.filter(({ capabilities }) => capabilities.read === null).map(({ name }) => name)
  return (build) =>
    build.eb.or([
      build.eb.and([ofTypes(build, names, 'posts'), inheritsReadable(types)(build)]),
      byType(types, build, 'posts', (capabilities) =>
        (capabilities.read === null ? readableBelow(capabilities) : readable(capabilities))(build),
      ),
    ])
}

export function editableContent(types: readonly ServedType[]): Rule {
  return (build) => byType(types, build, 'posts', (capabilities) => editable(capabilities)(build))
}

/** Content without a parent, or whose parent the viewer may read. */
export function inheritsReadable(types: readonly ServedType[]): Rule {
  return (build) => {
    const { eb, column } = build
    // Files of a synced pattern are visible with it, although reading the pattern itself takes a capability
    // (check_read_permission)
    const read = byType(types, build, 'parents', (capabilities) =>
      readable({ ...capabilities, read: null }, 'parents')(build),
    )
    const hidden = eb
      .selectFrom('parents')
      .where(eb(column('parents.id'), '=', column('posts.parent_id')))
      .where(isNotTrue(read))
    return eb.and([eb(column('posts.status'), '=', 'inherit'), eb.not(finds(hidden))])
  }
}

/** Versions of content of the type, for viewers who may edit and read the content. */
export function versionsSeen({ name, capabilities }: ServedType): Rule {
  return (build) => {
    const { eb, column } = build
    const branches = editing(build, capabilities, 'parents')
    if (branches.length === 0) return nothing
    const above = eb
      .selectFrom('parents')
      .where(eb(column('parents.id'), '=', column('posts.parent_id')))
      .where(ofTypes(build, [name], 'parents'))
      .where(eb.or([...branches]))
      .where(readable(capabilities, 'parents')(build))
    return finds(above)
  }
}

/** Applies the rule of each row's type. Types for which the viewer holds the same capabilities share a condition. */
function byType(
  types: readonly ServedType[],
  build: RuleBuilder,
  at: At,
  ruleOf: (capabilities: ContentCapabilities) => Expression<SqlBool>,
): Expression<SqlBool> {
  const held = ({ capabilities }: ServedType) =>
    Object.entries(capabilities)
      .map(([verb, name]) => (name === null ? verb === 'read' : build.can(name)))
      .join()
  const conditions = [...Map.groupBy(types, held).values()].flatMap((alike) => {
    const [first] = alike
    const rule = first ? ruleOf(first.capabilities) : nothing
    const names = alike.map(({ name }) => name)
    return rule === nothing ? [] : [build.eb.and([ofTypes(build, names, at), rule])]
  })
  const [only, ...others] = conditions
  if (only === undefined) return nothing
  return others.length === 0 ? only : build.eb.or(conditions)
}

function ofTypes({ eb, column }: RuleBuilder, names: readonly string[], at: At): Expression<SqlBool> {
  return eb(column(`${at}.type`), 'in', names)
}

/** Own content and content by others that the viewer may edit, by the capabilities that its status requires. */
function editing(
  build: RuleBuilder,
  capabilities: ContentCapabilities,
  at: At,
): readonly Expression<SqlBool>[] {
  const { eb, can } = build
  const [edits, published] = [can(capabilities.edit), can(capabilities.editPublished)]
  const own = edits
    ? [isOwn(build, at), ...unlocked(build, at), ...(published ? [] : [neverPublished(build, at)])]
    : []
  const others = can(capabilities.editOthers) ? editingOthers(build, capabilities, at) : null
  return [
    ...(edits ? [eb.and(own)] : []),
    ...(others === null ? [] : [edits && published ? others : eb.and([others, isNotTrue(isOwn(build, at))])]),
  ]
}

function editingOthers(
  build: RuleBuilder,
  { editPublished, editPrivate }: ContentCapabilities,
  at: At,
  but: readonly string[] = build.can(editPrivate) ? [] : editedAsPrivate,
): Expression<SqlBool> {
  const statuses = [...(build.can(editPublished) ? [] : editedAsPublished), ...but]
  return build.eb.and([notOf(build, statuses, at), ...unlocked(build, at)])
}

function unlocked({ eb, column, lockedId }: RuleBuilder, at: At): readonly Expression<SqlBool>[] {
  return lockedId === null ? [] : [eb(column(`${at}.id`), '!=', lockedId)]
}

/** Content that is not published and, if it is in the trash, was not published before. */
function neverPublished(build: RuleBuilder, at: At): Expression<SqlBool> {
  const { eb, column } = build
  const before = eb
    .selectFrom('postmeta')
    .where(eb(column('postmeta.post_id'), '=', column(`${at}.id`)))
    .where(eb(column('postmeta.key'), '=', '_wp_trash_meta_status'))
    .where(eb(column('postmeta.value'), 'in', editedAsPublished))
  const wasPublished = eb.and([eb(column(`${at}.status`), '=', 'trash'), finds(before)])
  return eb.and([notOf(build, editedAsPublished, at), eb.not(wasPublished)])
}

/** The viewer's own content; content without an author (0) belongs to no viewer. */
function isOwn({ eb, column, noId, viewerId }: RuleBuilder, at: At): Expression<SqlBool> {
  const author = `${at}.author_id` as const
  return eb.and([eb(column(author), '=', viewerId), eb(column(author), '!=', noId(author))])
}

/** Content with a public status. */
export function isPublic(build: RuleBuilder, at: At = 'posts'): Expression<SqlBool> {
  return oneOf(build, build.statuses.public, at)
}

function oneOf({ eb, column }: RuleBuilder, statuses: readonly string[], at: At): Expression<SqlBool> {
  const [only = '', ...others] = statuses
  const status = column(`${at}.status`)
  return others.length === 0 ? eb(status, '=', only) : eb(status, 'in', statuses)
}

function notOf({ eb, column }: RuleBuilder, statuses: readonly string[], at: At): Expression<SqlBool> {
  return statuses.length > 0 ? eb(column(`${at}.status`), 'not in', statuses) : everything
}
