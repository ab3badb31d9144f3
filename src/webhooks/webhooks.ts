// Webhooks announce stale responses to downstream caches. Each receiver has a queue of its own, so that one that is down does not
// delay the others.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import { parseReceiver, type ReceiverAddress } from '../core/receiver-address.ts'
import type { OnStale } from '../core/stale.ts'
import type { Message } from './message.ts'
import { post, type Answered, type PostOptions } from './post.ts'
import { purgeRequests, type PurgeRequest } from './purge-requests.ts'
import { createReceiver, type Clock, type DeliveryLimits, type Happened } from './receiver.ts'
import { signatureOf } from './signature.ts'

export interface WebhookOptions {
  readonly urls: readonly string[]
  /** Each of these secrets signs every message. */
  readonly secrets: readonly string[]
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number
  readonly limits: DeliveryLimits
}

export interface Webhooks {
  readonly onStale: OnStale
  /** The number of messages that each receiver has not taken yet. */
  readonly waiting: () => readonly number[]
  /** Sends the remaining messages, once each, within the timeout of a request. */
  readonly stop: () => Promise<void>
}

/** Returns in a sentence why webhooks cannot be sent as configured; null where they can. */
export function webhookProblem({ urls, secrets }: Pick<WebhookOptions, 'urls' | 'secrets'>): string | null {
  if (secrets.length > 0 || urls.every((url) => parseReceiver(url).kind !== 'webhook')) return null
  return 'webhookUrls: messages are signed, which needs a webhookSecret'
}

/** Null without receivers. */
export function createWebhooks(
  { urls, secrets, timeoutMs, limits }: WebhookOptions,
  observe: Observe,
): Webhooks | null {
  if (urls.length === 0) return null
  const ending = new AbortController()
  const options = { timeoutMs, signal: ending.signal }
  const sendTo = (receiver: ReceiverAddress) => (message: Message) => {
    if (receiver.kind !== 'webhook') return postAll(purgeRequests(receiver, message.tags), options)
    const timestampS = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf(secrets, { ...message, timestampS }),
    }
    return post(receiver.url, headers, message.body, options)
  }
  const receivers = urls.map(parseReceiver).map((receiver, at) =>
    createReceiver({
      send: sendTo(receiver),
      limits,
      clock,
      happened: (what: Happened) =>
        // Only the origin is logged, since the rest of the address may be secret
        observe({ kind: 'webhook', receiver: at + 1, origin: new URL(receiver.url).origin, ...what }),
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

/** A CDN has taken a message once it has taken all of its requests; purging twice does no harm. */
async function postAll(requests: readonly PurgeRequest[], options: PostOptions): Promise<Answered> {
  for (const { url, headers, body } of requests) {
    const answered = await post(url, headers, body, options)
    if (answered.kind !== 'taken') return answered
  }
  return { kind: 'taken' }
}

const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
  random: Math.random,
}
