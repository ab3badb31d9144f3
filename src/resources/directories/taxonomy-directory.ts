// Lists the taxonomies of the site: served ones, and those that have only an entry here.
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { defineDirectory, type DirectoryDefinition, type DirectoryEntry } from '../../registry/directory.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { hiddenTaxonomies } from './named-kinds.ts'
import { hiddenEntry, itemsPath } from './type-directory.ts'
import { translationsOf } from '../../site/translations.ts'
import { isBuiltIn, taxonomyLabels } from './taxonomy-labels.ts'

const text = Type.String()
const flag = Type.Boolean()
const map = Type.Unsafe<unknown>({ type: 'object' })
const shown = (description: string) => Type.Boolean({ description })

export function taxonomyDirectory(taxonomies: readonly TaxonomyDefinition[]): DirectoryDefinition {
  const refusal = 'Sorry, you are not allowed to manage terms in this taxonomy.'
  const typesOf = new Map(taxonomies.map(({ name, types }) => [name, types]))
  return defineDirectory({
    base: 'taxonomies',
    parameter: 'taxonomy',
    filter: {
      arg: 'type',
      description: 'Only the taxonomies whose terms content of this type carries.',
      matches: ({ name }, type) => typesOf.get(name)?.includes(type) ?? false,
    },
    embedded: ['name', 'slug', 'rest_base', 'rest_namespace'],
    edited: ['capabilities', 'labels', 'show_cloud', 'visibility'],
    schemas: {
      capabilities: map,
      description: text,
      hierarchical: flag,
      labels: map,
      name: text,
      slug: text,
      show_cloud: flag,
      types: Type.Array(text),
      rest_base: text,
      rest_namespace: text,
      visibility: Type.Object({
        public: shown('Anywhere.'),
        publicly_queryable: shown('As pages of the site.'),
        show_ui: shown('On screens.'),
        show_admin_column: shown('Beside the content.'),
        show_in_nav_menus: shown('In menus.'),
        show_in_quick_edit: shown('Where content is edited quickly.'),
      }),
    },
    entries: [...taxonomies.map(entryOf), ...hiddenTaxonomies.map(hiddenEntry)],
    refusals: {
      list: fail('rest_cannot_view', refusal),
      unknown: fail('rest_taxonomy_invalid'),
      hidden: fail('rest_forbidden'),
      editing: fail('rest_forbidden_context', refusal),
    },
  })
}

function entryOf(taxonomy: TaxonomyDefinition): DirectoryEntry {
  const { name, base, isHierarchical, capabilities } = taxonomy
  const { site: isShown, screens, ...inPlaces } = taxonomy.shownIn ?? { site: true, screens: true }
  const { namespace, shownNamespace = namespace } = taxonomy
  if (taxonomy.isServed === false) return hiddenEntry(name)
  return {
    name,
    isVisible: () => true,
    isEditable: (viewer) => mayAssign(taxonomy, viewer),
    members: (site) => ({
      name: taxonomyLabels(taxonomy, translationsOf(site))['name'],
      slug: name,
      capabilities: {
        manage_terms: capabilities.manage,
        edit_terms: capabilities.edit,
        delete_terms: capabilities.delete ?? capabilities.edit,
        assign_terms: capabilities.assign,
      },
      description: taxonomy.description ?? '',
      labels: taxonomyLabels(taxonomy, translationsOf(site)),
      types: taxonomy.types,
      show_cloud: inPlaces.cloud ?? isShown,
      hierarchical: isHierarchical,
      rest_base: base,
      rest_namespace: shownNamespace === undefined ? `${site.brand}/v2` : shownNamespace,
      visibility: {
        public: isShown,
        publicly_queryable: inPlaces.addresses ?? isShown,
        show_admin_column: inPlaces.column ?? isBuiltIn(name),
        show_in_nav_menus: inPlaces.menus ?? isShown,
        show_in_quick_edit: inPlaces.quickEdit ?? screens,
        show_ui: screens,
      },
    }),
    links: { collection: 'taxonomies', ':items': itemsPath(taxonomy) },
  }
}

/** True where the viewer may assign terms: of the built-in taxonomies every author may (map_meta_cap). */
function mayAssign({ name, capabilities }: TaxonomyDefinition, viewer: Viewer): boolean {
  return can(viewer, isBuiltIn(name) ? 'edit_posts' : capabilities.assign)
}
