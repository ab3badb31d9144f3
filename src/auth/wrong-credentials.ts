// Distinct wrong credentials within a minute, by account and by address. A client that repeats one wrong password is
// only wrong; one that tries many is guessing.

export interface WrongLimits {
  readonly perAccount: number
  readonly perAddress: number
}

export interface WrongCredentials {
  /** Notes a wrong credential by its digest, and whose it would be; seconds to wait where there were too many, else null. */
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

export function createWrongCredentials(
  store: WindowStore,
  { perAccount, perAddress }: WrongLimits,
): WrongCredentials {
  const waitS = (key: string, max: number, digest: string, nowMs: number): number => {
    const known = store.get(key)
    const window =
      known && nowMs < known.endsAt ? known : { endsAt: nowMs + windowMs, digests: new Set<string>() }
    if (window !== known) store.set(key, window)
    // Beyond the limit nothing more is kept, so that guessing costs no memory
    if (window.digests.size <= max) window.digests.add(digest)
    return window.digests.size > max ? Math.ceil((window.endsAt - nowMs) / 1000) : 0
  }
  return {
    note: (account, address, digest, nowMs) => {
      const wait = Math.max(
        account === null ? 0 : waitS(`account ${account}`, perAccount, digest, nowMs),
        waitS(`address ${address}`, perAddress, digest, nowMs),
      )
      return wait > 0 ? wait : null
    },
  }
}
