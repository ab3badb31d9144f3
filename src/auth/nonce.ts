// The nonce of a session (wp_create_nonce, wp_verify_nonce, for the action wp_rest). It belongs to a user, to a login session
// and to half a day, and is valid for that half day and the next.
import { isSame, schemeHash } from './cookie.ts'

export interface NonceOf {
  readonly nowS: number
  /** The user's id, `0` for anonymous viewers. */
  readonly userId: string
  /** The token in the login cookie; empty without a cookie. */
  readonly token: string
  /** Key and salt of the scheme `nonce`, concatenated. */
  readonly secret: string
}

const halfLifeS = 43_200

export function createNonce(of: NonceOf): string {
  return nonceAt(tickOf(of.nowS), of)
}

export function verifyNonce(nonce: string, of: NonceOf): boolean {
  const tick = tickOf(of.nowS)
  return isSame(nonce, nonceAt(tick, of)) || isSame(nonce, nonceAt(tick - 1, of))
}

/** The number of the half day; its last second still belongs to it (wp_nonce_tick rounds up). */
function tickOf(nowS: number): number {
  return Math.ceil(nowS / halfLifeS)
}

function nonceAt(tick: number, { userId, token, secret }: NonceOf): string {
  return schemeHash(`${tick}|wp_rest|${userId}|${token}`, secret).slice(-12, -2)
}
