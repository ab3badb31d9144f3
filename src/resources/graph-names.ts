// Names of content types and taxonomies in the GraphQL schema.
import type { ContentTypeDefinition } from '../registry/content-type.ts'

/** Converts a name to camel case: `wp_block` becomes `wpBlock`. */
export function camel(name: string): string {
  const word = name.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  const letters = word.replace(/\W/g, '')
  return /^\d/.test(letters) ? `_${letters}` : letters
}

export function pascal(name: string): string {
  const word = camel(name)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The field that lists a kind: the kind's base in REST, unless the field of a single item has that name. */
export function listName(base: string, single: string, plural: string): string {
  const names = [camel(base), camel(plural.toLowerCase())]
  return names.find((name) => name !== '' && name !== single) ?? `${single}List`
}

/** The field that lists a content type's items or a taxonomy's terms, on Query and on content and users. */
export function listField({
  name,
  base,
  labels,
}: Pick<ContentTypeDefinition, 'name' | 'base' | 'labels'>): string {
  return listName(base, camel(name), labels.plural)
}
