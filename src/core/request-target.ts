// What asks for an answer once more (the request target of RFC 9112, 3.2): words that matter to it, and no secret.

export interface RequestTarget {
  /** Path and query: `/cms-json/cms/v2/posts?page=2`. */
  readonly target: string
  /** The media type that is accepted, where the answer depends on it. */
  readonly accept: string | null
}
