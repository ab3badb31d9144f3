// Names of content types and taxonomies in the schema.
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { camel, listName, pascal } from '../resources/graph-names.ts'

export interface Names {
  /** The name that rows hold: `post_tag`. */
  readonly name: string
  readonly type: string
  readonly single: string
  readonly plural: string
}

export interface ContentNames extends Names {
  readonly definition: ContentTypeDefinition
  /** The taxonomies whose terms it carries. */
  readonly taxonomies: readonly TaxonomyNames[]
}

export interface TaxonomyNames extends Names {
  readonly definition: TaxonomyDefinition
}

const known: ReadonlyMap<string, Omit<Names, 'name'>> = new Map(
  Object.entries({
    attachment: { type: 'MediaItem', single: 'mediaItem', plural: 'mediaItems' },
    post_tag: { type: 'Tag', single: 'tag', plural: 'tags' },
    category: { type: 'Category', single: 'category', plural: 'categories' },
    post_format: { type: 'PostFormat', single: 'postFormat', plural: 'postFormats' },
  }),
)

/** The taxonomy of post formats, which is no resource. */
export const postFormat: TaxonomyDefinition = {
  name: 'post_format',
  base: 'post_format',
  labels: { plural: 'Formats', singular: 'Format' },
  isHierarchical: false,
  types: ['post'],
  slug: 'type',
  capabilities: { manage: '', edit: '', assign: '' },
}

export function taxonomyNames(definition: TaxonomyDefinition): TaxonomyNames {
  return { ...namesOf(definition), definition }
}

export function contentNames(
  definition: ContentTypeDefinition,
  taxonomies: readonly TaxonomyNames[],
): ContentNames {
  const own = taxonomies.filter(({ definition: { types } }) => types.includes(definition.name))
  return { ...namesOf(definition), definition, taxonomies: own }
}

function namesOf({ name, base, labels }: Pick<ContentTypeDefinition, 'name' | 'base' | 'labels'>): Names {
  const single = camel(name)
  const made = { type: pascal(name), single, plural: listName(base, single, labels.plural) }
  return { name, ...(known.get(name) ?? made) }
}

/** A word as the value of an enum: `page-no-title` → `PAGE_NO_TITLE`; underscores replace all other characters. */
export function enumName(word: string): string {
  const name = word.toUpperCase().replace(/[^A-Z0-9_]/g, '_')
  return /^\d/.test(name) ? `_${name}` : name
}
