// Computes Vary: the request headers that responses of an endpoint depend on (RFC 9110, 12.5.5).
import type { EndpointDefinition } from '../registry/endpoint.ts'

export interface VaryOptions {
  readonly corsOrigins: readonly string[]
  readonly brand: string
  /** Headers with credentials besides `Authorization` and cookies, as authentication methods declare them. */
  readonly credentialHeaders: readonly string[]
}

export function varyOf(
  { variesBy }: EndpointDefinition,
  { corsOrigins, brand, credentialHeaders }: VaryOptions,
): string {
  const nonce = `X-${brand.toUpperCase()}-Nonce`
  const names = ['Accept-Encoding', 'Authorization', nonce, ...credentialHeaders, ...variesBy]
  return [...names, ...(corsOrigins.length > 0 ? ['Origin'] : [])].join(', ')
}
