// Finds the endpoint of an address, and makes the gateway's own requests: warm starts replay targets, purges resolve addresses.
import { parsedOnce } from '../core/query-string.ts'
import type { Request, RequestAddress } from '../core/request.ts'
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

/** Converts a public address to the target that the gateway receives: a proxy removes the path of the public address. */
export function ownTarget({ path, query }: RequestAddress, publicUrl: string): string {
  const base = `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`
  return `${path.startsWith(base) ? path.slice(base.length - 1) : path}?${query}`
}

/** Makes the anonymous GET request for a target. */
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
