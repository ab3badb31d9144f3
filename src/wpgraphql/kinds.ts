// The kinds of rows that are nodes of this schema: content types, taxonomies, menus and their items, users and comments.
import { can } from '../core/viewer.ts'
import { has } from '../registry/content-type.ts'
import { searchedAs } from '../registry/exposed.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { NodeField } from '../registry/node.ts'
import { discriminatorOf } from '../graphql/kinds.ts'
import { commentFields, userFields } from './fields-people.ts'
import { contentFields } from './fields-content.ts'
import { mediaFields } from './fields-media.ts'
import { versionFields, withoutVersions } from './fields-version.ts'
import { itemLocations, menuItemFields } from './fields-menu-item.ts'
import { menuFields, termFields } from './fields-term.ts'
import { appearanceCapability } from '../resources/menus/menu.ts'
import type { MenuTargets } from '../resources/menus/menu-item-values.ts'
import type { GraphTypes } from '../registry/graph-types.ts'
import { archivePaths } from '../site/seen-paths.ts'
import type { Site } from '../site/site.ts'
import { addedFields, addedWheres } from './added-types.ts'
import { locked, type WpFields, type WpKind } from './fields.ts'
import type { ContentNames, TaxonomyNames } from './names.ts'
import { isOpen, openFields } from './open-fields.ts'

export interface WpKinds {
  readonly content: readonly WpKind[]
  /** The versions of content, by the names of its types. */
  readonly versions: ReadonlyMap<string, WpKind>
  readonly terms: readonly WpKind[]
  readonly menu: WpKind | null
  readonly menuItem: WpKind | null
  readonly user: WpKind | null
  readonly comment: WpKind | null
  /** Kinds by the type or taxonomy of their rows, else by the name of their resource. */
  readonly named: ReadonlyMap<string, WpKind>
  readonly contentTypes: readonly ContentNames[]
  readonly taxonomies: readonly TaxonomyNames[]
  /** The theme's page templates: titles by their names. */
  readonly templates: ReadonlyMap<string, string>
  /** The resource whose visibility holds for lists of several content types: that of files, whose rule covers all types. */
  readonly anyContent: ResourceDefinition | null
}

/** The parts of a database that the schema shows. */
export interface ShownSources {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  /** The theme's templates: titles by their names. */
  readonly templates: ReadonlyMap<string, string>
  /** The viewers who may read first and last names of users. */
  readonly userNames: 'editors' | 'everybody'
  /** `addressed` also shows comments on content of types without a definition, if the site lists it. */
  readonly commentsOn: 'defined' | 'addressed'
}

export interface KindSources extends ShownSources {
  readonly contentTypes: readonly ContentNames[]
  readonly taxonomies: readonly TaxonomyNames[]
  /** Targets of menu items, also content that is not in the schema, since it has addresses. */
  readonly targets: MenuTargets
  readonly added: readonly GraphTypes[]
}

