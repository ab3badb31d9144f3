// Digests that identify bytes in few letters.
import { hash } from 'node:crypto'

export function digestOf(bytes: Uint8Array | string): string {
  return hash('sha1', bytes, 'base64url')
}
