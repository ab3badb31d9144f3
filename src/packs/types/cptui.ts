// Content types and taxonomies of Custom Post Type UI: two options, arrays by name. Booleans are texts, and an empty text often
// means that what is public decides.
import type { ContentTypeDefinition, PhpArray, PhpValue, TaxonomyDefinition } from '../../index.ts'
import { arrayOf, isTruthy, textIn, textsIn } from '../php/stored.ts'
import { isName, taxonomyOf, typeOf } from './registered.ts'

/** `false` is a text too. */
function isOn(value: PhpValue | undefined): boolean {
  return isTruthy(value) && value !== 'false'
}

/** Where nothing is said, the other. */
function isOnOr(array: PhpArray, key: string, otherwise: boolean): boolean {
  const value = array.get(key)
  return value === undefined || value === null || value === '' ? otherwise : isOn(value)
}

export function cptuiTypes(option: PhpValue): readonly ContentTypeDefinition[] {
  return [...arrayOf(option).values()].map(arrayOf).flatMap((type) => {
    const name = textIn(type, 'name')
    return isName(name, 'type') ? [typeIn(type, name)] : []
  })
}

function typeIn(type: PhpArray, name: string): ContentTypeDefinition {
  const plural = textIn(type, 'label') || name
  const singular = textIn(type, 'singular_label') || plural
  const isPublic = isOnOr(type, 'public', false)
  const [word = 'post', words = `${word}s`] = (textIn(type, 'capability_type') || 'post')
    .split(',')
    .map((each) => each.trim())
  const supports = textsIn(type, 'supports')
  const own = textIn(type, 'custom_supports').split(',')
  return typeOf({
    name,
    plural,
    singular,
    labels: labelsOf(arrayOf(type.get('labels')), plural, singular),
    description: textIn(type, 'description'),
    isPublic,
    isQueryable: isOnOr(type, 'publicly_queryable', isPublic),
    hasScreens: isOnOr(type, 'show_ui', isPublic),
    hasMenus: isOnOr(type, 'show_in_nav_menus', isPublic),
    isServed: isOn(type.get('show_in_rest')),
    isInGraph: isOn(type.get('show_in_graphql')),
    isHierarchical: isOn(type.get('hierarchical')),
    base: textIn(type, 'rest_base'),
    namespace: textIn(type, 'rest_namespace'),
    archive: isOn(type.get('has_archive')) && (textIn(type, 'has_archive_string') || true),
    rewrite: isOn(type.get('rewrite'))
      ? {
          slug: textIn(type, 'rewrite_slug') || name,
          withFront: isOnOr(type, 'rewrite_withfront', true),
        }
      : null,
    queryVar: textIn(type, 'query_var_slug') || isOn(type.get('query_var')),
    capabilityWords: [word, words],
    supports: supports.includes('none') ? [] : [...supports, ...own.map((each) => each.trim())],
    taxonomies: textsIn(type, 'taxonomies'),
    icon: textIn(type, 'menu_icon') || null,
  })
}

/** Labels that are there and empty are said in the plug-in's own words. */
function labelsOf(labels: PhpArray, plural: string, singular: string): PhpArray {
  const made = new Map(
    Object.entries({
      add_new_item: `Add new ${singular}`,
      edit_item: `Edit ${singular}`,
      new_item: `New ${singular}`,
      view_item: `View ${singular}`,
      view_items: `View ${plural}`,
      all_items: `All ${plural}`,
      search_items: `Search ${plural}`,
      not_found: `No ${plural} found.`,
      not_found_in_trash: `No ${plural} found in trash.`,
    }),
  )
  return new Map(
    [...labels].map(([name, label]) => [
      name === 'parent' ? 'parent_item_colon' : name,
      label === '' ? (made.get(name) ?? '') : label,
    ]),
  )
}

export function cptuiTaxonomies(option: PhpValue): readonly TaxonomyDefinition[] {
  return [...arrayOf(option).values()].map(arrayOf).flatMap((taxonomy) => {
    const name = textIn(taxonomy, 'name')
    return isName(name, 'taxonomy') ? [taxonomyIn(taxonomy, name)] : []
  })
}

function taxonomyIn(taxonomy: PhpArray, name: string): TaxonomyDefinition {
  const plural = textIn(taxonomy, 'label') || name
  const isPublic = isOnOr(taxonomy, 'public', true)
  const hasScreens = isOnOr(taxonomy, 'show_ui', isPublic)
  return taxonomyOf({
    name,
    plural,
    singular: textIn(taxonomy, 'singular_label') || plural,
    labels: arrayOf(taxonomy.get('labels')),
    description: textIn(taxonomy, 'description'),
    isPublic,
    isQueryable: isOnOr(taxonomy, 'publicly_queryable', isPublic),
    hasScreens,
    hasMenus: isOnOr(taxonomy, 'show_in_nav_menus', isPublic),
    hasCloud: isOnOr(taxonomy, 'show_tagcloud', hasScreens),
    hasColumn: isOn(taxonomy.get('show_admin_column')),
    hasQuickEdit: isOn(taxonomy.get('show_in_quick_edit')),
    isServed: isOn(taxonomy.get('show_in_rest')),
    isInGraph: isOn(taxonomy.get('show_in_graphql')),
    isHierarchical: isOn(taxonomy.get('hierarchical')),
    base: textIn(taxonomy, 'rest_base'),
    namespace: textIn(taxonomy, 'rest_namespace'),
    showsOwnNamespace: false,
    rewrite: isOn(taxonomy.get('rewrite'))
      ? {
          slug: textIn(taxonomy, 'rewrite_slug') || name,
          withFront: isOnOr(taxonomy, 'rewrite_withfront', true),
          isNested: isOn(taxonomy.get('rewrite_hierarchical')),
        }
      : null,
    queryVar: isOnOr(taxonomy, 'query_var', true) && (textIn(taxonomy, 'query_var_slug') || true),
    types: textsIn(taxonomy, 'object_types'),
    capabilities: new Map(),
  })
}
