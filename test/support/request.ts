// A request as a value, for what reads requests without a server.
import { parsedOnce } from '../../src/core/query-string.ts'
import type { Request } from '../../src/core/request.ts'

export interface RequestParts {
  readonly method?: string
  /** Path and query. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export function requestOf({ method = 'GET', url = '/', headers = {}, body = '' }: RequestParts): Request {
  const [path = '', ...rest] = url.split('?')
  const query = rest.join('?')
  return {
    method,
    path,
    query,
    args: parsedOnce(query),
    header: (name) => headers[name],
    client: { address: '192.0.2.1', isSecure: false, isLocal: false },
    body: async () => (typeof body === 'string' ? new TextEncoder().encode(body) : body),
  }
}
