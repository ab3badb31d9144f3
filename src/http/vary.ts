// Vary: the request headers that responses of an endpoint depend on (RFC 9110, 12.5.5).
import type { EndpointDefinition } from '../registry/endpoint.ts'

export interface VaryOptions {
  readonly corsOrigins: readonly string[]
  readonly brand: string
}

export function varyOf({ variesBy }: EndpointDefinition, { corsOrigins, brand }: VaryOptions): string {
  const names = ['Accept-Encoding', 'Authorization', `X-${brand.toUpperCase()}-Nonce`, ...variesBy]
  return [...names, ...(corsOrigins.length > 0 ? ['Origin'] : [])].join(', ')
}
