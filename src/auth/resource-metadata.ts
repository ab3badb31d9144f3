// OAuth 2.0 protected resource metadata (RFC 9728): a client that knows only the gateway's address finds out from it how to get
// tokens.
import { fail, statusOf } from '../core/failure.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { jsonReply } from '../core/reply.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { fixedOperation } from '../registry/fixed-operation.ts'

export interface ResourceMetadata {
  /** The gateway's public address, which is also the name of the resource. */
  readonly resource: string
  /** The authorization server; undefined where the owner does not name one. */
  readonly issuer: string | undefined
  readonly scopes: readonly string[]
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The address of the metadata, whose path is inserted between host and path of the resource (RFC 9728, 3.1). */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource)
  return origin + wellKnown + (pathname === '/' ? '' : pathname)
}

export function createMetadataEndpoint({ resource, issuer, scopes }: ResourceMetadata): EndpointDefinition {
  const document = {
    resource,
    ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
  }
  const refuse: EndpointDefinition['refuse'] = (failure, viewer) =>
    jsonReply(
      statusOf(failure, viewer),
      { code: failure.code, message: failure.message },
      { headers: refusalHeaders(failure, viewer) },
    )
  return {
    name: 'resource metadata',
    path: new URL(metadataUrl(resource)).pathname,
    below: false,
    variesBy: [],
    crossOrigin: true,
    parse: ({ method, path }) =>
      fixedOperation({
        servedBy: 'gateway',
        path,
        cacheKey: method === 'GET' ? `resource metadata ${path}` : null,
        answer: (viewer) =>
          method === 'GET'
            ? jsonReply(200, document, { store: 'shared' })
            : refuse(fail('rest_no_route'), viewer),
        refuse,
      }),
    refuse,
  }
}
