// Webhooks announce to downstream caches what is stale. Each receiver has a queue of its own, so that one that is down does not
// hold up the others.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import type { OnStale } from '../core/stale.ts'
import type { Message } from './message.ts'
import { post } from './post.ts'
import { createReceiver, type Clock, type DeliveryLimits, type Happened } from './receiver.ts'
import { signatureOf } from './signature.ts'

export interface WebhookOptions {
  readonly urls: readonly string[]
  /** Messages are signed with each of them. */
  readonly secrets: readonly string[]
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number
  readonly limits: DeliveryLimits
}

export interface Webhooks {
  readonly onStale: OnStale
  /** Messages that are not taken yet, by receiver. */
  readonly waiting: () => readonly number[]
  /** Sends what is left, once, within the timeout of a request. */
  readonly stop: () => Promise<void>
}

/** Why webhooks cannot be sent as configured, in a sentence. */
export function webhookProblem({ urls, secrets }: Pick<WebhookOptions, 'urls' | 'secrets'>): string | null {
  if (urls.length === 0 || secrets.length > 0) return null
  return 'webhookUrls: messages are signed, which needs a webhookSecret'
}

/** Null without receivers. */
export function createWebhooks(
  { urls, secrets, timeoutMs, limits }: WebhookOptions,
  observe: Observe,
): Webhooks | null {
  if (urls.length === 0) return null
  const ending = new AbortController()
  const send = (url: string) => (message: Message) => {
    const timestampS = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf(secrets, { ...message, timestampS }),
    }
    return post(url, headers, message.body, { timeoutMs, signal: ending.signal })
  }
  const receivers = urls.map((url, at) =>
    createReceiver({
      send: send(url),
      limits,
      clock,
      happened: (what: Happened) =>
        // The host alone is shown, since the rest of the address may be secret
        observe({ kind: 'webhook', receiver: at + 1, origin: new URL(url).origin, ...what }),
    }),
  )
  return {
    onStale: (stale) => {
      for (const { tell } of receivers) tell(stale)
    },
    waiting: () => receivers.map(({ waiting }) => waiting()),
    stop: async () => {
      const late = setTimeout(() => ending.abort(), timeoutMs)
      await Promise.all(receivers.map(({ stop }) => stop()))
      clearTimeout(late)
    },
  }
}

const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
  random: Math.random,
}
