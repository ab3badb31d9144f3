// Taxonomies as data.
import type { Rewriting, Wording } from './content-type.ts'

export interface TaxonomyDefinition {
  /** The value in the `taxonomy` column of its rows: `post_tag`. */
  readonly name: string
  /** The last part of its REST addresses, and the argument that filters content by its terms: `tags`. */
  readonly base: string
  /** The namespace of its REST addresses (`shop/v1`). Default: the interface's own. */
  readonly namespace?: string
  /** The namespace that the list of taxonomies shows, where its addresses are in another one. */
  readonly shownNamespace?: string | null
  /** False for a taxonomy that WordPress registers without REST: its name is reserved, and its permalinks are known. */
  readonly isServed?: boolean
  /** False where WPGraphQL's schema leaves the taxonomy out. */
  readonly isInWpGraphql?: boolean
  readonly labels: { readonly plural: string; readonly singular: string }
  /** Further labels, by WordPress's names for them: `add_new_item`. */
  readonly wording?: Wording
  readonly description?: string
  readonly isHierarchical: boolean
  /** True where its terms have pages on the site, and where WordPress's screens show it. Default: both. */
  readonly shownIn?: {
    readonly site: boolean
    readonly screens: boolean
    /** True where its terms have addresses. Default: as `site`. */
    readonly addresses?: boolean
    readonly menus?: boolean
    readonly cloud?: boolean
    /** True for a column in the screens' lists of content. Default: for built-in taxonomies only. */
    readonly column?: boolean
    /** True where the quick edit form has it. Default: as `screens`. */
    readonly quickEdit?: boolean
  }
  /** The content types whose rows can have its terms. */
  readonly types: readonly string[]
  readonly capabilities: {
    readonly manage: string
    readonly edit: string
    readonly assign: string
    /** Default: as `edit`. */
    readonly delete?: string
  }
  /** The first segment of its permalinks. Default: its name. */
  readonly slug?: string
  /** The form of its permalinks. Default: the slug, after the front of the site's permalink structure. */
  readonly rewriting?: Rewriting
}

/**
 * A taxonomy of the owner's, and the content types whose rows can have its terms.
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
