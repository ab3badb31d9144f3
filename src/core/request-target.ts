// A request target (RFC 9112, 3.2) by which the gateway can make an answer again: the parts that matter, without secrets.

export interface RequestTarget {
  /** Path and query: `/cms-json/cms/v2/posts?page=2`. */
  readonly target: string
  /** The accepted media type, where the answer depends on it. */
  readonly accept: string | null
}
