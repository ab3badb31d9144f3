// Labels of taxonomies on WordPress's screens (get_taxonomy_labels).
import { sentence, worded } from '../../core/sentence.ts'
import type { Wording } from '../../registry/content-type.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { keptLabels, wordingIn, type LabelNames } from './label-words.ts'

/** Labels that a taxonomy does not define come from categories, or from tags if it is not hierarchical. */
export const taxonomyLabels = keptLabels((taxonomy: TaxonomyDefinition, translations) => {
  const { name, labels, isHierarchical, wording = {} } = taxonomy
  const { plural, singular } = labels
  const own: Wording = {
    all_items: plural,
    menu_name: plural,
    name_admin_bar: singular,
    archives: plural,
  }
  const general = isHierarchical ? categoryNames : tagNames
  const inLanguage = (words: Wording, names: LabelNames) => wordingIn(translations, words, names)
  const asWorded = (words: Wording) =>
    ofWordPress.has(name) ? inLanguage(words, { ...general, plural, singular }) : words
  const names = asWorded({ name: plural, singular_name: singular })
  const archives = sentence('%s Archives', names['singular_name'] ?? '')
  return {
    ...inLanguage(generalLabels(general.plural, general.singular), general),
    ...inLanguage(isHierarchical ? branchLabels : lineLabels, general),
    ...names,
    name_admin_bar: name,
    template_name: worded({ ...archives, about: 'taxonomy template name' }, translations),
    ...(isBuiltIn(name) ? {} : asWorded(own)),
    ...asWorded(wording),
  }
})

export function isBuiltIn(name: string): boolean {
  return name === 'category' || name === 'post_tag'
}

const categoryNames = {
  kind: 'taxonomy',
  plural: 'Categories',
  singular: 'Category',
  like: 'categories',
} as const
const tagNames = { kind: 'taxonomy', plural: 'Tags', singular: 'Tag', like: 'tags' } as const

const ofWordPress: ReadonlySet<string> = new Set(['category', 'post_tag', 'nav_menu', 'wp_pattern_category'])

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

/** Labels of hierarchical taxonomies, and below those of others. */
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
