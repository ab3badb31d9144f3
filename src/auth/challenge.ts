// What a client that is refused is told of bearer tokens: the header WWW-Authenticate (RFC 6750, 3).
import type { Failure } from '../core/failure.ts'

/** What asks for a token. */
export function bearerChallenge(realm: string): string {
  return `Bearer realm="${realm}"`
}

/** The failure of a token with what its client is told; of what is no fault of the token's, nothing. */
export function challenged(failure: Failure, realm: string): Failure {
  const error = errorOf(failure)
  if (error === null) return failure
  const why = `error="${error}", error_description="${failure.message}"`
  return { ...failure, challenge: `${bearerChallenge(realm)}, ${why}` }
}

function errorOf({ code }: Failure): string | null {
  return code === 'expired_token' || code === 'invalid_token' ? 'invalid_token' : null
}
