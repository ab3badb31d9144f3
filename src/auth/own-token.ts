// Tokens that the gateway issues for a user's password. They contain a keyed fingerprint of the stored hash, so that a change of
// the password ends them.
import { createHmac, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { isFailure } from '../core/failure.ts'
import type { Account } from '../site/account.ts'
import type { TokenVerifier } from './bearer.ts'
import { isSame } from './cookie.ts'

export interface OwnTokenOptions {
  /** The secret that signs tokens, by HS256. */
  readonly key: KeyObject
  readonly issuer: string
  readonly audience: string
  readonly lifeMs: number
  readonly nowMs: () => number
}

export type IssueToken = (account: Account) => Promise<string>

const fingerprintClaim = 'password_fingerprint'

export function createIssueToken({ key, issuer, audience, lifeMs, nowMs }: OwnTokenOptions): IssueToken {
  return async (account) => {
    const nowS = Math.floor(nowMs() / 1000)
    return new SignJWT({ [fingerprintClaim]: fingerprintOf(account, key) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(account.login)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + Math.ceil(lifeMs / 1000))
      .sign(key)
  }
}

/** Verifies tokens of the same secret, as long as their account has the password that they were issued for. */
export function withFingerprint({ verify }: TokenVerifier, key: KeyObject): TokenVerifier {
  return {
    verify: async (token) => {
      const proven = await verify(token)
      if (proven === null || isFailure(proven)) return proven
      const { sub, [fingerprintClaim]: fingerprint } = proven.claims
      if (fingerprint === undefined) return proven
      const isGoodFor = (account: Account) =>
        typeof fingerprint === 'string' && isSame(fingerprint, fingerprintOf(account, key))
      return { ...proven, login: typeof sub === 'string' ? sub : null, isGoodFor }
    },
  }
}

/** The fingerprint has a derived key of its own, which signs nothing else. */
function fingerprintOf({ id, passwordHash }: Account, key: KeyObject): string {
  const own = createHmac('sha256', key).update('fingerprint of a password hash').digest()
  return createHmac('sha256', own).update(`${id} ${passwordHash}`).digest('base64url')
}
