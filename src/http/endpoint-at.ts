// Addresses → endpoints, and requests of the gateway's own: a warm start replays targets, and a purge resolves an address.
import { parsedOnce } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'

export function endpointAt(
  endpoints: readonly EndpointDefinition[],
  request: Request,
): EndpointDefinition | undefined {
  const path = `${request.path.toLowerCase().replace(/(?<!\/)\/+$/, '')}/`
  return (
    endpoints.find((each) => path === `${each.path}/` || (each.below && path.startsWith(`${each.path}/`))) ??
    endpoints.find((each) => each.claims?.(request))
  )
}

/** The anonymous GET request for a target. */
export function requestFor({ target, accept }: RequestTarget): Request {
  const mark = target.indexOf('?')
  const query = mark < 0 ? '' : target.slice(mark + 1)
  return {
    method: 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query,
    args: parsedOnce(query),
    header: (name) => (name === 'accept' && accept !== null ? accept : undefined),
    client: { address: '', isSecure: false, isLocal: false },
    body: async () => new Uint8Array(),
  }
}
