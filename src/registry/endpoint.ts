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
  /** True where the endpoint answers a request at an address of no endpoint. */
  readonly claims?: (request: Request) => boolean
  /**
   * Parses a request, the only place that reads its address. A HEAD request is parsed as the GET that it stands for.
   */
  readonly parse: (request: Request) => Operation
  /** Request headers on which its answers depend, besides credentials. */
  readonly variesBy: readonly string[]
  /** True where pages of the origins that the owner allows may read it (CORS). */
  readonly crossOrigin: boolean
  /** Request headers of its own that such pages send. Default: none. */
  readonly ownHeaders?: readonly string[]
  /** Words a failure to parse a request. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Reply
}

/** A parsed request. */
export interface Operation {
  /** The server that answers, where WordPress stands behind the gateway. */
  readonly servedBy: 'gateway' | 'upstream'
  /** True where WordPress answers after all, where the body says it. Default: it does not. */
  readonly passedOn?: () => Promise<boolean>
  /**
   * The key of the answer to an anonymous viewer, equal for all requests that are answered the same, however they are
   * written; null for an answer that is not cached. A promise where the body has to be read for it.
   */
  readonly cacheKey: () => string | null | Promise<string | null>
  /** The canonical path of the resource, equal for all spellings of its address: a purge by address names it. */
  readonly path: () => string
  /** The target that requests the answer once more, in canonical words; null where there is none, as for secrets. */
  readonly replay: () => RequestTarget | null
  /** The links to the pages beside an answer, as a header, in the words of the request. */
  readonly linkOf?: (paging: Paging) => Header
  /** Makes the body that is sent of a cached one, as with the id of a call; such answers are sent uncompressed. */
  readonly complete?: (body: Uint8Array) => Uint8Array
  readonly answer: (viewer: Viewer) => Promise<Reply>
  /** Words a failure that happened outside of `answer`, in the form that the request asks for. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Promise<Reply>
}
