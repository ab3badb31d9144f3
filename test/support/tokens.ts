// Bearer tokens for tests: right ones, and every way in which one can be wrong.
import { Buffer } from 'node:buffer'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose'

export const jwtSecret = 'a secret of the tests and of nothing else'
export const issuer = 'https://issuer.example.org'
export const audience = 'https://gateway.example.org'

export interface TokenParts {
  readonly key?: CryptoKey | Uint8Array
  readonly header?: Readonly<Record<string, string>>
  /** Undefined leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** For edith, for an hour, with the secret, but for what is said otherwise. */
export async function tokenOf({
  key = secretKey(),
  header = {},
  claims = {},
}: TokenParts = {}): Promise<string> {
  const payload: JWTPayload = {
    iss: issuer,
    aud: audience,
    sub: 'edith',
    exp: nowS() + 3600,
    iat: nowS(),
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(key)
}

/** What `alg: none` promises: no signature at all. */
export function unsignedToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = { iss: issuer, aud: audience, sub: 'edith', exp: nowS() + 3600 }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`
}

export interface KeyPair {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  /** As a set of keys holds it. */
  readonly jwk: JWK
  /** As people pass it around. */
  readonly pem: string
}

export async function keyPair(kid: string, alg = 'RS256'): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { kid, alg, privateKey, jwk, pem: await exportSPKI(publicKey) }
}

/** A right token, signed with one of a pair. */
export function tokenBy({ kid, alg, privateKey }: KeyPair, parts: TokenParts = {}): Promise<string> {
  return tokenOf({ key: privateKey, ...parts, header: { alg, kid, ...parts.header } })
}

export function secretKey(secret = jwtSecret): Uint8Array {
  return new TextEncoder().encode(secret)
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000)
}

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}
