// JSON Web Tokens (RFC 7519) of one issuer, for one audience, signed with one of the configured algorithms, and with an expiry.
// Their header decides only which key is used.
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type CryptoKey,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'
import type { KeyObject } from 'node:crypto'
import { fail, type Failure } from '../core/failure.ts'
import type { TokenVerifier } from './bearer.ts'
import { RemoteFailure } from './remote.ts'

export interface JwtOptions {
  readonly key: KeyObject | JWTVerifyGetKey
  readonly algorithms: readonly string[]
  readonly issuer: string
  readonly audience: string | readonly string[]
  /** The required `typ` of the header. Default: any. */
  readonly type?: string
  /** How long after a failure of an authorization server the next request to it may follow. */
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
  if (typeof key !== 'function') return (await jwtVerify(token, key, rules)).payload
  try {
    return (await jwtVerify(token, key, rules)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    return verifyByOne(token, error, rules)
  }
}

/** The number of keys that are tried for a token without a key id. */
const keysMax = 16

/** A token need not name its key (RFC 7515, 4.1.4), and during a key rotation several keys fit its algorithm. */
async function verifyByOne(token: string, keys: AsyncIterable<CryptoKey>, rules: JWTVerifyOptions) {
  let tried = 0
  for await (const key of keys) {
    if (tried === keysMax) break
    tried += 1
    try {
      return (await jwtVerify(token, key, rules)).payload
    } catch (error) {
      const isOfToken = error instanceof errors.JOSEError
      // Other errors are of a key that cannot be used, such as one that is too short
      if (isOfToken && !(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

/** True where a token claims this issuer and type, which proves nothing yet. */
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
  // The issuer's key fits none of the algorithms
  if (error instanceof TypeError || error instanceof DOMException) return fail('invalid_token')
  throw error
}
