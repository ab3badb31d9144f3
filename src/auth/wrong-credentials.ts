// Distinct wrong credentials within a minute, by account and by address. A client that repeats one wrong password is only
// wrong; one that tries many is guessing.

import { networkOf } from '../core/network.ts'

export interface WrongLimits {
  readonly perAccount: number
  readonly perAddress: number
}

export interface WrongCredentials {
  /** Seconds to wait after too many wrong credentials, else null. */
  readonly waitS: (account: string, address: string, nowMs: number) => number | null
  /**
   * Notes a wrong credential by its digest, its account and its client's address; returns seconds to wait after too many, else
   * null.
   */
  readonly note: (account: string | null, address: string, digest: string, nowMs: number) => number | null
}

interface Window {
  readonly endsAt: number
  readonly digests: Set<string>
}

export interface WindowStore {
  readonly get: (key: string) => Window | undefined
  readonly set: (key: string, value: Window) => void
}

const windowMs = 60_000
/** The length of the digests that distinguish wrong credentials. */
const digestLength = 10

export function createWrongCredentials(
  store: WindowStore,
  { perAccount, perAddress }: WrongLimits,
): WrongCredentials {
  const noted = (key: string, max: number, digest: string, nowMs: number): number => {
    const known = store.get(key)
    const window =
      known && nowMs < known.endsAt ? known : { endsAt: nowMs + windowMs, digests: new Set<string>() }
    if (window !== known) store.set(key, window)
    // Nothing more is kept beyond the limit, so that guessing costs no memory
    if (window.digests.size <= max) window.digests.add(digest.slice(0, digestLength))
    return left(window, max, nowMs)
  }
  const left = (window: Window | undefined, max: number, nowMs: number): number =>
    window && nowMs < window.endsAt && window.digests.size > max
      ? Math.ceil((window.endsAt - nowMs) / 1000)
      : 0
  return {
    waitS: (account, address, nowMs) =>
      longest(
        left(store.get(accountKey(account)), perAccount, nowMs),
        left(store.get(addressKey(address)), perAddress, nowMs),
      ),
    note: (account, address, digest, nowMs) =>
      longest(
        account === null ? 0 : noted(accountKey(account), perAccount, digest, nowMs),
        noted(addressKey(address), perAddress, digest, nowMs),
      ),
  }
}

function accountKey(account: string): string {
  return `account ${account}`
}

function addressKey(address: string): string {
  return `address ${networkOf(address)}`
}

function longest(...waits: readonly number[]): number | null {
  const wait = Math.max(...waits)
  return wait > 0 ? wait : null
}
