// Who keeps answers of the gateway elsewhere is told what of them is stale: each receiver by itself, so that one that is
// down keeps no other waiting.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import type { OnStale } from '../core/stale.ts'
import type { Message } from './message.ts'
import { post } from './post.ts'
import { createReceiver, type Clock, type Happened } from './receiver.ts'
import { signatureOf } from './signature.ts'

export interface WebhookSettings {
  readonly webhookUrls: readonly string[]
  readonly webhookSecret: readonly string[]
  readonly webhookDelayMs: number
  readonly webhookAgainMs: number
  readonly webhookTagsMax: number
  readonly webhookTimeoutMs: number
  readonly webhookAttemptsMax: number
  readonly webhookRetryMs: number
  readonly webhookRetryMaxMs: number
}

export interface Webhooks {
  readonly onStale: OnStale
  /** Messages that are not taken yet, by receiver. */
  readonly waiting: () => readonly number[]
  /** Sends what is left, once, and no longer than a request may take. */
  readonly stop: () => Promise<void>
}

/** Why nothing can be sent as configured, in a sentence. */
export function webhookProblem({ webhookUrls, webhookSecret }: WebhookSettings): string | null {
  if (webhookUrls.length === 0 || webhookSecret.length > 0) return null
  return 'webhookUrls: messages are signed, which needs a webhookSecret'
}

/** Null where nobody is to be told. */
export function createWebhooks(settings: WebhookSettings, observe: Observe): Webhooks | null {
  const { webhookUrls, webhookSecret, webhookTimeoutMs } = settings
  if (webhookUrls.length === 0) return null
  const ending = new AbortController()
  const send = (url: string) => (message: Message) => {
    const timestampS = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf(webhookSecret, { ...message, timestampS }),
    }
    return post(url, headers, message.body, { timeoutMs: webhookTimeoutMs, signal: ending.signal })
  }
  const receivers = webhookUrls.map((url, at) =>
    createReceiver({
      send: send(url),
      limits: {
        delayMs: settings.webhookDelayMs,
        againMs: settings.webhookAgainMs,
        tagsMax: settings.webhookTagsMax,
        attemptsMax: settings.webhookAttemptsMax,
        retryMs: settings.webhookRetryMs,
        retryMaxMs: settings.webhookRetryMaxMs,
      },
      clock,
      happened: (what: Happened) =>
        // Of an address only the host is nobody's secret
        observe({ kind: 'webhook', receiver: at + 1, origin: new URL(url).origin, ...what }),
    }),
  )
  return {
    onStale: (stale) => {
      for (const { tell } of receivers) tell(stale)
    },
    waiting: () => receivers.map(({ waiting }) => waiting()),
    stop: async () => {
      const late = setTimeout(() => ending.abort(), webhookTimeoutMs)
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
