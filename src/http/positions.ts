// Read your writes: responses name the position in the database's log up to which they show all commits, and a request that names
// a position is answered once the change feed has reached it. A client that sends the header of its last response with its next
// request never goes back in time, whichever gateway it reaches.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../core/change.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { encodePosition, hasReached, parsePosition, type LogPosition } from '../core/log-position.ts'

export interface Positions {
  /** The name of the header. */
  readonly header: string
  /** The header of responses that begin now, and show at least this position; empty where the feed knows no positions. */
  readonly now: () => readonly string[]
  /**
   * Settles with `reached`, or with `anew` where the client prefers a response made anew to a refusal; waits for `waitMs` at
   * most.
   */
  readonly reach: (asked: string) => Promise<'reached' | 'anew' | Failure>
}

export interface PositionsOptions {
  readonly brand: string
  /** The change feed that is followed; null while there is none. */
  readonly feed: () => PlacedFeed | null
  readonly waitMs: number
}

/** The part of a change feed that knows positions. */
export interface PlacedFeed {
  readonly provenAt: () => number | null
  readonly provenTo?: () => LogPosition | null
  readonly caughtUp?: (of: 'this process') => Promise<void>
}

interface Waiting {
  readonly sinceMs: number
  readonly settle: () => void
}

/** The number of requests that may wait at once; further ones count as late at once. */
const waitingMax = 1000
/** The interval of looks for a change feed while none is followed. */
const followedEveryMs = 20
/** The pause before the next attempt after a feed could not catch up. */
const againMs = 100

export function createPositions({ brand, feed, waitMs }: PositionsOptions): Positions {
  const waiting = new Set<Waiting>()
  let isCatchingUp = false
  let last: { readonly at: LogPosition; readonly headers: readonly string[] } | null = null
  const header = `X-${brand.toUpperCase()}-At`

  const now = () => {
    const at = feed()?.provenTo?.() ?? null
    if (at === null) return none
    if (last?.at !== at) last = { at, headers: [header, encodePosition(at)] }
    return last.headers
  }
  /**
   * One catch-up serves all requests that arrived before its proof. At the start no feed is followed, and requests wait for one;
   * they also do where the feed is stopped meanwhile, because it lags and a new one is made.
   */
  async function catchUp(): Promise<void> {
    isCatchingUp = true
    while (waiting.size > 0) {
      const followed = feed()
      if (followed === null) {
        await sleep(followedEveryMs, undefined, { ref: false })
        continue
      }
      // A feed by the clock cannot catch up with a commit, and would drop everything
      if (followed.caughtUp && followed.provenAt() !== null)
        await followed.caughtUp('this process').catch(() => {})
      const provenAt = followed.provenAt() ?? Infinity
      const settled = [...waiting].filter(({ sinceMs }) => sinceMs <= provenAt)
      for (const { settle } of settled) settle()
      if (settled.length === 0) await sleep(againMs, undefined, { ref: false })
    }
    isCatchingUp = false
  }
  /** Settles with whether the feed caught up in time. */
  const caughtUp = (sinceMs: number) =>
    new Promise<boolean>((resolve) => {
      if (waiting.size >= waitingMax) return resolve(false)
      const end = (isIt: boolean) => () => {
        clearTimeout(late)
        waiting.delete(one)
        resolve(isIt)
      }
      const one = { sinceMs, settle: end(true) }
      const late = setTimeout(end(false), waitMs)
      waiting.add(one)
      if (!isCatchingUp) void catchUp()
    })
  /**
   * A response may show more than the position that it names, which is the last proven one. So the feed catches up with all
   * commits up to now, which no response can exceed.
   */
  const reach = async (token: string): Promise<true | Failure> => {
    const wanted = parsePosition(token)
    if (wanted === null) return fail('invalid_position')
    const arrivedMs = monotonicMs()
    if (!(await caughtUp(arrivedMs))) return notReached
    const followed = feed()
    const provenAt = followed?.provenAt() ?? null
    if (provenAt === null || provenAt < arrivedMs) return notReached
    const at = followed?.provenTo?.() ?? null
    // A feed without positions has delivered all commits by then
    return at === null || hasReached(at, wanted) === true ? true : notReached
  }
  return {
    header,
    now,
    reach: async (asked) => {
      const [, token = '', orElse] = /^\s*([\w-]+)\s*(?:;\s*else=(new)\s*)?$/.exec(asked) ?? []
      const reached = await reach(token)
      if (!isFailure(reached)) return 'reached'
      return reached === notReached && orElse !== undefined ? 'anew' : reached
    },
  }
}

const none: readonly string[] = []
const notReached = fail('position_not_reached', undefined, { retryAfterS: 1 })
