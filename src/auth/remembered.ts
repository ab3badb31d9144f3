// Remembers for a short while, by digest, whether a password matches a stored hash, so that a client that repeats a password does
// not cost a hash each time, right or wrong (a browser sends a staging server's own password with every request). This admits no
// client by itself: the account's rows are read each time, so a revoked password, or a role that is taken away, takes effect with
// the next request.
import { hash } from 'node:crypto'
import { isFailure, type Failure } from '../core/failure.ts'
import type { PasswordCheck } from './password-check.ts'

export interface Remembered {
  /** The remembered result; null where there is none. */
  readonly known: (password: string, storedHash: string, nowMs: number) => boolean | null
  /** The remembered result, or else that of a check for a client at this address. */
  readonly matches: (
    password: string,
    storedHash: string,
    address: string,
    nowMs: number,
  ) => Promise<boolean | Failure>
}

interface Checked {
  readonly isMatch: boolean
  readonly until: number
}

export interface Store {
  readonly get: (key: string) => Checked | undefined
  readonly set: (key: string, checked: Checked) => void
}

export function createRemembered(store: Store, lifeMs: number, check: PasswordCheck['check']): Remembered {
  const keyOf = (password: string, storedHash: string) => digestOf(`${storedHash}\n${password}`)
  const known: Remembered['known'] = (password, storedHash, nowMs) => {
    const found = store.get(keyOf(password, storedHash))
    return found && nowMs < found.until ? found.isMatch : null
  }
  return {
    known,
    matches: async (password, storedHash, address, nowMs) => {
      const found = known(password, storedHash, nowMs)
      if (found !== null) return found
      const isMatch = await check(password, storedHash, address)
      if (!isFailure(isMatch)) store.set(keyOf(password, storedHash), { isMatch, until: nowMs + lifeMs })
      return isMatch
    },
  }
}

/** Returns the digest that serves as a key, so that no credential is stored. */
export function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64url')
}
