// Vary: the request headers that responses of an endpoint depend on (RFC 9110, 12.5.5).
import type { EndpointDefinition } from '../registry/endpoint.ts'

export interface VaryOptions {
  readonly corsOrigins: readonly string[]
  readonly brand: string
  /** Headers that credentials come in beside `Authorization` and cookies, by what authentication methods say. */
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
