// Distinct wrong credentials within a minute, by account and by address. A client that repeats one wrong password is only
// wrong; one that tries many is guessing. Several gateways count together; where they cannot, each counts alone.
import type { SharedCounts } from '../core/shared-counts.ts'
import { networkOf } from '../core/network.ts'
import { phpTrim } from '../core/php-trim.ts'

export interface WrongLimits {
  readonly perAccount: number
  readonly perAddress: number
}

export interface WrongCredentials {
  /** Seconds to wait after too many wrong credentials from the address, else null. */
  readonly waitS: (address: string, nowMs: number) => Promise<number | null>
  /**
   * Notes a credential by its digest, its account and its client's address, where these are given; settles with seconds to wait
   * after too many, else with null.
   */
  readonly note: (
    account: string | null,
    address: string | null,
    digest: string,
    nowMs: number,
  ) => Promise<number | null>
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

export interface WrongOptions {
  /** The limits of this process where it counts alone. */
  readonly alone: WrongLimits
  /** The counts of all processes and gateways together, and their limits; null where each counts alone. */
  readonly shared: (WrongLimits & { readonly counts: Pick<SharedCounts, 'note' | 'wait'> }) | null
}

export function createWrongCredentials(
  store: WindowStore,
  { alone, shared }: WrongOptions,
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
    window && nowMs < window.endsAt && window.digests.size > max ? window.endsAt - nowMs : 0
  const noteAt = async (key: string, by: keyof WrongLimits, digest: string, nowMs: number) => {
    // It is known here as well where the others cannot be asked later
    const here = noted(key, alone[by], digest, nowMs)
    return (await shared?.counts.note(key, { max: shared[by], windowMs }, digest)) ?? here
  }
  return {
    waitS: async (address, nowMs) => {
      const key = addressKey(address)
      const among = await shared?.counts.wait(key, { max: shared.perAddress, windowMs })
      return longestS([among ?? left(store.get(key), alone.perAddress, nowMs)])
    },
    note: async (account, address, digest, nowMs) =>
      longestS(
        await Promise.all([
          account === null ? 0 : noteAt(accountKey(account), 'perAccount', digest, nowMs),
          address === null ? 0 : noteAt(addressKey(address), 'perAddress', digest, nowMs),
        ]),
      ),
  }
}

/** Guesses are counted by the name that is given, whether or not there is such a user: a count of the account's would tell. */
export function countedName(name: string): string {
  return `name ${phpTrim(name).toLowerCase()}`
}

function accountKey(account: string): string {
  return `account ${account}`
}

function addressKey(address: string): string {
  return `address ${networkOf(address)}`
}

/** Whole seconds; null where there is nothing to wait for. */
function longestS(waitsMs: readonly number[]): number | null {
  const waitMs = Math.max(...waitsMs)
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null
}
