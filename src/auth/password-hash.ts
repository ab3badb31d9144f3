// Checks whether a login password matches a stored hash, in every format that WordPress has made or accepts (wp_check_password).
// This is slow by design, so it runs in a thread of its own (password-worker.ts).
import { argon2Sync, createHmac, hash as digest } from 'node:crypto'
import { compareSync } from 'bcryptjs'
import { phpTrim } from '../core/php-trim.ts'
import { isSame } from './cookie.ts'
import { portableHash } from './portable-hash.ts'

const passwordBytesMax = 4096
/** Stored hashes contain their own cost; one above these limits matches no password. */
const costMax = { bcrypt: 14, argon2MemoryKib: 262_144, argon2Passes: 16, argon2Lanes: 8 }

export function matchesPassword(password: string, storedHash: string): boolean {
  if (Buffer.byteLength(password) > passwordBytesMax) return false
  if (storedHash.length <= 32) return isSame(digest('md5', password), storedHash)
  if (storedHash.startsWith('$wp')) return matchesBcrypt(prepared(password), storedHash.slice(3))
  if (/^\$[PH]\$/.test(storedHash)) return isSame(portableHash(password, storedHash) ?? '', storedHash)
  if (storedHash.startsWith('$argon2')) return matchesArgon2(password, storedHash)
  // A bcrypt in C reads a password only up to a NUL
  return !password.includes('\0') && matchesBcrypt(password, storedHash)
}

/** The highest bcrypt cost of the stored hashes so far; at first PHP's default before 8.4. */
let usualCost = 10

/** Matches with the work of a portable hash and of bcrypt for every hash, and for none. */
export function matchesEvenly(password: string, storedHash: string): boolean {
  if (Buffer.byteLength(password) > passwordBytesMax) return false
  const isMatch = matchesPassword(password, storedHash)
  if (!/^\$[PH]\$/.test(storedHash)) portableHash(password, `$P$B${'a'.repeat(30)}`)
  const [, found] = /^(?:\$wp)?\$2[aby]\$(\d\d)\$/.exec(storedHash) ?? []
  const cost = Number(found ?? 0)
  if (cost <= costMax.bcrypt) usualCost = Math.max(usualCost, cost)
  if (cost < usualCost) compareSync(prepared(password), `$2y$${usualCost}$${'a'.repeat(53)}`)
  return isMatch
}

/** Prepares a password for bcrypt, which reads only 72 bytes: WordPress 6.8 and later hash the trimmed password first. */
function prepared(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(phpTrim(password)).digest('base64')
}

function matchesBcrypt(password: string, storedHash: string): boolean {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(storedHash) ?? []
  return cost !== undefined && Number(cost) <= costMax.bcrypt && compareSync(password, storedHash)
}

/** Matches `$argon2id$v=19$m=65536,t=4,p=1$salt$hash`, the format of PHP's password_hash. */
function matchesArgon2(password: string, storedHash: string): boolean {
  const parts =
    /^\$(argon2id?)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]{11,})\$([\w+/]{6,})$/.exec(storedHash)
  const [, algorithm, memory, passes, lanes, salt = '', tag = ''] = parts ?? []
  const expected = Buffer.from(tag, 'base64')
  const of = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  }
  if (algorithm !== 'argon2i' && algorithm !== 'argon2id') return false
  const isBearable =
    of.memory <= costMax.argon2MemoryKib &&
    of.memory >= 8 * of.parallelism &&
    of.passes >= 1 &&
    of.passes <= costMax.argon2Passes &&
    of.parallelism >= 1 &&
    of.parallelism <= costMax.argon2Lanes
  return isBearable && isSame(argon2Sync(algorithm, of).toString('hex'), expected.toString('hex'))
}
