// Content types and taxonomies that were made in the admin pages of ACF and SCF: rows of posts whose content is the array of
// the arguments of their registration.
import {
  attributeText,
  type ContentTypeDefinition,
  type FoundPost,
  type PhpArray,
  type TaxonomyDefinition,
} from '../../index.ts'
import { arrayOf, isTruthy, textIn, textsIn } from '../php/stored.ts'
import { isName, storedAlike, taxonomyOf, typeOf } from './registered.ts'

/** Active definitions, by their order, then by their titles. */
function active(rows: readonly FoundPost[]): readonly PhpArray[] {
  return rows
    .filter(({ status }) => status === 'publish')
    .toSorted((one, other) => one.order - other.order || (one.title < other.title ? -1 : 1))
    .map(({ content }) => arrayOf(content))
}

function isOn(array: PhpArray, key: string, otherwise: boolean): boolean {
  const value = array.get(key)
  return value === undefined || value === null ? otherwise : isTruthy(value)
}

const usual = { isPublic: true, isServed: true } as const

export function acfTypes(rows: readonly FoundPost[]): readonly ContentTypeDefinition[] {
  return active(rows).flatMap((type) => {
    const name = textIn(type, 'post_type')
    return isName(name, 'type') ? [typeIn(type, name)] : []
  })
}

function typeIn(type: PhpArray, name: string): ContentTypeDefinition {
  const rewrite = arrayOf(type.get('rewrite'))
  const isRenamed = isOn(type, 'rename_capabilities', false)
  const word = (isRenamed && textIn(type, 'singular_capability_name')) || 'post'
  return typeOf({
    ...calledIn(type, name),
    ...storedAlike(type, isOn, usual),
    archive: isOn(type, 'has_archive', false) && (textIn(type, 'has_archive_slug') || true),
    rewrite:
      textIn(rewrite, 'permalink_rewrite') === 'no_permalink'
        ? null
        : { slug: slugIn(rewrite, name), withFront: isOn(rewrite, 'with_front', true) },
    queryVar: queryVarIn(type),
    capabilityWords: [word, (isRenamed && textIn(type, 'plural_capability_name')) || `${word}s`],
    supports: type.has('supports')
      ? textsIn(type, 'supports')
      : ['title', 'editor', 'thumbnail', 'custom-fields'],
    taxonomies: textsIn(type, 'taxonomies'),
    icon: iconIn(type),
  })
}

function slugIn(rewrite: PhpArray, name: string): string {
  const isOwn = textIn(rewrite, 'permalink_rewrite') === 'custom_permalink'
  return (isOwn && textIn(rewrite, 'slug')) || name
}

function queryVarIn(kind: PhpArray): string | boolean {
  switch (textIn(kind, 'query_var')) {
    case 'none':
      return false
    case 'custom_query_var':
      return textIn(kind, 'query_var_name') || true
    default:
      return true
  }
}

function iconIn(type: PhpArray): string {
  const icon = type.get('menu_icon')
  const named = icon instanceof Map ? textIn(icon, 'value') : textIn(type, 'menu_icon')
  return named || 'dashicons-admin-post'
}

export function acfTaxonomies(rows: readonly FoundPost[]): readonly TaxonomyDefinition[] {
  return active(rows).flatMap((taxonomy) => {
    const name = textIn(taxonomy, 'taxonomy')
    return isName(name, 'taxonomy') ? [taxonomyIn(taxonomy, name)] : []
  })
}

function taxonomyIn(taxonomy: PhpArray, name: string): TaxonomyDefinition {
  const alike = storedAlike(taxonomy, isOn, usual)
  const rewrite = arrayOf(taxonomy.get('rewrite'))
  return taxonomyOf({
    ...calledIn(taxonomy, name),
    ...alike,
    hasCloud: isOn(taxonomy, 'show_tagcloud', alike.hasScreens),
    hasColumn: isOn(taxonomy, 'show_admin_column', false),
    hasQuickEdit: isOn(taxonomy, 'show_in_quick_edit', alike.hasScreens),
    showsOwnNamespace: true,
    rewrite:
      textIn(rewrite, 'permalink_rewrite') === 'no_permalink'
        ? null
        : {
            slug: slugIn(rewrite, name),
            withFront: isOn(rewrite, 'with_front', true),
            isNested: isOn(rewrite, 'rewrite_hierarchical', false),
          },
    queryVar: queryVarIn(taxonomy),
    types: textsIn(taxonomy, 'object_type'),
    capabilities: arrayOf(taxonomy.get('capabilities')),
  })
}

function calledIn(kind: PhpArray, name: string) {
  const labels = escaped(arrayOf(kind.get('labels')))
  const plural = textIn(labels, 'name') || name
  return { name, plural, singular: textIn(labels, 'singular_name') || plural, labels }
}

/** The plug-in escapes labels when it registers them (esc_html). */
function escaped(labels: PhpArray): PhpArray {
  return new Map(
    [...labels].map(([name, label]) => [name, typeof label === 'string' ? attributeText(label) : label]),
  )
}
