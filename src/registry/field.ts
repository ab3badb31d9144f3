// Fields of an item, and the related rows that they need.
import type { TSchema } from 'typebox'
import type { Count } from '../core/counter.ts'
import type { Listing, TextNeeds } from '../core/text-needs.ts'
import type { Integer, Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { TextContexts } from './content-type.ts'
import type { Gathering } from './gather.ts'

export type Context = 'view' | 'embed' | 'edit'

/**
 * A value made of a row: the columns and related rows that it needs, and the function that makes it.
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
  /** `args`: as `FieldInput` has them. */
  readonly needs?: (site: Site, args?: FieldInput['args']) => Needs
  readonly value: (input: FieldInput) => unknown
  /** Changes the value, as far as it is selected, once all fields of the item are made. */
  readonly anew?: (input: FieldInput, value: unknown) => unknown
}

export interface Field extends Derived {
  readonly name: string
  /** Served, but absent from the schema that OPTIONS shows, as a few fields are in WordPress. */
  readonly isUnlisted?: boolean
  /** True where WordPress makes the value itself and clients cannot set it. Default: decided by the name. */
  readonly isReadOnly?: boolean
  /** For a text: the contexts that show the stored and the rendered text, where they are not the default. */
  readonly texts?: TextContexts
  /** Names the replacement. */
  readonly deprecationReason?: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
}

/** Related rows of a page's rows: each is one query for the whole page. */
export interface Needs {
  readonly terms?: boolean
  readonly authors?: boolean
  /** The ancestors of the rows, which are terms, or of their terms. */
  readonly paths?: boolean
  /** The id of the category that posts without one have. */
  readonly defaultCategory?: number
  /** The ancestors of the rows, which are posts. */
  readonly ancestors?: boolean
  /** The posts that the rows belong to by this column, with what their addresses need. */
  readonly posts?: 'parent_id' | 'post_id'
  /** The number of revisions of the posts, and the last one. */
  readonly revisions?: boolean
  /** Related rows that rendering their texts needs. */
  readonly texts?: TextsAsked
  /** For comments: whether they have replies. */
  readonly replies?: boolean
  /**
   * For comments: how many threads began before theirs. With `isThreaded` replies belong to the thread of their
   * parent.
   */
  readonly commentPlaces?: { readonly isThreaded: boolean }
  /** Keys of postmeta. */
  readonly meta?: readonly string[]
  /** The post or term that a row names in its meta, with what its address needs. */
  readonly target?: (row: Row, metaOf: Needed['metaOf']) => NamedRow | null
  /** Keys of postmeta with several values. */
  readonly allMeta?: readonly string[]
  /** Keys of usermeta. */
  readonly userMeta?: readonly string[]
  /** Reads of an extension's own. */
  readonly gathers?: readonly Gathering[]
}

export interface NamedRow {
  readonly kind: 'post' | 'term'
  readonly id: Integer
}

/** The needs of a row's text, and keys of postmeta to read for the files among them. */
export interface TextsAsked {
  readonly of: (row: Row) => TextNeeds
  readonly fileMeta: readonly string[]
}

export interface FieldInput {
  readonly row: Row
  readonly context: Context
  readonly site: Site
  readonly needed: Needed
  /** True where the request has the password of the protected post. */
  readonly unlocked: boolean
  /** The number of words of generated excerpts, where the request states it. */
  readonly excerptWords?: number | undefined
  /** What a field of a GraphQL node was asked with; in REST the resource's `fieldArgs`, which nothing embedded has. */
  readonly args?: Readonly<Record<string, unknown>>
  /**
   * Returns the next number, from 1, of a named sequence that runs through the request; a step of 0 returns the last
   * one.
   */
  readonly count: Count
}

export interface Needed {
  /** The rows that were read together, by which gathers know what they found. */
  readonly page: object
  readonly termsOf: (postId: Integer) => readonly Row[]
  readonly authorOf: (userId: Integer) => Row | null
  /** The first value stored under a key. */
  readonly metaOf: (postId: Integer, key: string) => string | null
  /** All values under a key of `allMeta`, in stored order. */
  readonly allMetaOf: (postId: Integer, key: string) => readonly string[]
  readonly userMetaOf: (userId: Integer, key: string) => string | null
  /** Slugs of a term's ancestors, topmost first, then its own. */
  readonly pathOf: (term: Row) => readonly string[]
  /** The category of posts that have none. */
  readonly defaultCategory: () => Row | null
  /** A post that rows need, by id: an ancestor, an owner, or a post that a row names. */
  readonly postOf: (postId: Integer) => Row | null
  /** True where the viewer wrote the post or has the capability, and so sees the address of private content. */
  readonly isReader: (post: Row, capability: string) => boolean
  /** The term of a taxonomy that a row names. */
  readonly termOf: (termId: Integer, taxonomy: string) => Row | null
  readonly revisionsOf: (postId: Integer) => { readonly count: number; readonly last: Integer | null }
  /** A file that a text names, or that is attached to its post. */
  readonly fileOf: (postId: Integer | string) => Row | null
  /** The files attached to a post whose text shows them, in menu order. */
  readonly filesBelow: (postId: Integer | string) => readonly Row[]
  /** How many threads of a post began before a comment's. */
  readonly placeOf: (commentId: Integer) => number
  readonly hasReplies: (commentId: Integer) => boolean
  /** The id of a post's featured image, where a text shows it. */
  readonly imageOf: (postId: Integer | string) => string | null
  /** The stored oEmbed response for an address in a post's text, by the key of its meta. */
  readonly embedOf: (postId: Integer | string, key: string) => string | null
  /** The rows of a list in a text. */
  readonly listed: (listing: Listing) => readonly Row[]
  /** The comments of a post whose text shows them, the oldest first. */
  readonly discussionOf: (postId: Integer | string) => readonly Row[]
  /** The number of rows of a list of which a text shows a part. */
  readonly totalOf: (listing: Listing) => number
  /** A shared text (synced pattern, menu): its type, title and content. */
  readonly sharedText: (id: string) => Row | null
}
