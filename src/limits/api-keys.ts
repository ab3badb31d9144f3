// API keys of readers without an account, each under a label of the owner's. The settings hold digests of keys, never keys.
import { hash } from 'node:crypto'
import type { Quota } from './token-bucket.ts'

export interface ApiKey {
  readonly label: string
  readonly isRevoked: boolean
  readonly quotas: readonly Quota[]
}

export type FindKey = (given: string) => ApiKey | undefined

/** Finds keys among those of the settings: `label:sha256`, then the requests in a minute and in a day, or `revoked`. */
export function createFindKey(texts: readonly string[]): FindKey {
  const keys = new Map(texts.map(keyIn))
  return (given) => keys.get(hash('sha256', given))
}

function keyIn(text: string): readonly [digest: string, key: ApiKey] {
  const [label = '', digest = '', minute = '', day = ''] = text.split(':')
  const isRevoked = minute === 'revoked'
  return [digest, { label, isRevoked, quotas: isRevoked ? [] : [...perMinute(minute), ...perDay(day)] }]
}

/** The quota of a minute; none for 0 or no number. */
export function perMinute(requests: number | string): readonly Quota[] {
  return quotaOf('minute', Number(requests), 60)
}

function perDay(requests: string): readonly Quota[] {
  return quotaOf('day', Number(requests), 86_400)
}

function quotaOf(name: string, requests: number, windowS: number): readonly Quota[] {
  return requests > 0 ? [{ name, requests, windowS }] : []
}