export function wpKindsOf({
  resources,
  contentTypes,
  taxonomies,
  templates,
  userNames,
  commentsOn,
  targets,
  added,
}: KindSources): WpKinds {
  const kind = (
    name: string,
    type: string,
    idKind: WpKind['idKind'],
    fields: WpFields,
    of = resources.get(name),
  ): WpKind | null =>
    of
      ? {
          resource: of,
          type,
          idKind,
          discriminator: discriminatorOf(of),
          conditions: ({ site }) => of.node?.only?.(site) ?? [],
          fields: new Map(Object.entries({ ...openFields(of, fields), ...addedFields(added, name, fields) })),
          wheres: addedWheres(added, name),
        }
      : null
  const shows = (name: string, field: string) => {
    const of = resources.get(name)
    return of !== undefined && isOpen(of, field)
  }
  const versions = new Map<string, WpKind>()
  const content = contentTypes.flatMap(({ name, type, single, definition, taxonomies: carried }) => {
    const ofTerms = [...carried.map(({ plural }) => plural), 'terms']
    const own = {
      ...contentFields(single, templates),
      ...(name === 'attachment' ? mediaFields() : {}),
      ...locked(listFields([...ofTerms, 'children', ...(shows('comment', 'post') ? ['comments'] : [])])),
    }
    const version = resources.get(`${name}-${has(definition, 'revisions') ? 'revision' : 'autosave'}`)
    const made = kind(name, type, 'post', {
      ...own,
      ...(version ? {} : withoutVersions),
      ...fieldsOfExtensions(resources.get(name)),
    })
    if (made && version) versions.set(name, versionsOf(made, version, versionFields(name, own, ofTerms)))
    return made ?? []
  })
  const terms = taxonomies.flatMap(({ name, type, single }) => {
    const lists = contentTypes.map(({ plural }) => plural)
    const fields = { ...termFields(single), ...listFields(lists) }
    return kind(name, type, 'term', fields, resources.get(name) ?? formatsAs(name, resources)) ?? []
  })
  const showsMenus = shows('nav_menu_item', 'menus')
  const showsLocations = showsMenus && shows('nav_menu', 'locations')
  const menu = wholeForEditors(
    kind('nav_menu', 'Menu', 'term', { ...menuFields(), ...listFields(showsMenus ? ['menuItems'] : []) }),
  )
  const menuItem = wholeForEditors(
    kind('nav_menu_item', 'MenuItem', 'post', {
      ...menuItemFields(targets),
      ...(showsLocations ? itemLocations : {}),
    }),
  )
  const written = contentTypes.filter(({ name }) => shows(name, 'author')).map(({ plural }) => plural)
  const lists = listFields([...written, ...(shows('comment', 'author') ? ['comments'] : [])])
  const user = kind('user', 'User', 'user', { ...lists, ...userFields(userNames) })
  const plainComment = kind(
    'comment',
    'Comment',
    'comment',
    commentFields((field) => shows('comment', field)),
  )
  const comment = plainComment && {
    ...plainComment,
    ...(commentsOn === 'addressed' ? { addressedTypes: typesListed } : {}),
  }
  const all = [...content, ...terms, menu, menuItem, user, comment].filter((each) => each !== null)
  return {
    content,
    versions,
    terms,
    menu,
    menuItem,
    user,
    comment,
    named: new Map(
      // The resources of formats and of public menus are not named after the taxonomy or type of their rows
      all.map((each) => [each.discriminator?.value ?? each.resource.name, each]),
    ),
    contentTypes,
    taxonomies,
    templates,
    anyContent: resources.get('attachment') ?? resources.get('post') ?? null,
  }
}

/** Shows menus without a location, and their items, to viewers who may change the site's appearance. */
function wholeForEditors(kind: WpKind | null): WpKind | null {
  if (kind === null) return null
  return {
    ...kind,
    conditions: (asked) => (can(asked.viewer, appearanceCapability) ? [] : kind.conditions(asked)),
  }
}

/** The kind of the versions of content. Fields that the owner closed on the content are also closed on them. */
function versionsOf(content: WpKind, of: ResourceDefinition, fields: WpFields): WpKind {
  const { resource } = content
  return {
    ...content,
    resource: {
      ...searchedAs(of, [resource]),
      closed: new Set([...(resource.closed ?? []), ...(of.closed ?? [])]),
    },
    discriminator: discriminatorOf(of),
    conditions: () => [],
    fields: new Map(Object.entries(openFields(of, openFields(resource, fields)))),
    wheres: new Map(),
  }
}

function typesListed(site: Site): readonly string[] {
  return [...archivePaths.of(site).keys()]
}

/** Fields of lists, whose value is the id of the row by which the list is read. */
function listFields(names: readonly string[]): WpFields {
  return Object.fromEntries(
    names.map((name) => [name, { columns: ['id'], value: ({ row }) => row['id'] } as const]),
  )
}

/** Post formats have no resource, so they get the visibility of categories: every viewer sees them. */
function formatsAs(
  name: string,
  resources: ReadonlyMap<string, ResourceDefinition>,
): ResourceDefinition | undefined {
  const categories = resources.get('category')
  return name === 'post_format' && categories
    ? { ...categories, where: { taxonomy: name }, node: null }
    : undefined
}

/** The names of fields that the gateway itself gives content nodes; scalar fields with other names come from extensions. */
const ownNames: ReadonlySet<string> = new Set(
  `id title createdAt modifiedAt slug uri url author status excerpt content isProtected format sticky featuredImage
  commentCount comments menuOrder parent children alt caption description mediaType mimeType filename sourceUrl sizes
  width height fileSize footnotes`.split(/\s+/),
)

export function ownNodeFields(resource: ResourceDefinition | undefined): readonly NodeField[] {
  return (
    resource?.node?.fields.filter(({ name, type }) => typeof type === 'string' && !ownNames.has(name)) ?? []
  )
}

function fieldsOfExtensions(resource: ResourceDefinition | undefined): WpFields {
  return Object.fromEntries(ownNodeFields(resource).map((field) => [field.name, field]))
}
