// API keys for readers without an account, each under a label of the owner's. The settings hold digests of keys, never keys.
import { hash } from 'node:crypto'
import type { Quota } from '../core/shared-counts.ts'

export interface ApiKey {
  readonly label: string
  readonly isRevoked: boolean
  readonly quotas: Quotas
}

/** A client's quotas, and the header that states them. */
export interface Quotas {
  readonly quotas: readonly Quota[]
  readonly policy: string
}

export type FindKey = (given: string) => ApiKey | undefined

/** Looks up keys among those of the settings: `label:sha256`, then the requests in a minute and in a day, or `revoked`. */
export function createFindKey(texts: readonly string[]): FindKey {
  const keys = new Map(texts.map(keyIn))
  return (given) => keys.get(hash('sha256', given))
}

function keyIn(text: string): readonly [digest: string, key: ApiKey] {
  const [label = '', digest = '', minute = '', day = ''] = text.split(':')
  const isRevoked = minute === 'revoked'
  return [digest, { label, isRevoked, quotas: quotasOf(isRevoked ? 0 : Number(minute), Number(day)) }]
}

/** Makes quotas from their numbers; 0 sets no limit. */
export function quotasOf(perMinute: number, perDay: number): Quotas {
  const quotas = [
    { name: 'minute', requests: perMinute, windowS: 60 },
    { name: 'day', requests: perDay, windowS: 86_400 },
  ].filter(({ requests }) => requests > 0)
  const policies = quotas.map(({ name, requests, windowS }) => `"${name}";q=${requests};w=${windowS}`)
  return { quotas, policy: policies.join(', ') }
}
