// Rows that rendering a stored text needs, as values: files, lists of rows, shared texts.

export interface TextNeeds {
  /** Ids of attachments, as decimal digits. */
  readonly files: readonly string[]
  /** True where it shows the files attached to its post. */
  readonly ownFiles: boolean
  /** Ids of other posts whose files it shows, as decimal digits. */
  readonly filesOf: readonly string[]
  /** True where it shows the pictures of sounds and films that it names. */
  readonly covers: boolean
  /** True where it shows its post's author, its terms, its featured image. */
  readonly author: boolean
  readonly terms: boolean
  readonly image: boolean
  /** True where it shows the comments of its post. */
  readonly discussion: boolean
  /** Keys of postmeta that it shows: meta that its blocks are bound to, and oEmbed responses for its addresses. */
  readonly embeds: readonly string[]
  readonly listings: readonly Listing[]
  /** Ids of users that it names, as decimal digits. */
  readonly users: readonly string[]
  /** Ids of shared texts that it contains. */
  readonly shared: readonly string[]
  /** Ids of content that its navigations link to, as decimal digits. */
  readonly linked: readonly string[]
}

export type Listing =
  | {
      readonly kind: 'posts'
      readonly by: PostOrder
      readonly descending: boolean
      readonly limit: number
      /** Ids of categories, of which posts have at least one; empty for all posts. */
      readonly categories: readonly string[]
      /** The id of the posts' author; empty for all authors. */
      readonly author: string
      /** True where featured images are shown. */
      readonly images: boolean
      /** True where whole contents are shown, with the files in them. */
      readonly contents: boolean
    }
  | QueryListing
  | { readonly kind: 'comments'; readonly limit: number }
  | {
      readonly kind: 'terms'
      readonly taxonomy: string
      /** By name or id, or the most used ones first, or last. */
      readonly by: 'name' | 'id' | 'count' | 'count up'
      /** Null for all terms. */
      readonly limit: number | null
      /** True where terms without posts are left out. */
      readonly filled: boolean
      /** True where posts of a term's descendants count as its own. */
      readonly nested: boolean
    }
  | {
      readonly kind: 'periods'
      readonly unit: 'year' | 'month' | 'day'
      /** True where what day it is is shown beside them. */
      readonly endsByClock?: true
    }
  | { readonly kind: 'pages' }
  /** No rows: how long ago something was is shown, in minutes. */
  | { readonly kind: 'now' }
  /** The newest menu. */
  | { readonly kind: 'menu' }

export type ListingOf<Kind extends Listing['kind']> = Extract<Listing, { readonly kind: Kind }>

/** The first page of what a query loop asks for. */
export interface QueryListing {
  readonly kind: 'query'
  readonly type: string
  readonly statuses: readonly string[]
  readonly by: PostOrder
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
  /** A post has one of the terms of each of these taxonomies. */
  readonly terms: readonly { readonly taxonomy: string; readonly ids: readonly string[] }[]
  /** A post has none of these terms. */
  readonly otherTerms: QueryListing['terms']
  /** A post has one of these formats; empty for all posts. */
  readonly formats: readonly string[]
  readonly authors: readonly string[]
  /** The words to search for; empty for all posts. */
  readonly search: string
  /** Ids of what is left out, and of what is below whom. */
  readonly exclude: readonly string[]
  readonly parents: readonly string[]
  /** Ids of which alone something is shown; null asks for all. */
  readonly only: readonly string[] | null
  /** Ids of what comes first, whatever the order. */
  readonly first: readonly string[]
  /** True where they are shown whole, with the files in them. */
  readonly contents: boolean
  /** True where it matters how many there are. */
  readonly total: boolean
  /** True where the post is left out whose text it is: one more is read, so that the rows are good for any post. */
  readonly excludesCurrent?: true
}

export type PostOrder =
  | 'comment_count'
  | 'created_at'
  | 'modified_at'
  | 'title'
  | 'menu_order'
  | 'slug'
  | 'author_id'
  | 'id'

/** Equal for equal listings. */
export function listingKey(listing: Listing): string {
  return JSON.stringify(listing)
}
