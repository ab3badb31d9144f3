// Interfaces by their address: each parses a request once, into an operation that says all else of it.
import type { Failure } from '../core/failure.ts'
import type { Header, Paging, Reply } from '../core/reply.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { Request, RequestAddress } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'

/** An interface of the gateway at an address of its own: REST, GraphQL, the page. */
export interface EndpointDefinition {
  readonly name: string
  /** The address it answers; with everything below it where `below` is true. */
  readonly path: string
  readonly below: boolean
  /** Whether it answers a request at an address that is no endpoint's. */
  readonly claims?: (address: RequestAddress) => boolean
  /** Parses a request; the only place where its address is read. A HEAD request is parsed as the GET that it stands for. */
  readonly parse: (request: Request) => Operation
  /** The request's headers that its answers depend on, besides those that say who asks. */
  readonly variesBy: readonly string[]
  /** Whether pages of the origins that the owner names may read it. */
  readonly crossOrigin: boolean
  /** Words a failure of a request that could not be parsed. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Reply
}

/** A parsed request. */
export interface Operation {
  /** Who answers, where WordPress stands behind the gateway. */
  readonly servedBy: 'gateway' | 'upstream'
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
  readonly answer: (viewer: Viewer) => Promise<Reply>
  /** Words a failure that happened outside of `answer`, in the form that the request asks for. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Promise<Reply>
}
