// Limits the number of a client's requests. A client is known by its API key, else its account, else the network of its address;
// all of its requests count, whether they are answered from the cache or not, and whichever of several gateways answers.
import type { ClientKind } from '../core/client-kind.ts'
import { fail, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { ObservedClient } from '../core/observation.ts'
import type { Request } from '../core/request.ts'
import type { Quota, SharedCounts, Taken } from '../core/shared-counts.ts'
import type { Viewer } from '../core/viewer.ts'
import type { FindKey, Quotas } from './api-keys.ts'
import { leftIn, secondsUntil } from './token-bucket.ts'

/** `viewer`: a failure where the credentials are wrong. */
export type Limit = (request: Request, viewer: Viewer | Failure) => Admission | Promise<Admission>

export interface Admission {
  /** The reason why the request is refused; null where it is not. */
  readonly refusal: Failure | null
  /** The client's quotas and the remaining requests, as names and values in turn. */
  readonly headers: readonly string[]
  readonly client: ObservedClient
}

export interface LimitOptions {
  readonly findKey: FindKey
  /** The quotas of a client without a key. */
  readonly quotas: Quotas
  readonly buckets: BucketStore
  /** Null where this gateway counts without others. */
  readonly shared: Pick<SharedCounts, 'take'> | null
  /** Notes an unknown key, and settles with the seconds to wait after too many of them, else with null. */
  readonly noteWrong: (address: string, given: string) => Promise<number | null>
  readonly nowMs: () => number
}

/** A client's remaining requests at a time, by the quota's name: keys with one label share the quotas that both have. */
export type Buckets = ReadonlyMap<string, { readonly left: number; readonly atMs: number }>

export interface BucketStore {
  readonly get: (client: string) => Buckets | undefined
  readonly set: (client: string, value: Buckets) => void
}

interface Client {
  readonly id: string
  readonly kind: ClientKind
  readonly label: string | null
  readonly quotas: Quotas
}

export const keyHeader = 'X-API-Key'
const keyHeaderRead = keyHeader.toLowerCase()

export function createLimit(options: LimitOptions): Limit {
  const { findKey, quotas, buckets, shared, noteWrong, nowMs } = options
  return (request, viewer) => {
    const given = request.header(keyHeaderRead)
    const key = given === undefined ? undefined : findKey(given)
    if (key && !key.isRevoked)
      return admission({ id: `key ${key.label}`, kind: 'key', label: key.label, quotas: key.quotas }, null)
    const client = { ...withoutKey(request, viewer), label: key?.label ?? null, quotas }
    if (given === undefined) return admission(client, null)
    if (key) return admission(client, fail('revoked_api_key'))
    return unknown(request, given).then((wrongKey) => admission(client, wrongKey))
  }

  /** `wrongKey`: why the client's key was not accepted. */
  function admission(
    { id, kind, label, quotas: own }: Client,
    wrongKey: Failure | null,
  ): Admission | Promise<Admission> {
    if (own.quotas.length === 0)
      return { refusal: wrongKey, headers: [], client: { kind, label, isLimited: false } }
    const admitted = (now: Taken): Admission => ({
      refusal: now.isRefused ? tooMany(own.quotas, now.left) : wrongKey,
      headers: headersOf(own, now.left),
      client: { kind, label, isLimited: now.isRefused },
    })
    const here = takenHere(id, own.quotas)
    // Other gateways only take from a quota, so the remainder here is an upper bound
    if (shared === null || here.isRefused) return admitted(here)
    return shared.take(id, own.quotas).then((there) => {
      if (there !== null) keep(id, own.quotas, there.left, nowMs())
      return admitted(there ?? here)
    })
  }

  async function unknown(request: Request, given: string): Promise<Failure> {
    const retryAfterS = await noteWrong(request.client.address, given)
    return retryAfterS === null
      ? fail('invalid_api_key')
      : fail('too_many_wrong_credentials', undefined, { retryAfterS })
  }

  /** Takes a request from all of the client's quotas, or from none, by this gateway's own counts. */
  function takenHere(id: string, own: readonly Quota[]): Taken {
    const atMs = nowMs()
    const bucket = buckets.get(id)
    const before = own.map((quota) => {
      const known = bucket?.get(quota.name)
      return leftIn(known?.left, atMs - (known?.atMs ?? 0), quota)
    })
    const isRefused = before.some((left) => left < 1)
    const left = isRefused ? before : before.map((each) => each - 1)
    keep(id, own, left, atMs)
    return { isRefused, left }
  }

  function keep(id: string, own: readonly Quota[], left: readonly number[], atMs: number): void {
    const now = own.map((quota, nth) => [quota.name, { left: left[nth] ?? 0, atMs }] as const)
    buckets.set(id, new Map([...(buckets.get(id) ?? []), ...now]))
  }
}

function withoutKey(request: Request, viewer: Viewer | Failure): Pick<Client, 'id' | 'kind'> {
  return 'kind' in viewer && viewer.kind === 'user'
    ? { id: `account ${viewer.id}`, kind: 'account' }
    : { id: `address ${networkOf(request.client.address)}`, kind: 'address' }
}

function headersOf({ quotas, policy }: Quotas, left: readonly number[]): readonly string[] {
  const texts = quotas.map((quota, nth) => leftText(quota, left[nth] ?? 0))
  return ['RateLimit-Policy', policy, 'RateLimit', texts.join(', ')]
}

function tooMany(quotas: readonly Quota[], left: readonly number[]): Failure {
  const waitsS = quotas.map((quota, nth) => secondsUntil(1, left[nth] ?? 0, quota))
  return fail('too_many_requests', undefined, { retryAfterS: Math.max(...waitsS) })
}

/** Writes RateLimit headers for HTTP (draft-ietf-httpapi-ratelimit-headers-10); `t` is the time until the quota is full again. */
function leftText(quota: Quota, left: number): string {
  return `"${quota.name}";r=${Math.floor(left)};t=${secondsUntil(quota.requests, left, quota)}`
}
