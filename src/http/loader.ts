// Makes, encodes and caches responses that are not in the cache. Where one cannot be made, or takes too long, the stale response
// is served instead.
import type { Authenticate } from '../auth/authenticate.ts'
import type { Coding } from '../cache/compress.ts'
import { encode, type Encoded } from '../cache/encode.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Drop } from '../cache/entries.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { Ran, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { GivenUp, lasting, workFor, workNow } from '../core/work.ts'
import type { Operation } from '../registry/endpoint.ts'
import type { Admission } from '../limits/limiter.ts'
import { orLate } from './or-late.ts'
import type { CacheUse } from './send.ts'
import type { StageTimer } from './stage-timer.ts'

export interface LoaderOptions {
  readonly cache: ResponseCache
  /** True where the database is away. */
  readonly isAway: () => boolean
  /** How long a new response may take before a stale one is served instead; 0 serves none. */
  readonly staleAfterMs: number
  /** How long the texts of an answer may take to render, without waits in between. */
  readonly renderTimeoutMs: number
  readonly observe: Observe
}

/** A parsed request being answered. */
export interface Exchange {
  readonly operation: Operation
  readonly request: Request
  readonly timer: StageTimer
  readonly beganAt: number
  readonly coding: Coding | null
  /** The position in the log that the response shows at least, as headers; it is read before any row is. */
  readonly position: readonly string[] | undefined
  /** False where the client names a position: a stale response could be older than that. */
  readonly mayBeStale: boolean
  /** Absent where the settings limit no clients. */
  readonly admission?: Admission
}

/** A response, and how the cache was used for it. */
export interface Loaded {
  readonly encoded: Encoded
  readonly use: CacheUse
  readonly ran?: readonly Ran[]
  /** Why the cached response was dropped. */
  readonly dropped?: Drop | undefined
}

type Authenticating = ReturnType<Authenticate>

export function createLoader({ cache, isAway, staleAfterMs, renderTimeoutMs, observe }: LoaderOptions) {
  /** Keys of responses that take long: other requests get the stale response while one request makes the new one. */
  const slow = new Set<string>()

  /** Makes the response, or finds a stale one to serve instead. `key`: null for a response that is not cached. */
  return async (exchange: Exchange, authenticating: Authenticating, key: string | null): Promise<Loaded> => {
    if (key === null) return { ...(await make(exchange, authenticating, null)), use: 'none' }
    const dropped = cache.whyDropped(key)
    const use = cache.isLapsed(key) ? 'lapsed' : 'miss'
    if (!exchange.mayBeStale) return used(await make(exchange, authenticating, key), use, dropped)
    if (!cache.hasStale(key))
      return standIn(exchange, key, used(await make(exchange, authenticating, key), use, dropped))
    if (isAway() || slow.has(key)) {
      const stale = await cache.findStale(key, exchange.coding)
      if (stale) return { encoded: stale, use: isAway() ? 'stale' : 'late' }
    }
    const making = make(exchange, authenticating, key)
    const stale = await staleMeanwhile(exchange, key, making)
    return stale ?? standIn(exchange, key, used(await making, use, dropped))
  }

  /** Returns the stale response where a new one takes too long. */
  async function staleMeanwhile(
    { coding }: Exchange,
    key: string,
    making: Promise<unknown>,
  ): Promise<Loaded | null> {
    if (staleAfterMs === 0 || (await orLate(making, staleAfterMs)) !== null) return null
    // A purge may have dropped the stale response meanwhile
    const stale = await cache.findStale(key, coding)
    if (!stale) return null
    slow.add(key)
    const end = () => void slow.delete(key)
    making.then(end, end)
    return { encoded: stale, use: 'late' }
  }

  /** Returns the stale response where a new one cannot be made. */
  async function standIn({ coding }: Exchange, key: string, loaded: Loaded): Promise<Loaded> {
    const { encoded, ran = [] } = loaded
    const stale = encoded.status === 503 ? await cache.findStale(key, coding) : undefined
    return stale ? { encoded: stale, use: 'stale', ran } : loaded
  }

  /** Authenticates the request, answers the operation, and encodes the answer, which the cache stores under `key`. */
  async function make(
    { operation, request, timer, coding }: Exchange,
    authenticating: Authenticating,
    key: string | null,
  ): Promise<Pick<Loaded, 'encoded' | 'ran'>> {
    const viewer = timer.lap('authenticate', await authenticated(request, authenticating))
    if (isFailure(viewer)) return { encoded: encode(await operation.refuse(viewer, anonymous)) }
    let ran: readonly Ran[] = []
    const answered = async () => {
      const reply = timer.lap('answer', await answer(operation, request, viewer))
      ran = reply.ran ?? []
      return { ...reply, address: reply.address ?? operation.path() }
    }
    // Responses for one viewer are not shared. Statements count for the request that ran them, not for those that joined it
    const encoding = async () =>
      key === null
        ? encode({ ...(await answered()), store: 'never' })
        : cache.load(key, coding, answered, operation.replay)
    const waiting = request.waiting?.()
    // The gateway's own requests, such as those of a warm start, pause by themselves, so their time is not limited
    const piecesMsMax = waiting ? renderTimeoutMs : Infinity
    const work = { route: `${request.method} ${request.path}`, piecesMsMax }
    const encoded = await workFor(waiting ?? lasting, work, encoding)
    return { encoded: timer.lap('encode', encoded), ran }
  }

  async function authenticated(request: Request, authenticating: Authenticating): Promise<Viewer | Failure> {
    try {
      return await authenticating
    } catch (error) {
      observe({ kind: 'error', error, during: `${request.method} ${request.path}` })
      return fail('internal_error')
    }
  }

  async function answer(operation: Operation, request: Request, viewer: Viewer): Promise<Reply> {
    const refused = async (error: unknown): Promise<Reply> => {
      if (error instanceof GivenUp) {
        observe({ kind: 'given-up', path: request.path, why: error.failure.code })
        return operation.refuse(error.failure, viewer)
      }
      observe({ kind: 'error', error, during: `${request.method} ${request.path}` })
      return operation.refuse(fail('internal_error'), viewer)
    }
    try {
      const reply = await operation.answer(viewer)
      // GraphQL would show the error of a single field in its answer
      const givenUp = workNow()?.givenUp ?? null
      return givenUp === null ? reply : await refused(givenUp)
    } catch (error) {
      return refused(error)
    }
  }
}

/** A response that another gateway made counts as shared, not as a miss. */
function used(loaded: Pick<Loaded, 'encoded' | 'ran'>, use: CacheUse, dropped: Drop | undefined): Loaded {
  return loaded.encoded.isShared === true ? { ...loaded, use: 'shared' } : { ...loaded, use, dropped }
}
