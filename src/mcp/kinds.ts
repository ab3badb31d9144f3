// The kinds of content that agents are offered, by their lists below the root of REST.

/** A list of content whose items have pages of their own. */
export interface ContentList {
  readonly path: string
  readonly type: string
  /** The taxonomies that filter it. */
  readonly taxonomies: readonly string[]
}

export interface TermList {
  readonly path: string
  readonly taxonomy: string
  /** The argument by which lists of content are filtered. */
  readonly base: string
}

export interface Kinds {
  readonly pageLists: readonly ContentList[]
  readonly termLists: readonly TermList[]
  /** The content types and taxonomies that a search finds. */
  readonly searched: { readonly content: readonly string[]; readonly terms: readonly string[] }
}
