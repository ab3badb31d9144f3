// Lists the content types of the site: served ones, and those that have only an entry here.
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import { translated } from '../../core/sentence.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import { defineDirectory, type DirectoryDefinition, type DirectoryEntry } from '../../registry/directory.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { hiddenTypes } from './named-kinds.ts'
import { typeDescription, typeLabels, typeName } from './type-labels.ts'
import { translationsOf } from '../../site/translations.ts'

const text = Type.String()
const flag = Type.Boolean()
const map = Type.Unsafe<unknown>({ type: 'object' })
const shown = (description: string) => Type.Boolean({ description })

export function typeDirectory(
  types: readonly ContentTypeDefinition[],
  taxonomies: readonly TaxonomyDefinition[],
): DirectoryDefinition {
  const refusal = 'Sorry, you are not allowed to edit posts in this post type.'
  return defineDirectory({
    base: 'types',
    parameter: 'type',
    filter: null,
    embedded: ['name', 'slug', 'icon', 'rest_base', 'rest_namespace', 'template', 'template_lock'],
    edited: ['capabilities', 'labels', 'supports', 'viewable', 'visibility'],
    schemas: {
      capabilities: map,
      description: text,
      hierarchical: flag,
      viewable: flag,
      labels: map,
      name: text,
      slug: text,
      supports: map,
      has_archive: Type.Unsafe<unknown>({ type: ['string', 'boolean'] }),
      taxonomies: Type.Array(text),
      rest_base: text,
      rest_namespace: text,
      visibility: Type.Object({ show_ui: shown('On screens.'), show_in_nav_menus: shown('In menus.') }),
      icon: Type.Unsafe<unknown>({ type: ['string', 'null'] }),
      template: Type.Unsafe<unknown>({ type: ['array'] }),
      template_lock: Type.Unsafe<unknown>({
        type: ['string', 'boolean'],
        enum: ['all', 'insert', 'contentOnly', false],
      }),
    },
    entries: [...types.map((type) => entryOf(type, taxonomies)), ...hiddenTypes.map(hiddenEntry)],
    refusals: {
      list: fail('rest_cannot_view', refusal),
      unknown: fail('rest_type_invalid'),
      hidden: fail('rest_cannot_read_type'),
      editing: fail('rest_forbidden_context', refusal, { permitted: true }),
    },
  })
}

/** True where the viewer may edit content of any listed type. */
export function editsAny(types: readonly ContentTypeDefinition[]): (viewer: Viewer) => boolean {
  const names = editingCapabilities(types)
  return (viewer) => names.some((name) => can(viewer, name))
}

/** The distinct capabilities to edit content of these types. */
export function editingCapabilities(types: readonly ContentTypeDefinition[]): readonly string[] {
  return [...new Set(types.map((type) => capabilitiesOf(type)['edit_posts'] ?? 'edit_posts'))]
}

/** An entry for a type that is registered but not shown. */
export function hiddenEntry(name: string): DirectoryEntry {
  return { name, isVisible: () => false, isEditable: () => false, members: () => ({}), links: {} }
}

function entryOf(type: ContentTypeDefinition, taxonomies: readonly TaxonomyDefinition[]): DirectoryEntry {
  const capabilities = capabilitiesOf(type)
  const places = type.shownIn ?? { menus: true, screens: true }
  const isFile = type.name === 'attachment'
  if (type.isServed === false) return hiddenEntry(type.name)
  return {
    name: type.name,
    isVisible: () => true,
    isEditable: (viewer) => can(viewer, capabilities['edit_posts'] ?? 'edit_posts'),
    members: (site) => ({
      capabilities,
      description: typeDescription(type, translationsOf(site)),
      hierarchical: type.isHierarchical ?? false,
      has_archive: type.hasArchive ?? false,
      visibility: { show_in_nav_menus: places.menus, show_ui: places.screens },
      viewable: type.isViewable ?? true,
      labels: {
        ...typeLabels(type, translationsOf(site)),
        ...(isFile && site.isOn('wp_attachment_pages_enabled')
          ? { view_item: translated('View Attachment Page', [], translationsOf(site)) }
          : {}),
      },
      name: typeName(type, translationsOf(site)),
      slug: type.name,
      icon: type.icon ?? null,
      supports: supportsOf(type),
      taxonomies: taxonomies
        .filter(({ types, isServed }) => isServed !== false && types.includes(type.name))
        .map(({ name }) => name),
      rest_base: type.base,
      rest_namespace: type.namespace ?? `${site.brand}/v2`,
      template: type.template ?? [],
      template_lock: type.templateLock ?? false,
    }),
    links: { collection: 'types', ':items': itemsPath(type) },
  }
}

/** The path of a type's list, relative to the interface's version; with a leading slash, to the interface. */
export function itemsPath({ namespace, base }: Pick<ContentTypeDefinition, 'namespace' | 'base'>): string {
  return namespace === undefined ? base : `/${namespace}/${base}`
}

/** The features that a type supports; `autosave` where the editor saves drafts automatically, and notes as an option of the editor. */
function supportsOf({
  supports,
  savesItself = true,
}: ContentTypeDefinition): Readonly<Record<string, unknown>> | readonly [] {
  const hasEditor = supports.includes('editor')
  const features = supports.filter((feature) => feature !== 'notes')
  // PHP encodes an array without members as a list
  if (features.length === 0) return []
  return {
    ...Object.fromEntries(features.map((feature) => [feature, true])),
    ...(supports.includes('notes') ? { editor: [{ notes: true }] } : {}),
    ...(hasEditor && savesItself ? { autosave: true } : {}),
  }
}

/** Derives capabilities from a word, as WordPress does (get_post_type_capabilities). */
function capabilitiesOf({ capabilityType: word = 'post', capabilities = {} }: ContentTypeDefinition) {
  const derived = Object.fromEntries([
    ...['edit', 'read', 'delete'].map((verb) => [`${verb}_post`, `${verb}_${word}`]),
    ...[
      'edit_posts',
      'edit_others_posts',
      'delete_posts',
      'publish_posts',
      'read_private_posts',
      'delete_private_posts',
      'delete_published_posts',
      'delete_others_posts',
      'edit_private_posts',
      'edit_published_posts',
    ].map((name) => [name, name.replace('posts', `${word}s`)]),
  ])
  return {
    ...derived,
    read: 'read',
    create_posts: capabilities['edit_posts'] ?? `edit_${word}s`,
    ...capabilities,
  }
}
