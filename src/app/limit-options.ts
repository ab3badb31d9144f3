// Options of clients' rate limits, made of the configuration.
import { hash } from 'node:crypto'
import type { WrongCredentials } from '../auth/wrong-credentials.ts'
import { byLength, type BoundedMaps } from '../cache/bounded-map.ts'
import { monotonicMs } from '../core/change.ts'
import type { SharedCounts } from '../core/shared-counts.ts'
import { createFindKey, quotasOf } from '../limits/api-keys.ts'
import { createLimit, type Limit } from '../limits/limiter.ts'
import type { Config } from '../settings/config.ts'

type LimitSettings = Pick<Config, 'requestsPerMinuteMax' | 'apiKeys' | 'limitedClientsMax'>

export function limitsClients({ requestsPerMinuteMax, apiKeys }: LimitSettings): boolean {
  return requestsPerMinuteMax > 0 || apiKeys.length > 0
}

interface LimitParts {
  readonly maps: BoundedMaps
  readonly wrong: WrongCredentials
  /** Null where this process counts without other gateways. */
  readonly counts: SharedCounts | null
}

/** Null where no client is limited. */
export function limitOf(config: LimitSettings, { maps, wrong, counts }: LimitParts): Limit | null {
  if (!limitsClients(config)) return null
  return createLimit({
    findKey: createFindKey(config.apiKeys),
    quotas: quotasOf(config.requestsPerMinuteMax, 0),
    buckets: maps.make('limited_clients', config.limitedClientsMax, byLength),
    shared: counts,
    noteWrong: (address, given) => wrong.note(null, address, hash('sha256', given), Date.now()),
    nowMs: monotonicMs,
  })
}
