// Limits how much a client asks for. A client is whoever has an API key, else the account, else the network of its address;
// all of its requests count, whether they are answered from the cache or not.
import type { ClientKind } from '../core/client-kind.ts'
import { fail, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { ObservedClient } from '../core/observation.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { FindKey } from './api-keys.ts'
import { leftIn, secondsUntil, type Bucket, type Quota } from './token-bucket.ts'

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
  readonly quotas: readonly Quota[]
  readonly buckets: BucketStore
  /** Notes an unknown key, and returns the seconds to wait after too many of them, else null. */
  readonly noteWrong: (address: string, given: string) => number | null
  readonly nowMs: () => number
}

export interface BucketStore {
  readonly get: (key: string) => Bucket | undefined
  readonly set: (key: string, value: Bucket) => void
}

interface Client {
  readonly id: string
  readonly kind: ClientKind
  readonly label: string | null
  readonly quotas: readonly Quota[]
  /** Why its key does not count. */
  readonly wrongKey: Failure | null
}

/** A quota, and the requests left of it before this one. */
interface State {
  readonly quota: Quota
  readonly left: number
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
  function taken(id: string, own: readonly Quota[]): Pick<Admission, 'refusal' | 'headers'> {
    if (own.length === 0) return unlimited
    const atMs = nowMs()
    const states = own.map((quota) => {
      const key = `${quota.name} ${id}`
      return { quota, key, left: leftIn(buckets.get(key), quota, atMs) }
    })
    const isRefused = states.some(({ left }) => left < 1)
    const cost = isRefused ? 0 : 1
    for (const { key, left } of states) buckets.set(key, { left: left - cost, atMs })
    const waitsS = states.map(({ left, quota }) => secondsUntil(1, left, quota))
    return {
      headers: headersOf(states, cost),
      refusal: isRefused ? fail('too_many_requests', undefined, { retryAfterS: Math.max(...waitsS) }) : null,
    }
  }
}

const unlimited = { refusal: null, headers: [] } as const

/** RateLimit headers for HTTP (draft-ietf-httpapi-ratelimit-headers-10); `t` is the time until a quota is whole again. */
function headersOf(states: readonly State[], cost: number): readonly string[] {
  const policies = states.map(
    ({ quota: { name, requests, windowS } }) => `"${name}";q=${requests};w=${windowS}`,
  )
  const left = states.map(({ quota, left: before }) => {
    const now = before - cost
    return `"${quota.name}";r=${Math.floor(now)};t=${secondsUntil(quota.requests, now, quota)}`
  })
  return ['RateLimit-Policy', policies.join(', '), 'RateLimit', left.join(', ')]
}
