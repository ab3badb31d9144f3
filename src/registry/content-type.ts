// Content types as data.
import type { ComputedDefinition } from './computed.ts'
import type { Context, Field } from './field.ts'
import type { MetaDefinition } from './stored-meta.ts'

/** A kind of content in the posts table, as WordPress registers it. */
export interface ContentTypeDefinition {
  /** The value in the `type` column of its rows: `product`. */
  readonly name: string
  /** The last part of its REST addresses: `products`. */
  readonly base: string
  /** The namespace of its REST addresses (`shop/v1`). Default: the interface's own. */
  readonly namespace?: string
  /** False for a type that WordPress registers without REST: its name is reserved, and its permalinks are known. */
  readonly isServed?: boolean
  /** False where WPGraphQL's schema leaves the type out. */
  readonly isInWpGraphql?: boolean
  /** Its display names: `Products`, `Product`. */
  readonly labels: { readonly plural: string; readonly singular: string }
  /** Further labels, by WordPress's names for them: `add_new`. */
  readonly wording?: Wording
  readonly description?: string
  readonly icon?: string
  readonly isHierarchical?: boolean
  /** True where the site has an archive page of its rows; a text is the end of the archive's address. */
  readonly hasArchive?: boolean | string
  /** True where its rows have pages on the site. */
  readonly isViewable?: boolean
  /**
   * False for a type that is not public although its rows have pages: REST leaves out the fields from which their addresses
   * are made. Default: true.
   */
  readonly isPublic?: boolean
  /** True where it is built into WordPress, which makes addresses of its rows as of posts. */
  readonly isBuiltIn?: boolean
  /**
   * The contexts in which its title and content show the stored and the rendered text. Default: stored in `edit`,
   * rendered in all.
   */
  readonly texts?: TextContexts
  /** True where WordPress offers its rows for menus, and has screens to edit them. Default: both. */
  readonly shownIn?: { readonly menus: boolean; readonly screens: boolean }
  readonly supports: readonly Feature[]
  /** True where `meta` is shown without support of custom fields, as for menu items. */
  readonly showsMeta?: boolean
  /** The blocks of a new item, as WordPress describes them, and how far the editor may change them. Default: none, and freely. */
  readonly template?: readonly unknown[]
  readonly templateLock?: 'all' | 'insert' | 'contentOnly'
  /** True where the editor saves drafts of its rows automatically. Default: true. */
  readonly savesItself?: boolean
  /** The word in its capabilities: `page` requires edit_pages. */
  readonly capabilityType?: string
  /** Capabilities with other names, by their names for posts: `create_posts`. */
  readonly capabilities?: Readonly<Record<string, string>>
  /** Taxonomies whose terms its rows have, besides taxonomies that name the type themselves. */
  readonly taxonomies?: readonly string[]
  /** The first segment of its permalinks. Default: its name. */
  readonly slug?: string
  /** The form of its permalinks. Default: the slug, after the front of the site's permalink structure. */
  readonly rewriting?: Rewriting
  /** True where the site's search finds its rows. Default: where they have pages. */
  readonly isSearched?: boolean
  /** Fields of its own. */
  readonly fields?: readonly Field[]
  /** Meta of its own: fields of `meta`. */
  readonly meta?: readonly MetaDefinition[]
  /** Fields that the database computes. */
  readonly computed?: readonly ComputedDefinition[]
}

/** Permalinks of a kind of content or of terms. */
export interface Rewriting {
  /** True where addresses are words in a path (`/product/lamp/`); else they are queries (`/?product=lamp`). */
  readonly isPath: boolean
  /** True where the beginning of the permalink structure (`/blog/`) comes before its slug. */
  readonly withFront: boolean
  /** True where the slugs of its ancestors come before an item's own. Default: as the kind is hierarchical. */
  readonly isHierarchical?: boolean
  /** The name of the type's query variable. Default: the type's name; null for none. */
  readonly queryVar?: string | null
}

export interface TextContexts {
  readonly raw: readonly Context[]
  readonly rendered: readonly Context[]
}

const features = [
  'title',
  'editor',
  'author',
  'excerpt',
  'thumbnail',
  'comments',
  'revisions',
  'custom-fields',
  'page-attributes',
  'post-formats',
  'trackbacks',
  'slug',
  'notes',
] as const

export type Feature = (typeof features)[number]

/**
 * True for words that name a feature that content types can support.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension, isFeature } from 'lectern'
 *
 * const stored = ['title', 'editor', 'sponsor']
 *
 * const recipe = defineContentType({
 *   name: 'recipe',
 *   base: 'recipes',
 *   labels: { plural: 'Recipes', singular: 'Recipe' },
 *   supports: stored.filter(isFeature),
 * })
 *
 * export default defineExtension({ name: 'kitchen', contentTypes: [recipe] })
 * ```
 */
export function isFeature(word: string): word is Feature {
  return features.some((feature) => feature === word)
}

export function hasMeta({ supports, showsMeta = false }: ContentTypeDefinition): boolean {
  return showsMeta || supports.includes('custom-fields')
}

export function has({ supports }: Pick<ContentTypeDefinition, 'supports'>, feature: Feature): boolean {
  return supports.includes(feature)
}

/** Labels by WordPress's names for them; null where WordPress has none. */
export type Wording = Readonly<Record<string, string | null>>

/**
 * A content type of the owner's: rows of `posts` with its name as their type.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension } from 'lectern'
 *
 * const recipe = defineContentType({
 *   name: 'recipe',
 *   base: 'recipes',
 *   labels: { plural: 'Recipes', singular: 'Recipe' },
 *   supports: ['title', 'editor', 'thumbnail'],
 * })
 *
 * export default defineExtension({ name: 'kitchen', contentTypes: [recipe] })
 * ```
 */
export function defineContentType(definition: ContentTypeDefinition): ContentTypeDefinition {
  return definition
}
