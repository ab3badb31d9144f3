// WordPress's login cookie, by its own rules (wp_parse_auth_cookie, wp_validate_auth_cookie, wp_hash, WP_Session_Tokens). The
// account that it names is looked up elsewhere.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { decoded } from '../core/decoded.ts'
import type { PhpValue } from '../database/php-value.ts'

export interface LoginCookie {
  /** The login as the cookie spells it, since that was signed. */
  readonly login: string
  /** The end of the cookie, in s since 1970. */
  readonly expiresAt: number
  readonly token: string
  readonly hmac: string
}

/** Parses a cookie header as PHP does: the first of equal names wins, and a plus stays a plus. */
export function parseCookieHeader(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, decoded(pair.slice(equals + 1).trim()))
  }
  return cookies
}

/** Parses four parts, with the time spelt as it was signed; null for anything else. */
export function parseLoginCookie(value: string): LoginCookie | null {
  const [login = '', expiresAt = '', token = '', hmac = '', ...others] = value.split('|', 5)
  if (login === '' || token === '' || hmac === '' || others.length > 0) return null
  return /^[1-9]\d{0,14}$/.test(expiresAt) ? { login, expiresAt: Number(expiresAt), token, hmac } : null
}

/** The part of the stored password hash that is signed, too: a new password ends the sessions of the old one. */
export function passwordFragment(passwordHash: string): string {
  return /^\$(?:P|2y)\$/.test(passwordHash) ? passwordHash.slice(8, 12) : passwordHash.slice(-4)
}

/** True where the cookie was signed with the scheme's secret, for the currently stored password. */
export function isGenuine(cookie: LoginCookie, passwordHash: string, secret: string): boolean {
  const { login, expiresAt, token, hmac } = cookie
  const key = schemeHash(`${login}|${passwordFragment(passwordHash)}|${expiresAt}|${token}`, secret)
  return isSame(hmac, createHmac('sha256', key).update(`${login}|${expiresAt}|${token}`).digest('hex'))
}

/** `graceS` is for requests that began before the end: an hour for POST. */
export function isLive({ expiresAt }: LoginCookie, nowS: number, graceS: number): boolean {
  return expiresAt + graceS >= nowS
}

/** True where the user's `session_tokens` contain this token, unexpired. Old rows contain only its end. */
export function isSession(sessions: PhpValue, token: string, nowS: number): boolean {
  return liveSessions(sessions, nowS).includes(sessionHash(token))
}

/** The hashes of the tokens of sessions that have not expired. */
export function liveSessions(sessions: PhpValue, nowS: number): readonly string[] {
  if (!(sessions instanceof Map)) return []
  return [...sessions].flatMap(([key, session]) => {
    const expiration = session instanceof Map ? session.get('expiration') : session
    return typeof expiration === 'number' && expiration >= nowS ? [String(key)] : []
  })
}

export function sessionHash(token: string): string {
  return hash('sha256', token)
}

/** The name of the login cookie, with the hash of the site's address without a slash at the end (COOKIEHASH). */
export function loginCookieName(siteUrl: string): string {
  return `wordpress_logged_in_${hash('md5', siteUrl.replace(/(?<![/\\])[/\\]+$/, ''))}`
}

/** Computes wp_hash with a scheme's key and salt, concatenated as `secret`. */
export function schemeHash(text: string, secret: string): string {
  return createHmac('md5', secret).update(text).digest('hex')
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
