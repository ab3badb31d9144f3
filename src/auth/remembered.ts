// Remembers for a short while, by digest, whether an application password matches a stored hash, so that a client that repeats
// itself does not cost a hash each time, right or wrong (a staging server's own password comes with every request). This alone
// lets no client in: the account's rows are read each time, so a password that is revoked, or a role that is taken away,
// counts from the next request.
import { hash } from 'node:crypto'

export interface Remembered {
  readonly matches: (password: string, storedHash: string, nowMs: number) => boolean
}

interface Checked {
  readonly isMatch: boolean
  readonly until: number
}

export interface Store {
  readonly get: (key: string) => Checked | undefined
  readonly set: (key: string, checked: Checked) => void
}

export function createRemembered(
  store: Store,
  lifeMs: number,
  check: (password: string, storedHash: string) => boolean,
): Remembered {
  return {
    matches: (password, storedHash, nowMs) => {
      const digest = digestOf(`${storedHash}\n${password}`)
      const known = store.get(digest)
      if (known && nowMs < known.until) return known.isMatch
      const isMatch = check(password, storedHash)
      store.set(digest, { isMatch, until: nowMs + lifeMs })
      return isMatch
    },
  }
}

/** Keys are digests, so that no credential is kept. */
export function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64url')
}
