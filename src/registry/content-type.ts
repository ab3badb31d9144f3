// Kinds of posts as data.
import type { ComputedDefinition } from './computed.ts'
import type { Context, Field } from './field.ts'
import type { MetaDefinition } from './stored-meta.ts'

/** A kind of content that the posts table holds, as the owning system knows it. */
export interface ContentTypeDefinition {
  /** What its rows hold as their type: `product`. */
  readonly name: string
  /** The last part of its REST addresses: `products`. */
  readonly base: string
  /** What people call it: `Products`, `Product`. */
  readonly labels: { readonly plural: string; readonly singular: string }
  /** What its labels say besides, by their names in the original: `add_new`. */
  readonly wording?: Wording
  readonly description?: string
  readonly icon?: string
  readonly isHierarchical?: boolean
  readonly hasArchive?: boolean
  /** Whether its rows are pages of the site. */
  readonly isViewable?: boolean
  /** Whether the owning system has it built in, and addresses its rows as it does posts. */
  readonly isBuiltIn?: boolean
  /** In which contexts its title and content show what is stored and what is made of it; without a word, in editing and everywhere. */
  readonly texts?: TextContexts
  /** Whether the owning system has menus that can hold its rows, and screens to edit them; without a word it has both. */
  readonly shownIn?: { readonly menus: boolean; readonly screens: boolean }
  readonly supports: readonly Feature[]
  /** Whether what is edited is saved meanwhile by itself; without a word it is. */
  readonly savesItself?: boolean
  /** What the words of its capabilities end in: `page` asks for edit_pages. */
  readonly capabilityType?: string
  /** Capabilities that are called otherwise, by their names for posts: `create_posts`. */
  readonly capabilities?: Readonly<Record<string, string>>
  /** What its permalinks begin with: by default its name. */
  readonly slug?: string
  /** Fields of its own. */
  readonly fields?: readonly Field[]
  /** Meta of its own: fields of `meta`. */
  readonly meta?: readonly MetaDefinition[]
  /** Fields that the database computes. */
  readonly computed?: readonly ComputedDefinition[]
}

export interface TextContexts {
  readonly raw: readonly Context[]
  readonly rendered: readonly Context[]
}

export type Feature =
  | 'title'
  | 'editor'
  | 'author'
  | 'excerpt'
  | 'thumbnail'
  | 'comments'
  | 'revisions'
  | 'custom-fields'
  | 'page-attributes'
  | 'post-formats'
  | 'trackbacks'
  | 'slug'
  | 'notes'

export function has({ supports }: Pick<ContentTypeDefinition, 'supports'>, feature: Feature): boolean {
  return supports.includes(feature)
}

/** Labels by their names in the original; null where it has none. */
export type Wording = Readonly<Record<string, string | null>>

/**
 * A content type of the owner's: rows of `posts` whose type is its name.
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
