// The feed as a worker has it from the primary: nothing may be kept while that follows nothing, or is not heard of.
import { steadyMs, type Since } from '../core/change.ts'
import type { Publish } from '../feed/feed.ts'
import type { Followed, Relay } from '../feed/relayed.ts'
import type { ToWorker } from './messages.ts'

/** How often the primary says what it follows. */
export const saidAgainMs = 250
/** After so long without a word from it, it may be anything that changed. */
const silentMs = 5000
/** How many may wait for it to catch up; more do not wait. */
const catchingUpMax = 10_000

type Heard = Extract<ToWorker, { readonly kind: 'changes' | 'followed' | 'caught-up' }>

export function createRelay(
  ask: (kind: 'follow' | 'catch-up', request: number) => void,
): Relay & { readonly hear: (message: Heard) => void } {
  let publish: Publish = () => {}
  let known: Followed | null = null
  let isLost = false
  let heardAt = steadyMs()
  /** When `known` was sent, by the clock of this process. */
  let knownAt = steadyMs()
  /** It is how far this clock is ahead of the primary's, with the shortest travel of a message, ms. */
  let aheadMs = Infinity
  let server: number | null = null
  let isAway = false
  const told = Promise.withResolvers<void>()
  let lastRequest = 0
  const catchingUp = new Map<number, () => void>()
  let waiting: { readonly request: number; readonly settle: () => void }[] = []

  const gap = (reason: string) => {
    const since: Since = { atMs: heardAt, from: 'look' }
    publish([{ kind: 'gap', reason }], since)
  }
  const lose = (reason: string) => {
    if (known === null) return
    known = null
    isLost = true
    gap(reason)
  }
  const hearServer = (said: number | null) => {
    if (said === server || said === null) return
    lose('another server is read')
    server = said
    told.resolve()
  }
  const hearFollowed = (followed: Followed | null, request: number, sentAtMs: number) => {
    // A message that travelled longer than others says how old it is
    aheadMs = Math.min(aheadMs, steadyMs() - sentAtMs)
    knownAt = sentAtMs + aheadMs
    if (followed === null) return lose('the primary process follows nothing')
    known = followed
    if (isLost) gap('the primary process follows the database again')
    isLost = false
    for (const each of waiting) if (each.request <= request) each.settle()
    waiting = waiting.filter((each) => each.request > request)
  }
  const caughtUp = (request: number) => {
    catchingUp.get(request)?.()
    catchingUp.delete(request)
  }
  // A process that was stopped for a while itself sees this before any request
  setInterval(() => {
    if (steadyMs() - heardAt > silentMs) lose('the primary process is silent')
  }, saidAgainMs).unref()
  return {
    hear: (message) => {
      if (message.kind === 'followed') {
        hearServer(message.server)
        isAway = message.isAway
        hearFollowed(message.followed, message.request, message.sentAtMs)
      } else if (message.kind === 'changes') publish(message.changes, message.since)
      else caughtUp(message.request)
      heardAt = steadyMs()
    },
    listen: (to) => {
      publish = to
    },
    follow: () => {
      const request = (lastRequest += 1)
      ask('follow', request)
      return new Promise((settle) => waiting.push({ request, settle }))
    },
    caughtUp: () => {
      const request = (lastRequest += 1)
      // Whoever asks waits no longer than it wants to
      if (catchingUp.size >= catchingUpMax) return Promise.resolve()
      ask('catch-up', request)
      return new Promise((settle) => catchingUp.set(request, settle))
    },
    server: () => server,
    isAway: () => isAway,
    said: () => told.promise,
    followed: () =>
      known && {
        name: known.name,
        provenTo: known.provenTo,
        blind: known.blind,
        provenAgoMs: known.provenAgoMs === null ? null : known.provenAgoMs + steadyMs() - knownAt,
      },
  }
}
