// Taxonomies as data.
import type { Rewriting, Wording } from './content-type.ts'

export interface TaxonomyDefinition {
  /** The value in the `taxonomy` column of its rows: `post_tag`. */
  readonly name: string
  /** The last part of its REST addresses, and the argument that filters content by its terms: `tags`. */
  readonly base: string
  /** The namespace of its REST addresses (`shop/v1`). Default: the interface's own. */
  readonly namespace?: string
  /** The namespace that the list of taxonomies gives, where that is not where its addresses are. */
  readonly shownNamespace?: string | null
  /** False for one that WordPress knows and its REST interface does not serve: its name is known, and its addresses. */
  readonly isServed?: boolean
  /** False where WPGraphQL's schema leaves it out. */
  readonly isInWpGraphql?: boolean
  readonly labels: { readonly plural: string; readonly singular: string }
  /** Further labels, by WordPress's names for them: `add_new_item`. */
  readonly wording?: Wording
  readonly description?: string
  readonly isHierarchical: boolean
  /** True where its terms have pages on the site, and whether WordPress's screens show it. Default: both. */
  readonly shownIn?: {
    readonly site: boolean
    readonly screens: boolean
    /** Without a word as `site`. */
    readonly addresses?: boolean
    readonly menus?: boolean
    readonly cloud?: boolean
    /** Beside the content on screens: without a word only the built-in ones are. */
    readonly column?: boolean
    /** Without a word as `screens`. */
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
  /** How its permalinks are made, where not as a slug behind what the site's permalink structure begins with. */
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
