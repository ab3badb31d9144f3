// The challenge of a refusal: the header WWW-Authenticate for bearer tokens (RFC 6750, 3).
import type { Failure } from '../core/failure.ts'

/** A challenge that requests a token, and names where clients find out how to get one. */
export function bearerChallenge(realm: string, metadataUrl: string | null): string {
  const asks = `Bearer realm="${realm}"`
  return metadataUrl === null ? asks : `${asks}, resource_metadata="${metadataUrl}"`
}

/** Adds the challenge to a failure, unless the token is not its cause. */
export function withChallenge(failure: Failure, challenge: string): Failure {
  const error = errorOf(failure)
  if (error === null) return failure
  const why = `error="${error}", error_description="${failure.message}"`
  return { ...failure, challenge: `${challenge}, ${why}` }
}

function errorOf({ code }: Failure): string | null {
  if (code === 'insufficient_scope') return code
  return code === 'expired_token' || code === 'invalid_token' ? 'invalid_token' : null
}
