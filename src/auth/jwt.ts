// Tokens that carry their own proof: JSON Web Tokens (RFC 7519) of one issuer, for one audience, signed with one of the
// algorithms that were set, and with an end. Their header says nothing that is believed but which key is meant.
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { KeyObject } from 'node:crypto'
import { fail, type Failure } from '../core/failure.ts'
import type { TokenVerifier } from './bearer.ts'
import { RemoteFailure } from './remote.ts'

export interface JwtOptions {
  readonly key: KeyObject | JWTVerifyGetKey
  readonly algorithms: readonly string[]
  readonly issuer: string
  readonly audience: string | readonly string[]
  /** What the header has to say that it is; without a word anything. */
  readonly type?: string
  /** When an authorization server that failed may be asked again. */
  readonly retryMs: number
  readonly nowMs: () => number
}

export function createJwtVerifier(options: JwtOptions): TokenVerifier {
  return {
    verify: async (token) => {
      if (!isFrom(token, options)) return null
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
    audience: [audience].flat(),
    requiredClaims: ['exp'],
    currentDate: new Date(nowMs()),
  }
  const verified = await (typeof key === 'function'
    ? jwtVerify(token, key, rules)
    : jwtVerify(token, key, rules))
  return verified.payload
}

/** Whether a token says that it is of this issuer and type, which proves nothing yet. */
function isFrom(token: string, { issuer, type }: JwtOptions): boolean {
  try {
    const { typ = '' } = decodeProtectedHeader(token)
    const isOfType = type === undefined || typ.toLowerCase().replace(/^application\//, '') === type
    return isOfType && decodeJwt(token).iss === issuer
  } catch {
    return false
  }
}

function failureOf(error: unknown, retryMs: number): Failure {
  if (error instanceof errors.JWTExpired) return fail('expired_token')
  const isRemote = error instanceof RemoteFailure || error instanceof errors.JWKSTimeout
  if (isRemote)
    return fail('authorization_unavailable', undefined, { retryAfterS: Math.ceil(retryMs / 1000) })
  if (error instanceof errors.JOSEError) return fail('invalid_token')
  // The issuer's key is none that signatures can be held against
  if (error instanceof TypeError || error instanceof DOMException) return fail('invalid_token')
  throw error
}
