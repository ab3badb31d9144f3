// Application passwords that matched a moment ago, by digest: what takes long is not done again for a short while. What
// is remembered is that a password matches a stored hash, never that somebody is let in: the account's rows are read
// each time, so a password that is revoked, or a role that is taken away, counts from the next request.
import { hash } from 'node:crypto'

export interface Remembered {
  readonly matches: (password: string, storedHash: string, nowMs: number) => boolean
}

export interface Store {
  readonly get: (key: string) => number | undefined
  readonly set: (key: string, until: number) => void
}

export function createRemembered(
  store: Store,
  lifeMs: number,
  check: (password: string, storedHash: string) => boolean,
): Remembered {
  return {
    matches: (password, storedHash, nowMs) => {
      const digest = digestOf(`${storedHash}\n${password}`)
      if (nowMs < (store.get(digest) ?? 0)) return true
      if (!check(password, storedHash)) return false
      store.set(digest, nowMs + lifeMs)
      return true
    },
  }
}

/** Nothing that is kept, or told apart, by a credential holds the credential. */
export function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64url')
}
