// Endpoints are the interfaces, by address: each parses a request once, into an operation.
import type { Failure } from '../core/failure.ts'
import type { Header, Paging, Reply } from '../core/reply.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'

/** An interface of the gateway at an address of its own: REST, GraphQL, the page. */
export interface EndpointDefinition {
  readonly name: string
  /** The address of the endpoint; it includes everything below it where `below` is true. */
  readonly path: string
  readonly below: boolean
  /** True where the endpoint also answers this request, whose address belongs to no endpoint. */
  readonly claims?: (request: Request) => boolean
  /** Parses a request; no other code reads the request's address. A HEAD request is parsed as the GET that it stands for. */
  readonly parse: (request: Request) => Operation
  /** Request headers on which its answers depend, besides credentials. */
  readonly variesBy: readonly string[]
  /** True where pages of the origins that the owner allows may read its answers (CORS). */
  readonly crossOrigin: boolean
  /** Further request headers that such pages may send. Default: none. */
  readonly ownHeaders?: readonly string[]
  /** Words a failure to parse a request. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Reply
}

/** A parsed request. */
export interface Operation {
  /** The server that answers, where WordPress stands behind the gateway. */
  readonly servedBy: 'gateway' | 'upstream'
  /** True where the request is proxied to WordPress after all, because of its body. Default: it is not. */
  readonly passedOn?: () => Promise<boolean>
  /**
   * The key of the answer to an anonymous viewer, equal for all requests that are answered the same, however they are
   * written; null for an answer that is not cached. A promise where the body has to be read for it.
   */
  readonly cacheKey: () => string | null | Promise<string | null>
  /** The canonical path of the resource, equal for all spellings of its address: purges by address name it. */
  readonly path: () => string
  /** The target that requests the same answer again, in canonical form; null where there is none, as for requests with secrets. */
  readonly replay: () => RequestTarget | null
  /** Builds the `Link` header for the neighbouring pages, in the spelling of the request. */
  readonly linkOf?: (paging: Paging) => Header
  /** Completes a cached body for one request, for example with the id of a call; such answers are sent uncompressed. */
  readonly complete?: (body: Uint8Array) => Uint8Array
  readonly answer: (viewer: Viewer) => Promise<Reply>
  /** Words a failure outside of `answer`, in the format that the request asks for. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Promise<Reply>
}
