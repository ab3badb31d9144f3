// Names of content types and taxonomies in the GraphQL schema.
import type { ContentTypeDefinition } from '../registry/content-type.ts'

/** `wp_block` → `wpBlock`. */
export function camel(name: string): string {
  const word = name.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  const letters = word.replace(/\W/g, '')
  return /^\d/.test(letters) ? `_${letters}` : letters
}

export function pascal(name: string): string {
  const word = camel(name)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The field that lists a kind: its base in REST, unless one item has that name. */
export function listName(base: string, single: string, plural: string): string {
  const names = [camel(base), camel(plural.toLowerCase())]
  return names.find((name) => name !== '' && name !== single) ?? `${single}List`
}

/** The field that lists what a content type or a taxonomy has, on Query, on owners of content and on content. */
export function listField({
  name,
  base,
  labels,
}: Pick<ContentTypeDefinition, 'name' | 'base' | 'labels'>): string {
  return listName(base, camel(name), labels.plural)
}
