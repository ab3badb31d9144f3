// Taxonomies as data.
import type { Wording } from './content-type.ts'

export interface TaxonomyDefinition {
  /** What its rows hold as their taxonomy: `post_tag`. */
  readonly name: string
  /** The last part of its REST addresses, and the argument that asks content for its terms: `tags`. */
  readonly base: string
  readonly labels: { readonly plural: string; readonly singular: string }
  /** What its labels say besides, by their names in the original: `add_new_item`. */
  readonly wording?: Wording
  readonly description?: string
  readonly isHierarchical: boolean
  /** Whether its terms are pages of the site, and where the owning system shows them; without a word, everywhere. */
  readonly shownIn?: { readonly site: boolean; readonly screens: boolean }
  /** The content types whose rows carry its terms. */
  readonly types: readonly string[]
  readonly capabilities: {
    readonly manage: string
    readonly edit: string
    readonly assign: string
    /** Without a word as `edit`. */
    readonly delete?: string
  }
  /** What its permalinks begin with: by default its name. */
  readonly slug?: string
}

/**
 * A taxonomy of the owner's, and which content types carry its terms.
 *
 * @example
 * ```ts
 * import { defineExtension, defineTaxonomy } from 'lectern'
 *
 * const season = defineTaxonomy({
 *   name: 'season',
 *   base: 'seasons',
 *   labels: { plural: 'Seasons', singular: 'Season' },
 *   isHierarchical: false,
 *   types: ['post'],
 *   capabilities: { manage: 'manage_categories', edit: 'manage_categories', assign: 'edit_posts' },
 * })
 *
 * export default defineExtension({ name: 'seasons', taxonomies: [season] })
 * ```
 */
export function defineTaxonomy(definition: TaxonomyDefinition): TaxonomyDefinition {
  return definition
}
