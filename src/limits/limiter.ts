// Limits how much a client asks for. A client is known by its API key, else its account, else the network of its address;
// all of its requests count, whether they are answered from the cache or not.
import type { ClientKind } from '../core/client-kind.ts'
import { fail, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { ObservedClient } from '../core/observation.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { FindKey, Quotas } from './api-keys.ts'
import { leftIn, secondsUntil, type Quota } from './token-bucket.ts'

/** `viewer`: a failure where the credentials are wrong. */
export type Limit = (request: Request, viewer: Viewer | Failure) => Admission

export interface Admission {
  /** Why the request is not answered; null where it may be. */
  readonly refusal: Failure | null
  /** The client's quotas and what is left of them, names and values in turn. */
  readonly headers: readonly string[]
  readonly client: ObservedClient
}

export interface LimitOptions {
  readonly findKey: FindKey
  /** The quotas of a client without a key. */
  readonly quotas: Quotas
  readonly buckets: BucketStore
  /** Notes an unknown key, and returns the seconds to wait after too many of them, else null. */
  readonly noteWrong: (address: string, given: string) => number | null
  readonly nowMs: () => number
}

/** The requests left of each of a client's quotas at a time. */
export interface Buckets {
  readonly left: readonly number[]
  readonly atMs: number
}

export interface BucketStore {
  readonly get: (client: string) => Buckets | undefined
  readonly set: (client: string, value: Buckets) => void
}

interface Client {
  readonly id: string
  readonly kind: ClientKind
  readonly label: string | null
  readonly quotas: Quotas
  /** Why its key does not count. */
  readonly wrongKey: Failure | null
}

export const keyHeader = 'X-API-Key'
const keyHeaderRead = keyHeader.toLowerCase()

export function createLimit({ findKey, quotas, buckets, noteWrong, nowMs }: LimitOptions): Limit {
  return (request, viewer) => {
    const { id, kind, label, wrongKey, quotas: own } = clientOf(request, viewer)
    const { refusal, headers } = taken(id, own)
    return { refusal: refusal ?? wrongKey, headers, client: { kind, label, isLimited: refusal !== null } }
  }

  function clientOf(request: Request, viewer: Viewer | Failure): Client {
    const given = request.header(keyHeaderRead)
    const key = given === undefined ? undefined : findKey(given)
    if (key && !key.isRevoked)
      return { id: `key ${key.label}`, kind: 'key', label: key.label, quotas: key.quotas, wrongKey: null }
    const wrongKey = given === undefined ? null : key ? fail('revoked_api_key') : unknown(request, given)
    const rest = { label: key?.label ?? null, quotas, wrongKey }
    return 'kind' in viewer && viewer.kind === 'user'
      ? { id: `account ${viewer.id}`, kind: 'account', ...rest }
      : { id: `address ${networkOf(request.client.address)}`, kind: 'address', ...rest }
  }

  function unknown(request: Request, given: string): Failure {
    const retryAfterS = noteWrong(request.client.address, given)
    return retryAfterS === null
      ? fail('invalid_api_key')
      : fail('too_many_wrong_credentials', undefined, { retryAfterS })
  }

  /** Takes a request from all of the client's quotas, or from none. */
  function taken(id: string, { quotas: own, policy }: Quotas): Pick<Admission, 'refusal' | 'headers'> {
    if (own.length === 0) return unlimited
    const atMs = nowMs()
    const bucket = buckets.get(id)
    const before = own.map((quota, nth) => leftIn(bucket?.left[nth], atMs - (bucket?.atMs ?? 0), quota))
    const isRefused = before.some((left) => left < 1)
    const left = isRefused ? before : before.map((each) => each - 1)
    buckets.set(id, { left, atMs })
    return {
      headers: [
        'RateLimit-Policy',
        policy,
        'RateLimit',
        own.map((quota, nth) => leftText(quota, left[nth] ?? 0)).join(', '),
      ],
      refusal: isRefused ? tooMany(own, left) : null,
    }
  }
}

const unlimited = { refusal: null, headers: [] } as const

function tooMany(quotas: readonly Quota[], left: readonly number[]): Failure {
  const waitsS = quotas.map((quota, nth) => secondsUntil(1, left[nth] ?? 0, quota))
  return fail('too_many_requests', undefined, { retryAfterS: Math.max(...waitsS) })
}

/** RateLimit headers for HTTP (draft-ietf-httpapi-ratelimit-headers-10); `t` is the time until the quota is whole again. */
function leftText(quota: Quota, left: number): string {
  return `"${quota.name}";r=${Math.floor(left)};t=${secondsUntil(quota.requests, left, quota)}`
}
