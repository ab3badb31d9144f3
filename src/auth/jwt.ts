// Tokens that carry their own proof: JSON Web Tokens (RFC 7519) of one issuer, for one audience, signed with one of the
// algorithms that were set, and with an end. Their header says nothing that is believed but which key is meant.
import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { KeyObject } from 'node:crypto'
import { fail, type Failure } from '../core/failure.ts'
import type { TokenVerifier } from './bearer.ts'
import { RemoteFailure } from './remote.ts'

export interface JwtOptions {
  readonly key: KeyObject | JWTVerifyGetKey
  readonly algorithms: readonly string[]
  readonly issuer: string
  readonly audience: string
  /** When an authorization server that failed may be asked again. */
  readonly retryMs: number
  readonly nowMs: () => number
}

export function createJwtVerifier(options: JwtOptions): TokenVerifier {
  return {
    verify: async (token) => {
      if (issuerOf(token) !== options.issuer) return null
      try {
        return { claims: await verify(token, options) }
      } catch (error) {
        return failureOf(error, options.retryMs)
      }
    },
  }
}

async function verify(token: string, options: JwtOptions) {
  const { key, algorithms, issuer, audience, nowMs } = options
  const rules = {
    algorithms: [...algorithms],
    issuer,
    audience,
    requiredClaims: ['exp'],
    currentDate: new Date(nowMs()),
  }
  const verified = await (typeof key === 'function'
    ? jwtVerify(token, key, rules)
    : jwtVerify(token, key, rules))
  return verified.payload
}

/** What a token says of its issuer, which proves nothing yet; null of what is no such token. */
function issuerOf(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null
  } catch {
    return null
  }
}

function failureOf(error: unknown, retryMs: number): Failure {
  if (error instanceof errors.JWTExpired) return fail('expired_token')
  const isRemote = error instanceof RemoteFailure || error instanceof errors.JWKSTimeout
  if (isRemote)
    return fail('authorization_unavailable', undefined, { retryAfterS: Math.ceil(retryMs / 1000) })
  if (error instanceof errors.JOSEError) return fail('invalid_token')
  throw error
}
