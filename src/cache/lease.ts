// How long entries of the cache count as fresh: for so long after the moment up to which the change feed has proven that all
// commits are published. Only the feed renews this lease. A process that did not run for a while, or whose machine was
// suspended, gets no proof from what waited in its sockets meanwhile: the feed has to catch up first.
import type { LeaseState } from '../core/lease-state.ts'

export interface Lease {
  /** Whether entries are fresh. Asked for each hit: two clocks are read, and the feed at most every 50 ms. */
  readonly isHeld: () => boolean
  /** Null where nothing was followed yet that proves anything (`FEED=clock`). */
  readonly state: () => LeaseState | null
  readonly stop: () => void
}

export interface LeaseOptions {
  /** The feed that is followed; null while none is. */
  readonly feed: () => ProvingFeed | null
  readonly withinMs: (feed: string) => number
  /** The process was paused: loads that began before are not to be joined. */
  readonly paused: () => void
  /** The lease lapsed, or is held again. */
  readonly changed: (state: LeaseState) => void
}

/** The part of a feed that renews the lease; its moments are those of `steadyMs`. */
export interface ProvingFeed {
  readonly name: string
  readonly provenAt: () => number | null
  readonly caughtUp?: () => Promise<void>
}

const askedEveryMs = 50
const tickMs = 100
/** A process that did not tick for so long was paused. */
const pauseMs = 1000

export function createLease({ feed, withinMs, paused, changed }: LeaseOptions): Lease {
  let askedAt = -Infinity
  /** By `performance.now()`. */
  let provenAt: number | null = -Infinity
  let limitMs = 0
  let heldUntil = -Infinity
  let [tickedAt, tickedWallMs] = [performance.now(), Date.now()]
  /** Set from a pause until the feed has caught up. */
  let isInDoubt = false
  let catchingUp: object | null = null
  let wasHeld: boolean | null = null

  const ask = (now: number) => {
    askedAt = now
    const followed = feed()
    // A proof that was given stays one while nothing else is followed
    if (followed === null) return
    const steadyAt = followed.provenAt()
    provenAt = steadyAt === null ? null : steadyAt - performance.timeOrigin
    limitMs = withinMs(followed.name)
    heldUntil = provenAt === null ? Infinity : provenAt + limitMs
    if (provenAt === null) isInDoubt = false
  }
  const catchUp = () => {
    const followed = feed()
    if (followed === null || followed.provenAt() === null) return
    const own = {}
    catchingUp = own
    const end = (isDone: boolean) => () => {
      if (catchingUp !== own) return
      catchingUp = null
      askedAt = -Infinity
      if (isDone) isInDoubt = false
    }
    Promise.resolve(followed.caughtUp?.()).then(end(true), end(false))
  }
  /** Whether this process ran all the time, by the clock that stands still in a suspended machine and by the one that does not. */
  const watch = (now: number) => {
    const wallMs = Date.now()
    if (now - tickedAt <= pauseMs && wallMs - tickedWallMs <= pauseMs) return
    tickedAt = now
    tickedWallMs = wallMs
    isInDoubt = true
    paused()
    catchUp()
    ask(now)
  }
  const isHeld = () => {
    const now = performance.now()
    watch(now)
    // Until the first proof each question is passed on, so that what is followed counts at once
    if (limitMs === 0 || now - askedAt > askedEveryMs) ask(now)
    return !isInDoubt && now < heldUntil
  }
  const state = (): LeaseState | null => {
    const held = isHeld()
    if (provenAt === null || limitMs === 0) return null
    return { isHeld: held, provenAgoMs: Math.max(0, performance.now() - provenAt), withinMs: limitMs }
  }
  const tick = () => {
    const now = state()
    tickedAt = performance.now()
    tickedWallMs = Date.now()
    if (isInDoubt && catchingUp === null) catchUp()
    if (now === null || now.isHeld === wasHeld) return
    // Before the first proof there is nothing to lapse
    if (wasHeld !== null) changed(now)
    if (wasHeld !== null || now.isHeld) wasHeld = now.isHeld
  }
  const timer = setInterval(tick, tickMs).unref()
  return { isHeld, state, stop: () => clearInterval(timer) }
}
