// Application passwords: the header of HTTP Basic, the entries in usermeta `_application_passwords`, and whether one matches
// (WP_Application_Passwords, wp_verify_fast_hash). Their last use is not written, and ordinary password hashes ($2y$) are not
// accepted here.
import { blake2b } from '@noble/hashes/blake2.js'
import type { PhpValue } from '../database/php-value.ts'
import { isSame } from './cookie.ts'

export interface Basic {
  /** The user's login or e-mail address. */
  readonly name: string
  readonly password: string
}

export interface ApplicationPassword {
  readonly uuid: string
  readonly hash: string
}

/** The longest accepted password, although WordPress makes them of 24 characters. */
const passwordLengthMax = 256

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Null where the header has another scheme, or cannot be decoded. */
export function parseBasic(header: string): Basic | null {
  const [, base64 = '', padding = ''] = /^Basic +([A-Za-z0-9+/]+)(={0,2}) *$/i.exec(header) ?? []
  const over = base64.length % 4
  if (over === 1 || (padding !== '' && over + padding.length !== 4)) return null
  const text = decode(Buffer.from(base64, 'base64'))
  const colon = text.indexOf(':')
  return colon < 0 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

export function readApplicationPasswords(value: PhpValue): readonly ApplicationPassword[] {
  if (!(value instanceof Map)) return []
  return [...value.values()].flatMap((item) => {
    const [uuid, hash] = item instanceof Map ? [item.get('uuid'), item.get('password')] : []
    return typeof uuid === 'string' && typeof hash === 'string' ? [{ uuid, hash }] : []
  })
}

/** The letters and digits of a password, since users type it in groups; null where it cannot be one. */
export function plainPassword(password: string): string | null {
  const plain = password.replace(/[^A-Za-z0-9]+/g, '')
  return plain === '' || plain.length > passwordLengthMax ? null : plain
}

/** Tests a plain password against a hash of WordPress 6.8 or later. */
export function matchesFastHash(plain: string, hash: string): boolean {
  return hash.startsWith('$generic$') && isSame(fastHash(plain), hash)
}

/** True for hashes of older versions, which are slow by design. */
export function isSlowHash(hash: string): boolean {
  return /^\$[PH]\$/.test(hash)
}

const fastHashKey = Buffer.from('wp_fast_hash_6.8+')

/** Computes wp_fast_hash, which WordPress has since 6.8: keyed BLAKE2b. */
function fastHash(password: string): string {
  const hash = blake2b(Buffer.from(password), { key: fastHashKey, dkLen: 30 })
  return `$generic$${Buffer.from(hash).toString('base64url')}`
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return ''
  }
}
