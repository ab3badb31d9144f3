// Interfaces by their address.
import type { Failure } from '../core/failure.ts'
import type { Header, Paging, Reply } from '../core/reply.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'

/** An interface of the gateway at an address of its own: REST, GraphQL, the page. */
export interface EndpointDefinition {
  readonly name: string
  /** The address it answers; with everything below it where `below` is true. */
  readonly path: string
  readonly below: boolean
  /** Whether it answers a request at an address that is no endpoint's. */
  readonly claims?: (request: Request) => boolean
  readonly answer: (request: Request, viewer: Viewer) => Promise<Reply>
  /** The request's headers that its answer depends on, besides those that say who asks. */
  readonly variesBy: readonly string[]
  /**
   * What the answer to an anonymous viewer is kept under, however it was asked for; null for what is not kept. Without it
   * answers to GET are, under their address as it was sent.
   */
  readonly keyOf?: (request: Request) => string | null | Promise<string | null>
  /**
   * What asks for the answer to a request once more, in the words of it that matter; null where nothing does, as what holds a
   * secret. Without it nothing is asked for again.
   */
  readonly targetOf?: (request: Request) => RequestTarget | null
  /** The links to the pages beside an answer, as a header, in the words of the request. */
  readonly linkOf?: (request: Request, paging: Paging) => Header
  /** Whether pages of the origins that the owner names may read it. */
  readonly crossOrigin: boolean
  /** Whether nothing of its own is asked for: the owning system is asked, where it is known. */
  readonly leaves?: (request: Request) => boolean
  /** How it words a failure that happened outside of it; to a request, in the form that it asks for. */
  readonly refuse: (failure: Failure, viewer: Viewer, request?: Request) => Reply
}
