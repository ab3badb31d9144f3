// What a stored text asks of the tables when it is rendered, as values: files, lists of rows, other texts.

export interface TextNeeds {
  /** Ids of attachments, as decimal digits. */
  readonly files: readonly string[]
  /** Whether it shows the files that belong to its post. */
  readonly ownFiles: boolean
  /** Whether it shows its post's author, its terms, its featured image. */
  readonly author: boolean
  readonly terms: boolean
  readonly image: boolean
  /** Keys of postmeta under which is kept what its addresses show. */
  readonly embeds: readonly string[]
  readonly listings: readonly Listing[]
  /** Ids of the texts that it is made of besides. */
  readonly shared: readonly string[]
}

export type Listing =
  | {
      readonly kind: 'posts'
      readonly by: PostOrder
      readonly descending: boolean
      readonly limit: number
      /** Ids of categories of which a post has one; none asks for all. */
      readonly categories: readonly string[]
      /** The id of their author; empty asks for all. */
      readonly author: string
      /** Whether their featured images are shown. */
      readonly images: boolean
      /** Whether they are shown whole, with the files in them. */
      readonly contents: boolean
    }
  | { readonly kind: 'comments'; readonly limit: number }
  | {
      readonly kind: 'terms'
      readonly taxonomy: string
      /** The terms that most posts have; null asks for all. */
      readonly limit: number | null
      /** Whether posts of the terms below a term count as its own. */
      readonly nested: boolean
    }
  | { readonly kind: 'periods'; readonly unit: 'year' | 'month' | 'day' }
  | { readonly kind: 'pages' }

export type PostOrder = 'created_at' | 'modified_at' | 'title' | 'menu_order' | 'slug' | 'author_id' | 'id'

/** Equal for equal listings. */
export function listingKey(listing: Listing): string {
  return JSON.stringify(listing)
}
