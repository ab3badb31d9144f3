// The built-ins, one line each. A new content type, taxonomy, resource or authentication method is one file and one line here.
import {
  createApplicationPasswordMethod,
  type ApplicationPasswordOptions,
} from '../auth/application-password-method.ts'
import { createBearerMethod, type BearerOptions } from '../auth/bearer.ts'
import { createPreviewMethod, type PreviewMethodOptions } from '../auth/preview-method.ts'
import { createCookieMethod, createNonceMethod, type CookieMethodOptions } from '../auth/cookie-method.ts'
import { builtInStatuses, type Statuses } from '../core/status.ts'
import type { Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import { has, type ContentTypeDefinition } from '../registry/content-type.ts'
import type { DirectoryDefinition } from '../registry/directory.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { searchedAs } from '../registry/exposed.ts'
import { commentResource } from '../resources/comments/comment.ts'
import { servedType } from '../resources/content/content-rules.ts'
import { contentResource } from '../resources/content/content-type.ts'
import { contentTypes } from '../resources/content/content-types.ts'
import { attachment, mediaResource } from '../resources/media/media.ts'
import { foundContent, foundTerms, isSearched } from '../resources/search.ts'
import { taxonomies, taxonomyResource } from '../resources/terms/taxonomy.ts'
import { appearanceCapability, menuLocationResource, menuResource } from '../resources/menus/menu.ts'
import { menuItemResource } from '../resources/menus/menu-item.ts'
import { namedTaxonomies, namedTypes } from '../resources/directories/named-kinds.ts'
import { statusDirectory } from '../resources/directories/status-directory.ts'
import { taxonomyDirectory } from '../resources/directories/taxonomy-directory.ts'
import { editingCapabilities, editsAny, typeDirectory } from '../resources/directories/type-directory.ts'
import { userResource } from '../resources/users/user.ts'
import { versionResources } from '../resources/content/version.ts'

export interface Kinds {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
  readonly statuses: Statuses
}

/** Kinds that have no pages of their own and are served like content nevertheless. */
const servedNames: ReadonlySet<string> = new Set([
  'wp_block',
  'wp_navigation',
  'wp_pattern_category',
  'nav_menu',
  'nav_menu_item',
])
const isServed = ({ name }: { readonly name: string }) => servedNames.has(name)

export const builtinKinds: Kinds = {
  contentTypes: [...contentTypes, attachment, ...namedTypes.filter(isServed)],
  taxonomies: [...taxonomies, ...namedTaxonomies.filter(isServed)],
  statuses: builtInStatuses,
}

/** WordPress shows menus to viewers who may edit something; `everybody` shows them to anonymous viewers, too. */
export type MenuReaders = 'editors' | 'everybody'

/** Defines every resource whose rows are in tables. */
export function resourcesOf(kinds: Kinds, menuReaders: MenuReaders): readonly ResourceDefinition[] {
  const types = kinds.contentTypes.filter(isServedByRest)
  const ofTerms = kinds.taxonomies.filter(isServedByRest)
  const allTypes = withNamed(types, namedTypes)
  const served = allTypes.map(servedType)
  const known = withNamed(kinds.contentTypes, namedTypes)
  const mayRead =
    menuReaders === 'everybody' ? null : [...editingCapabilities(allTypes), appearanceCapability]
  const content = (type: ContentTypeDefinition) => {
    if (type === attachment) return mediaResource(served, kinds.taxonomies, kinds.statuses)
    return type.name === 'nav_menu_item'
      ? menuItemResource(type, { ...kinds, isForAll: mayRead === null }, mayRead, kinds.statuses)
      : contentResource(type, kinds.taxonomies, kinds.statuses)
  }
  return [
    ...types.map(content),
    ...types.filter((type) => type !== attachment).flatMap(versionResources),
    ...ofTerms.map((taxonomy) =>
      taxonomy.name === 'nav_menu'
        ? menuResource(taxonomy, types, mayRead)
        : taxonomyResource(taxonomy, types),
    ),
    menuLocationResource(mayRead && [appearanceCapability]),
    userResource(
      types,
      allTypes.map(({ name }) => name),
    ),
    commentResource(
      known.map(servedType),
      served,
      known.filter((type) => has(type, 'notes')).map(({ name }) => name),
    ),
  ].map((resource) => Object.assign({}, resource, { knownStatuses: kinds.statuses }))
}

function isServedByRest(kind: { readonly isServed?: boolean }): boolean {
  return kind.isServed !== false
}

/** Returns whether a viewer may edit content of any kind that the interface lists. */
export function whoEdits({ contentTypes: types }: Kinds): (viewer: Viewer) => boolean {
  return editsAny(withNamed(types.filter(isServedByRest), namedTypes))
}

/** The directories list by name every served kind, and kinds that WordPress has besides. */
export function directoriesOf({
  contentTypes: types,
  taxonomies: kinds,
  statuses,
}: Kinds): readonly DirectoryDefinition[] {
  const allTypes = withNamed(types, namedTypes)
  const allTaxonomies = withNamed(kinds, namedTaxonomies)
  return [
    typeDirectory(allTypes, allTaxonomies),
    taxonomyDirectory(allTaxonomies),
    statusDirectory(statuses, editsAny(allTypes.filter(isServedByRest))),
  ]
}

/** The kinds that search covers; null for content, or for terms, where none is served. */
export function searchOf(kinds: Kinds, served: ReadonlyMap<string, ResourceDefinition>) {
  const searched = (
    each: readonly { readonly name: string }[],
    shownAs: (first: ResourceDefinition) => ResourceDefinition,
  ) => {
    const open = each.flatMap(({ name }) => served.get(name) ?? [])
    const [first] = open
    return first ? { shown: shownAs(searchedAs(first, open)), kinds: open.map(({ name }) => name) } : null
  }
  return {
    content: searched(kinds.contentTypes.filter(isSearched), (first) =>
      foundContent(first, kinds.contentTypes, served),
    ),
    terms: searched(
      kinds.taxonomies.filter(({ shownIn }) => shownIn?.site !== false),
      (first) => foundTerms(first, served),
    ),
    formats: served.has('post'),
  }
}

/** Sorts kinds in WordPress's order of registration: its own come first. */
function withNamed<T extends { readonly name: string }>(
  served: readonly T[],
  named: readonly T[],
): readonly T[] {
  const isNamed = ({ name }: T) => named.some((each) => each.name === name)
  const first = served.findIndex(isNamed)
  const before = first < 0 ? served : served.slice(0, first)
  const all = named.map((each) => served.find(({ name }) => name === each.name) ?? each)
  return [...before, ...all, ...served.slice(before.length).filter((each) => !isNamed(each))]
}

/** The methods in the order in which they are tried: a client sends a token on purpose, but a browser sends cookies with every request. */
export const authMethods: readonly ((options: AuthMethodOptions) => AuthMethodDefinition)[] = [
  createBearerMethod,
  createPreviewMethod,
  createCookieMethod,
  createApplicationPasswordMethod,
]

/** The nonce method is tried after the methods above and those of extensions. */
export const lastAuthMethods: typeof authMethods = [createNonceMethod]

export type AuthMethodOptions = BearerOptions &
  PreviewMethodOptions &
  CookieMethodOptions &
  ApplicationPasswordOptions
