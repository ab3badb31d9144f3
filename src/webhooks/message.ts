// The message of a webhook, as docs/webhooks.md defines it.
import { randomBytes } from 'node:crypto'
import type { Stale } from '../core/stale.ts'
import type { Batch } from './pending.ts'

export interface Message {
  /** The same id for every attempt. */
  readonly id: string
  readonly body: string
  readonly sinceMs: number
  readonly tags: Stale['tags']
}

export function messageOf({ sinceMs, ...data }: Batch): Message {
  const id = `msg_${randomBytes(18).toString('base64url')}`
  const timestamp = new Date(sinceMs).toISOString()
  return { id, sinceMs, tags: data.tags, body: JSON.stringify({ id, type: 'stale', timestamp, data }) }
}
