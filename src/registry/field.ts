// What an item is made of.
import type { TSchema } from 'typebox'
import type { Count } from '../core/counter.ts'
import type { Listing, TextNeeds } from '../core/text-needs.ts'
import type { Integer, Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { TextContexts } from './content-type.ts'

export type Context = 'view' | 'embed' | 'edit'

/**
 * A value that is made of a row: what has to be read for it, and how it is made.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, textOf, type Derived } from 'lectern'
 *
 * const mood: Derived = {
 *   columns: ['id'],
 *   needs: () => ({ meta: ['mood'] }),
 *   value: ({ row, needed }) => needed.metaOf(textOf(row, 'id'), 'mood') ?? 'calm',
 * }
 *
 * const moods = defineRoute({
 *   namespace: 'moods/v1',
 *   path: '/posts',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { id: 'id', mood }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'moods', routes: [moods] })
 * ```
 */
export interface Derived {
  readonly columns: readonly string[]
  readonly needs?: (site: Site) => Needs
  readonly value: (input: FieldInput) => unknown
  /** What becomes of the value, as far as it is selected, once all fields of the item were made. */
  readonly anew?: (input: FieldInput, value: unknown) => unknown
}

export interface Field extends Derived {
  readonly name: string
  /** Served without being in the schema that OPTIONS shows, as a few are in the original. */
  readonly isUnlisted?: boolean
  /** Whether the owning system makes it itself, and takes it from nobody; without a word its name says. */
  readonly isReadOnly?: boolean
  /** Of a text: where it shows what, if not in editing and everywhere. */
  readonly texts?: TextContexts
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
}

/** Rows that belong to the rows at hand: one query each for a whole page. */
export interface Needs {
  readonly terms?: boolean
  readonly authors?: boolean
  /** The terms above the rows, or above their terms. */
  readonly paths?: boolean
  /** The id of the category that stands for those of posts that have none. */
  readonly defaultCategory?: number
  /** The posts above the rows, up to the topmost. */
  readonly ancestors?: boolean
  /** The posts that the rows belong to by this column, with what their addresses are made of. */
  readonly posts?: 'parent_id' | 'post_id'
  /** How many revisions posts have, and the last. */
  readonly revisions?: boolean
  /** What their texts show besides, with the posts that it belongs to. */
  readonly texts?: TextsAsked
  /** Whether comments have replies. */
  readonly replies?: boolean
  /** How many conversations began before those of comments, where replies belong to them or stand alone. */
  readonly commentPlaces?: { readonly isThreaded: boolean }
  /** Keys of postmeta. */
  readonly meta?: readonly string[]
  /** The post or term that a row names in its meta; with what its address is made of. */
  readonly target?: (row: Row, metaOf: Needed['metaOf']) => NamedRow | null
  /** Keys of postmeta of which all values count. */
  readonly allMeta?: readonly string[]
  /** Keys of usermeta. */
  readonly userMeta?: readonly string[]
}

export interface NamedRow {
  readonly kind: 'post' | 'term'
  readonly id: Integer
}

/** What the text of a row asks for, and the keys of postmeta that are read of the files among it. */
export interface TextsAsked {
  readonly of: (row: Row) => TextNeeds
  readonly fileMeta: readonly string[]
}

export interface FieldInput {
  readonly row: Row
  readonly context: Context
  readonly site: Site
  readonly needed: Needed
  /** Whether the request brought the password of a protected post. */
  readonly unlocked: boolean
  /** How many words an excerpt has that is made of the content, where that was asked for. */
  readonly excerptWords?: number | undefined
  /** What a field of a GraphQL node was asked with. */
  readonly args?: Readonly<Record<string, unknown>>
  /** The next number, from 1, of what is numbered through a request, by its name; a step of 0 gives the last. */
  readonly count: Count
}

export interface Needed {
  readonly termsOf: (postId: Integer) => readonly Row[]
  readonly authorOf: (userId: Integer) => Row | null
  /** The first value stored under a key. */
  readonly metaOf: (postId: Integer, key: string) => string | null
  /** All that is stored under a key of `allMeta`, in its order. */
  readonly allMetaOf: (postId: Integer, key: string) => readonly string[]
  readonly userMetaOf: (userId: Integer, key: string) => string | null
  /** The slugs of the terms above a term and its own, the topmost first. */
  readonly pathOf: (term: Row) => readonly string[]
  /** The category of posts that have none. */
  readonly defaultCategory: () => Row | null
  /** The post of an id, of those that rows need: what is above them, what they belong to, or what they name. */
  readonly postOf: (postId: Integer) => Row | null
  /** Whether the viewer wrote a post or has a capability: who is shown the address of private content. */
  readonly isReader: (post: Row, capability: string) => boolean
  /** The term of a taxonomy that a row names. */
  readonly termOf: (termId: Integer, taxonomy: string) => Row | null
  readonly revisionsOf: (postId: Integer) => { readonly count: number; readonly last: Integer | null }
  /** A file that a text names, or that belongs to its post. */
  readonly fileOf: (postId: Integer | string) => Row | null
  /** The files that belong to a post whose text shows them, in their order. */
  readonly filesBelow: (postId: Integer | string) => readonly Row[]
  /** How many conversations about a post began before a comment's. */
  readonly placeOf: (commentId: Integer) => number
  readonly hasReplies: (commentId: Integer) => boolean
  /** The id of a post's featured image, where a text shows it. */
  readonly imageOf: (postId: Integer | string) => string | null
  /** What is kept with a post of what an address in its text shows, by the key of its meta. */
  readonly embedOf: (postId: Integer | string, key: string) => string | null
  /** What a text lists. */
  readonly listed: (listing: Listing) => readonly Row[]
  /** The content of a text that others are made of. */
  readonly sharedText: (id: string) => string | null
}
