// A request as a value, for what reads requests without a server.
import type { Request } from '../../src/core/request.ts'

export interface RequestParts {
  readonly method?: string
  /** Path and query. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export function requestOf({ method = 'GET', url = '/', headers = {}, body = '' }: RequestParts): Request {
  const [path = '', ...query] = url.split('?')
  return {
    method,
    path,
    query: query.join('?'),
    header: (name) => headers[name],
    client: { address: '192.0.2.1', isSecure: false, isLocal: false },
    body: async () => (typeof body === 'string' ? new TextEncoder().encode(body) : body),
  }
}
