// Sends messages to one receiver: changes wait a moment so that several go as one, and failed messages are sent again with
// growing delays. Changes in the meantime wait as one message, so that none is lost and the queue stays bounded; after a message
// that is given up, everything counts as stale.
import type { Stale } from '../core/stale.ts'
import { createRepeats } from './repeats.ts'
import { messageOf, type Message } from './message.ts'
import { createPending } from './pending.ts'
import type { Answered } from './post.ts'

export interface ReceiverOptions {
  readonly send: (message: Message) => Promise<Answered>
  readonly limits: DeliveryLimits
  readonly clock: Clock
  readonly happened: (what: Happened) => void
}

export interface DeliveryLimits {
  readonly delayMs: number
  /** The delay after which a message is repeated; 0 repeats none. */
  readonly againMs: number
  readonly tagsMax: number
  readonly attemptsMax: number
  readonly retryMs: number
  readonly retryMaxMs: number
}

export interface Clock {
  /** The time in ms since 1970. */
  readonly now: () => number
  /** Settles early, without an error, when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** A number from 0 to 1. */
  readonly random: () => number
}

export type Happened =
  /** `ms`: the time since the first change in the message. */
  | { readonly outcome: 'taken'; readonly ms: number }
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryMs: number | null }
  | { readonly outcome: 'given-up'; readonly attempts: number }
  | { readonly outcome: 'gone' }

export interface Receiver {
  readonly tell: (stale: Stale) => void
  /** The number of messages that the receiver has not taken yet. */
  readonly waiting: () => number
  /** Sends the remaining messages, once each, and settles afterwards. */
  readonly stop: () => Promise<void>
}

export function createReceiver({ send, limits, clock, happened }: ReceiverOptions): Receiver {
  const pending = createPending(limits.tagsMax)
  const stopping = new AbortController()
  const { signal } = stopping
  let isGone = false
  let isSending = false
  let isWorking = false
  let working: Promise<void> = Promise.resolve()

  const work = async () => {
    isWorking = true
    let restMs = limits.delayMs
    while (!pending.isEmpty() && !isGone) {
      await clock.sleep(restMs, signal)
      const batch = pending.take()
      if (batch === null) break
      isSending = true
      const isTaken = await deliver(messageOf(batch))
      isSending = false
      restMs = limits.delayMs
      // During a stop, the events collected behind a failed message are sent once, too
      if (isTaken || isGone || signal.aborted) continue
      pending.add({ tags: 'all', paths: [], cause: 'a message was given up' }, batch.sinceMs)
      restMs = limits.retryMaxMs
    }
    isWorking = false
  }

  async function deliver(message: Message): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      const answered = await send(message)
      switch (answered.kind) {
        case 'taken':
          happened({ outcome: 'taken', ms: clock.now() - message.sinceMs })
          return true
        case 'gone':
          isGone = true
          happened({ outcome: 'gone' })
          return false
        case 'failed': {
          const isLast = attempt >= limits.attemptsMax || signal.aborted
          const retryMs = isLast ? null : waitOf(attempt, answered.retryAfterMs)
          happened({ outcome: 'failed', reason: answered.reason, retryMs })
          if (retryMs === null) {
            happened({ outcome: 'given-up', attempts: attempt })
            return false
          }
          await clock.sleep(retryMs, signal)
        }
      }
    }
  }

  /** Exponential backoff with jitter of up to half, or the delay of Retry-After if that is longer, within the same limit. */
  const waitOf = (attempt: number, retryAfterMs: number | null) => {
    const whole = Math.min(limits.retryMs * 2 ** (attempt - 1), limits.retryMaxMs)
    const jittered = whole / 2 + (whole / 2) * clock.random()
    return Math.round(Math.min(Math.max(jittered, retryAfterMs ?? 0), limits.retryMaxMs))
  }

  const tell = (stale: Stale) => {
    if (isGone || signal.aborted) return
    pending.add(stale, clock.now())
    if (!isWorking) working = work()
  }
  const again = createRepeats(limits.againMs, limits.tagsMax, clock, signal, tell)
  return {
    tell: (stale) => {
      tell(stale)
      again.note(stale)
    },
    waiting: () => (isGone ? 0 : Number(isSending) + Number(!pending.isEmpty())),
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}
