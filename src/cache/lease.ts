// The lease says how long cache entries count as fresh: a fixed time after the moment up to which the change feed has
// proven that all commits are published. Only the feed renews it. After a pause of the process or a suspension of its
// machine, data that waited in sockets proves nothing: the feed has to catch up first.
import type { LeaseState } from '../core/lease-state.ts'

export interface Lease {
  /**
   * Returns whether entries are fresh. It is called for each hit: it reads two clocks, and the feed at most every 50
   * ms.
   */
  readonly isHeld: () => boolean
  /** Null while no feed that proves anything has been followed (`FEED=clock`). */
  readonly state: () => LeaseState | null
  readonly stop: () => void
}

export interface LeaseOptions {
  /** The feed that is followed; null while none is. */
  readonly feed: () => ProvingFeed | null
  readonly withinMs: (feed: string) => number
  /** Called after a pause of the process: requests must not join loads that began before. */
  readonly paused: () => void
  /** Called when the lease lapses or is held again. */
  readonly changed: (state: LeaseState) => void
}

/** The part of a feed that renews the lease; its times are those of `monotonicMs`. */
export interface ProvingFeed {
  readonly name: string
  readonly provenAt: () => number | null
  readonly caughtUp?: (of: 'this process') => Promise<void>
  readonly why?: () => string | null | undefined
}

const askedEveryMs = 50
const tickMs = 100
/** A process without a tick for longer than this was paused. */
const pauseMs = 1000

export function createLease({ feed, withinMs, paused, changed }: LeaseOptions): Lease {
  let askedAt = -Infinity
  /** The moment of the last proof, by `performance.now()`. */
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
    // The last proof stays valid while no other feed is followed
    if (followed === null) return
    const monotonicAt = followed.provenAt()
    provenAt = monotonicAt === null ? null : monotonicAt - performance.timeOrigin
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
    Promise.resolve(followed.caughtUp?.('this process')).then(end(true), end(false))
  }
  /** Detects pauses by two clocks: one stops while the machine is suspended, the other does not. */
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
    // Before the first proof every call reads the feed, so that a proof counts at once
    if (limitMs === 0 || now - askedAt > askedEveryMs) ask(now)
    return !isInDoubt && now < heldUntil
  }
  const state = (): LeaseState | null => {
    const held = isHeld()
    if (provenAt === null || limitMs === 0) return null
    const provenAgoMs = Math.max(0, performance.now() - provenAt)
    return { isHeld: held, provenAgoMs, withinMs: limitMs, why: held ? null : (feed()?.why?.() ?? null) }
  }
  const tick = () => {
    const now = state()
    tickedAt = performance.now()
    tickedWallMs = Date.now()
    if (isInDoubt && catchingUp === null) catchUp()
    if (now === null || now.isHeld === wasHeld) return
    // Before the first proof no lease can lapse
    if (wasHeld !== null) changed(now)
    if (wasHeld !== null || now.isHeld) wasHeld = now.isHeld
  }
  const timer = setInterval(tick, tickMs).unref()
  return { isHeld, state, stop: () => clearInterval(timer) }
}
