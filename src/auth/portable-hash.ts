// The portable hash of passwords (phpass, PasswordHash), which WordPress made before 6.8: MD5, many times over.
import { hash as digest } from 'node:crypto'

/** WordPress uses 2^13 rounds; a row with more than this would block the gateway. */
const roundsLog2Max = 16

const digits64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The portable hash of a password, with the rounds and the salt of `hash`; null where `hash` is no portable hash. */
export function portableHash(password: string, hash: string): string | null {
  const [setting, rounds = '', salt = ''] = /^\$[PH]\$(.)(.{8})(?=[./0-9A-Za-z]{22}$)/.exec(hash) ?? []
  const roundsLog2 = digits64.indexOf(rounds)
  if (setting === undefined || roundsLog2 < 7 || roundsLog2 > roundsLog2Max) return null
  const first = digest('md5', salt + password, 'buffer')
  const input = Buffer.concat([first, Buffer.from(password)])
  for (let left = 2 ** roundsLog2; left > 0; left -= 1) input.set(digest('md5', input, 'buffer'))
  return setting + encode64(input.subarray(0, first.length))
}

/** Encodes six bits per digit, the lowest first, of three bytes at a time. */
function encode64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = bytes.subarray(at, at + 3)
    const bits = three.reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    for (let digit = 0; digit <= three.length; digit += 1) text += digits64.charAt((bits >> (6 * digit)) & 63)
  }
  return text
}
