// Counts distinct wrong credentials within a minute, by account and by address. A client that repeats one wrong password is only
// wrong; one that tries many is guessing. Several gateways count together; where they cannot, each counts for itself.
import type { SharedCounts } from '../core/shared-counts.ts'
import { networkOf } from '../core/network.ts'
import { phpTrim } from '../core/php-trim.ts'
import { digestOf } from './remembered.ts'

export interface WrongLimits {
  readonly perAccount: number
  readonly perAddress: number
}

export interface WrongCredentials {
  /** Seconds to wait after too many wrong credentials from the address, else null. */
  readonly waitS: (address: string, nowMs: number) => Promise<number | null>
  /**
   * Notes a wrong credential by its digest, its client's address and its account, where there is one; settles with the seconds to
   * wait after too many, else with null. A caller whose check was cheap names the account only while the address is within its limit.
   */
  readonly note: (
    account: CountedAccount | null,
    address: string,
    digest: string,
    nowMs: number,
  ) => Promise<number | null>
  /** Counts the credential as a wrong one of the account for all later attempts, until this one ends. */
  readonly attempt: (account: CountedAccount, digest: string) => Attempt
}

export interface Attempt {
  /** Seconds to wait where too many other credentials were wrong or are being checked, else null. Shared counts note this one at once. */
  readonly waitS: (nowMs: number) => Promise<number | null>
  /** Called where the credential was not checked after all. Shared counts have counted it for its account, so they also count it for its address. */
  readonly unchecked: (address: string, nowMs: number) => Promise<void>
  readonly end: () => void
}

/** An account by a name that a client sent, or by the id of an existing one. */
export type CountedAccount = `name ${string}` | `id ${string}`

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
  /** The limits of this process where it counts for itself. */
  readonly alone: WrongLimits
  /** The counts of all processes and gateways together, and their limits; null where each counts for itself. */
  readonly shared: (WrongLimits & { readonly counts: Pick<SharedCounts, 'note' | 'wait'> }) | null
}

/** Separate stores, so that names that clients invent evict no other entries. */
export interface WrongStores {
  readonly names: WindowStore
  readonly ids: WindowStore
  readonly addresses: WindowStore
}

export function createWrongCredentials(
  { names, ids, addresses }: WrongStores,
  { alone, shared }: WrongOptions,
): WrongCredentials {
  const underWay = new Map<string, Map<string, number>>()
  const noteAt = async ({ store, key, by }: Counted, digest: string, nowMs: number): Promise<number> => {
    // It is counted here as well, for the case that shared counts become unavailable
    const here = countedIn(store, key, alone[by], digest, nowMs)
    return (await shared?.counts.note(key, { max: shared[by], windowMs }, digest)) ?? here
  }
  const ofAddress = (address: string): Counted => ({
    store: addresses,
    key: `address ${networkOf(address)}`,
    by: 'perAddress',
  })
  // A name may be as long as a request, so its digest is the key
  const ofAccount = (account: CountedAccount): Counted => ({
    store: account.startsWith('id ') ? ids : names,
    key: `account ${digestOf(account)}`,
    by: 'perAccount',
  })
  return {
    waitS: async (address, nowMs) => {
      const { store, key, by } = ofAddress(address)
      const among = await shared?.counts.wait(key, { max: shared[by], windowMs })
      return inSeconds(among ?? left(liveIn(store, key, nowMs), alone[by], nowMs))
    },
    note: async (account, address, digest, nowMs) => {
      const waits = await Promise.all([
        noteAt(ofAddress(address), digest, nowMs),
        account === null ? 0 : noteAt(ofAccount(account), digest, nowMs),
      ])
      return inSeconds(Math.max(...waits))
    },
    attempt: (account, digest) => {
      const counted = ofAccount(account)
      const own = underWay.get(counted.key) ?? new Map<string, number>()
      const before = own.size - (own.has(digest) ? 1 : 0)
      underWay.set(counted.key, own.set(digest, (own.get(digest) ?? 0) + 1))
      return {
        waitS: async (nowMs) => {
          const { store, key, by } = counted
          const among = await shared?.counts.note(key, { max: shared[by], windowMs }, digest)
          if (among !== undefined && among !== null) return inSeconds(among)
          const window = liveIn(store, key, nowMs)
          const isKnown = window?.digests.has(digest.slice(0, digestLength)) === true
          return inSeconds(left(window, alone[by] - before - (isKnown ? 0 : 1), nowMs))
        },
        unchecked: async (address, nowMs) => {
          if (shared) await noteAt(ofAddress(address), digest, nowMs)
        },
        end: () => {
          const count = own.get(digest) ?? 0
          if (count > 1) return void own.set(digest, count - 1)
          own.delete(digest)
          if (own.size === 0) underWay.delete(counted.key)
        },
      }
    },
  }
}

interface Counted {
  readonly store: WindowStore
  readonly key: string
  readonly by: keyof WrongLimits
}

/** The wait where only attempts that are being checked exceed the limit. */
const shortMs = 1000

function countedIn(store: WindowStore, key: string, max: number, digest: string, nowMs: number): number {
  const known = liveIn(store, key, nowMs)
  const window = known ?? { endsAt: nowMs + windowMs, digests: new Set<string>() }
  if (window !== known) store.set(key, window)
  // Digests beyond the limit are not stored, so that guessing costs no memory
  if (window.digests.size <= max) window.digests.add(digest.slice(0, digestLength))
  return left(window, max, nowMs)
}

function left(window: Window | undefined, max: number, nowMs: number): number {
  if (max < 0) return shortMs
  return window && window.digests.size > max ? window.endsAt - nowMs : 0
}

function liveIn(store: WindowStore, key: string, nowMs: number): Window | undefined {
  const window = store.get(key)
  return window && nowMs < window.endsAt ? window : undefined
}

/** Counts guesses by the name that was sent, whether the user exists or not: a count by account would reveal that. */
export function countedName(name: string): CountedAccount {
  return `name ${phpTrim(name).toLowerCase()}`
}

/** Whole seconds; null without a wait. */
function inSeconds(waitMs: number): number | null {
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null
}
