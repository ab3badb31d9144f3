// Content types and taxonomies of Custom Post Type UI: two options, arrays by name. Booleans are texts, and an empty text often
// means a default that follows from `public`.
import type { ContentTypeDefinition, PhpArray, PhpValue, TaxonomyDefinition } from '../../index.ts'
import { arrayOf, isTruthy, textIn, textsIn } from '../php/stored.ts'
import { isName, storedAlike, taxonomyOf, typeOf } from './registered.ts'

/** The text `false` counts as false, and an empty text as not stored. */
function isOn(array: PhpArray, key: string, otherwise = false): boolean {
  const value = array.get(key)
  if (value === undefined || value === null || value === '') return otherwise
  return isTruthy(value) && value !== 'false'
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
    ...storedAlike(type, isOn, { isPublic: false, isServed: false }),
    archive: isOn(type, 'has_archive') && (textIn(type, 'has_archive_string') || true),
    rewrite: isOn(type, 'rewrite')
      ? {
          slug: textIn(type, 'rewrite_slug') || name,
          withFront: isOn(type, 'rewrite_withfront', true),
        }
      : null,
    queryVar: textIn(type, 'query_var_slug') || isOn(type, 'query_var'),
    capabilityWords: [word, words],
    supports: supports.includes('none') ? [] : [...supports, ...own.map((each) => each.trim())],
    taxonomies: textsIn(type, 'taxonomies'),
    icon: textIn(type, 'menu_icon') || null,
  })
}

/** Empty labels get the plug-in's own texts. */
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
  const alike = storedAlike(taxonomy, isOn, { isPublic: true, isServed: false })
  const plural = textIn(taxonomy, 'label') || name
  return taxonomyOf({
    name,
    plural,
    singular: textIn(taxonomy, 'singular_label') || plural,
    labels: arrayOf(taxonomy.get('labels')),
    ...alike,
    hasCloud: isOn(taxonomy, 'show_tagcloud', alike.hasScreens),
    hasColumn: isOn(taxonomy, 'show_admin_column', false),
    hasQuickEdit: isOn(taxonomy, 'show_in_quick_edit', false),
    showsOwnNamespace: false,
    rewrite: isOn(taxonomy, 'rewrite')
      ? {
          slug: textIn(taxonomy, 'rewrite_slug') || name,
          withFront: isOn(taxonomy, 'rewrite_withfront', true),
          isNested: isOn(taxonomy, 'rewrite_hierarchical'),
        }
      : null,
    queryVar: isOn(taxonomy, 'query_var', true) && (textIn(taxonomy, 'query_var_slug') || true),
    types: textsIn(taxonomy, 'object_types'),
    capabilities: new Map(),
  })
}
