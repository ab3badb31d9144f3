// The change feed as a worker receives it from the primary. Nothing may be cached while the primary follows no feed, or is silent.
import { monotonicMs, type Since } from '../core/change.ts'
import type { Publish } from '../feed/feed.ts'
import type { Followed, Relay } from '../feed/relayed.ts'
import type { Reached, ToPrimary, ToWorker } from './messages.ts'

/** The interval of the primary's messages about its feed. */
export const saidAgainMs = 250
/** The time of silence after which changes may have been missed. */
const silentMs = 5000
/** The most requests that wait for the primary to catch up; more are rejected at once. */
const catchingUpMax = 10_000

type Asked = Extract<ToPrimary, { readonly kind: 'follow' | 'catch-up' }>
type PrimaryMessage = Extract<ToWorker, { readonly kind: 'changes' | 'followed' | 'caught-up' }>

export function createRelay(
  ask: (asked: Asked) => void,
  purge: Relay['purge'],
  reaches: (reached: Reached) => void,
): Relay & { readonly receive: (message: PrimaryMessage) => void } {
  let publish: Publish = () => {}
  let reached: () => readonly string[] = () => []
  let known: Followed | null = null
  let isLost = false
  let receivedAt = monotonicMs()
  /** The time when `known` was sent, by this process's clock. */
  let knownAt = monotonicMs()
  /** The difference of this clock to the primary's plus the shortest travel time of a message, ms. */
  let aheadMs = Infinity
  let server: number | null = null
  let isAway = false
  const serverKnown = Promise.withResolvers<void>()
  const sayReached = onceEach(reaches)
  let lastRequest = 0
  const catchingUp = new Map<number, (isDone: boolean) => void>()
  let waiting: { readonly request: number; readonly settle: () => void }[] = []

  const gap = (reason: string) => {
    const since: Since = { atMs: receivedAt, from: 'look' }
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
    serverKnown.resolve()
  }
  const hearFollowed = (followed: Followed | null, request: number, sentAtMs: number) => {
    // The extra time of a message over the fastest one counts as its age
    aheadMs = Math.min(aheadMs, monotonicMs() - sentAtMs)
    knownAt = sentAtMs + aheadMs
    if (followed === null) return lose('the primary process follows nothing')
    known = followed
    if (isLost) gap('the primary process follows the database again')
    isLost = false
    for (const each of waiting) if (each.request <= request) each.settle()
    waiting = waiting.filter((each) => each.request > request)
  }
  const caughtUp = (request: number, isDone: boolean) => {
    catchingUp.get(request)?.(isDone)
    catchingUp.delete(request)
  }
  // A worker that was itself stopped for a while notices the silence here, before it serves a request
  setInterval(() => {
    if (monotonicMs() - receivedAt > silentMs) lose('the primary process is silent')
  }, saidAgainMs).unref()
  return {
    receive: (message) => {
      if (message.kind === 'followed') {
        hearServer(message.server)
        isAway = message.isAway
        hearFollowed(message.followed, message.request, message.sentAtMs)
        sayReached({ server, names: reached() })
      } else if (message.kind === 'changes') publish(message.changes, message.since)
      else caughtUp(message.request, message.isDone)
      receivedAt = monotonicMs()
    },
    listen: (to, of) => {
      ;[publish, reached] = [to, of]
    },
    follow: () => {
      const request = (lastRequest += 1)
      ask({ kind: 'follow', request })
      return new Promise((settle) => waiting.push({ request, settle }))
    },
    caughtUp: async (of = 'every process') => {
      const request = (lastRequest += 1)
      // Callers limit how long they wait
      if (catchingUp.size >= catchingUpMax) throw new Error('too many requests wait for the primary process')
      ask({ kind: 'catch-up', request, of })
      const isDone = await new Promise<boolean>((settle) => catchingUp.set(request, settle))
      if (!isDone) throw new Error(`not ${of} has received all changes`)
    },
    purge,
    server: () => server,
    isAway: () => isAway,
    said: () => serverKnown.promise,
    followed: () =>
      known && {
        name: known.name,
        provenTo: known.provenTo,
        server: known.server,
        resume: known.resume,
        blind: known.blind,
        role: known.role,
        provenAgoMs: known.provenAgoMs === null ? null : known.provenAgoMs + monotonicMs() - knownAt,
      },
  }
}

/** Calls `say` only with values that differ from the last one. */
function onceEach<T>(say: (value: T) => void): (value: T) => void {
  let last: string | undefined
  return (value) => {
    const text = JSON.stringify(value)
    if (text === last) return
    last = text
    say(value)
  }
}
