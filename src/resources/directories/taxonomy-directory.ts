// Lists the taxonomies of the site: those that are served, and those that are only named.
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { Wording } from '../../registry/content-type.ts'
import { defineDirectory, type DirectoryDefinition, type DirectoryEntry } from '../../registry/directory.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { hiddenTaxonomies } from './named-kinds.ts'
import { hiddenEntry, itemsPath } from './type-directory.ts'
import { named } from '../../render/words.ts'

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
  const { name, base, labels, isHierarchical, capabilities } = taxonomy
  const { site, screens, ...inPlaces } = taxonomy.shownIn ?? { site: true, screens: true }
  const { namespace, shownNamespace = namespace } = taxonomy
  if (taxonomy.isServed === false) return hiddenEntry(name)
  return {
    name,
    isVisible: () => true,
    isEditable: (viewer) => mayAssign(taxonomy, viewer),
    members: ({ brand, renderers }) => ({
      name: isBuiltIn(name) ? named(renderers ?? {}, 'taxonomy general name', labels.plural) : labels.plural,
      slug: name,
      capabilities: {
        manage_terms: capabilities.manage,
        edit_terms: capabilities.edit,
        delete_terms: capabilities.delete ?? capabilities.edit,
        assign_terms: capabilities.assign,
      },
      description: taxonomy.description ?? '',
      labels: labelsOf(taxonomy),
      types: taxonomy.types,
      show_cloud: inPlaces.cloud ?? site,
      hierarchical: isHierarchical,
      rest_base: base,
      rest_namespace: shownNamespace === undefined ? `${brand}/v2` : shownNamespace,
      visibility: {
        public: site,
        publicly_queryable: inPlaces.addresses ?? site,
        show_admin_column: inPlaces.column ?? isBuiltIn(name),
        show_in_nav_menus: inPlaces.menus ?? site,
        show_in_quick_edit: inPlaces.quickEdit ?? screens,
        show_ui: screens,
      },
    }),
    links: { collection: 'taxonomies', ':items': itemsPath(taxonomy) },
  }
}

/** Authors may assign terms of the built-in taxonomies (map_meta_cap). */
function mayAssign({ name, capabilities }: TaxonomyDefinition, viewer: Viewer): boolean {
  return can(viewer, isBuiltIn(name) ? 'edit_posts' : capabilities.assign)
}

function isBuiltIn(name: string): boolean {
  return name === 'category' || name === 'post_tag'
}

/** Labels that a taxonomy does not define are those of categories, or of tags (get_taxonomy_labels). */
function labelsOf({ name, labels, isHierarchical, wording = {} }: TaxonomyDefinition): Wording {
  const { plural, singular } = labels
  const own: Wording = {
    all_items: plural,
    menu_name: plural,
    name_admin_bar: singular,
    archives: plural,
    template_name: `${singular} Archives`,
  }
  return {
    ...(isHierarchical ? generalLabels('Categories', 'Category') : generalLabels('Tags', 'Tag')),
    ...(isHierarchical ? branchLabels : lineLabels),
    name: plural,
    singular_name: singular,
    name_admin_bar: name,
    template_name: `${singular} Archives`,
    ...(isBuiltIn(name) ? {} : own),
    ...wording,
  }
}

function generalLabels(plural: string, singular: string): Wording {
  const [many, one] = [plural.toLowerCase(), singular.toLowerCase()]
  return {
    search_items: `Search ${plural}`,
    all_items: `All ${plural}`,
    name_field_description: 'The name is how it appears on your site.',
    slug_field_description:
      'The &#8220;slug&#8221; is the URL-friendly version of the name. It is usually all lowercase and contains only letters, numbers, and hyphens.',
    desc_field_description: 'The description is not prominent by default; however, some themes may show it.',
    edit_item: `Edit ${singular}`,
    view_item: `View ${singular}`,
    update_item: `Update ${singular}`,
    add_new_item: `Add ${singular}`,
    new_item_name: `New ${singular} Name`,
    not_found: `No ${many} found.`,
    no_terms: `No ${many}`,
    items_list_navigation: `${plural} list navigation`,
    items_list: `${plural} list`,
    most_used: 'Most Used',
    back_to_items: `&larr; Go to ${plural}`,
    item_link: `${singular} Link`,
    item_link_description: `A link to a ${one}.`,
    menu_name: plural,
  }
}

/** Labels that only hierarchical taxonomies have, or only others. */
const branchLabels: Wording = {
  popular_items: null,
  parent_item: 'Parent Category',
  parent_item_colon: 'Parent Category:',
  parent_field_description:
    'Assign a parent term to create a hierarchy. The term Jazz, for example, would be the parent of Bebop and Big Band.',
  separate_items_with_commas: null,
  add_or_remove_items: null,
  choose_from_most_used: null,
  filter_by_item: 'Filter by category',
}

const lineLabels: Wording = {
  popular_items: 'Popular Tags',
  parent_item: null,
  parent_item_colon: null,
  parent_field_description: null,
  separate_items_with_commas: 'Separate tags with commas',
  add_or_remove_items: 'Add or remove tags',
  choose_from_most_used: 'Choose from the most used tags',
  filter_by_item: null,
}
