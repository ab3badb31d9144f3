// What a client that is refused is told of bearer tokens: the header WWW-Authenticate (RFC 6750, 3).
import type { Failure } from '../core/failure.ts'

/** What asks for a token, and says where to find out how to get one. */
export function bearerChallenge(realm: string, metadataUrl: string | null): string {
  const asks = `Bearer realm="${realm}"`
  return metadataUrl === null ? asks : `${asks}, resource_metadata="${metadataUrl}"`
}

/** The failure of a token with what its client is told; of what is no fault of the token's, nothing. */
export function challenged(failure: Failure, challenge: string): Failure {
  const error = errorOf(failure)
  if (error === null) return failure
  const why = `error="${error}", error_description="${failure.message}"`
  return { ...failure, challenge: `${challenge}, ${why}` }
}

function errorOf({ code }: Failure): string | null {
  if (code === 'insufficient_scope') return code
  return code === 'expired_token' || code === 'invalid_token' ? 'invalid_token' : null
}
