// Rows that the rendering of a stored text needs, as values: files, lists of rows, shared texts.

export interface TextNeeds {
  /** Ids of attachments, as decimal digits. */
  readonly files: readonly string[]
  /** True where it shows the files attached to its post. */
  readonly ownFiles: boolean
  /** Ids of other posts whose files it shows, as decimal digits. */
  readonly filesOf: readonly string[]
  /** True where it shows the cover pictures of audio and video files that it names. */
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
      /** The order: by name, by id, or by use, the most used terms first, or last. */
      readonly by: 'name' | 'id' | 'count' | 'count up'
      /** The number of terms; null for all. */
      readonly limit: number | null
      /** True where terms without posts are left out. */
      readonly filled: boolean
      /** True where posts of a term's descendants count as its own. */
      readonly nested: boolean
    }
  | {
      readonly kind: 'periods'
      readonly unit: 'year' | 'month' | 'day'
      /** True where the present date is shown as well, so that the answer expires. */
      readonly endsByClock?: true
    }
  | { readonly kind: 'pages' }
  /** Reads no rows: a time since some event is shown, in minutes. */
  | { readonly kind: 'now' }
  /** Reads the newest menu. */
  | { readonly kind: 'menu' }

export type ListingOf<Kind extends Listing['kind']> = Extract<Listing, { readonly kind: Kind }>

/** The first page of a query loop. */
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
  /** Ids of excluded items, and of the parents whose children are wanted. */
  readonly exclude: readonly string[]
  readonly parents: readonly string[]
  /** Ids to which the result is limited; null for all. */
  readonly only: readonly string[] | null
  /** Ids of items that come first, whatever the order. */
  readonly first: readonly string[]
  /** True where the items' whole contents are shown, with the files in them. */
  readonly contents: boolean
  /** True where the total is shown. */
  readonly total: boolean
  /** True where the post that contains the text is excluded: one more row is read, so that the rows serve any post. */
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

/** Returns equal keys for equal listings. */
export function listingKey(listing: Listing): string {
  return JSON.stringify(listing)
}
