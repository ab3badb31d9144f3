// The control flow of a parsed request: authenticate, limit, look into the cache, else plan and answer, encode, send. Any error
// below ends here: it is observed, and answered with a plain 500.
import { makeAnew } from '../cache/anew.ts'
import { encode, type Encoded } from '../cache/encode.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { LeaseState } from '../core/lease-state.ts'
import type { Observe } from '../core/observation.ts'
import { fail, type Failure } from '../core/failure.ts'
import type { Ran } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import type { Limit } from '../limits/limiter.ts'
import type { Operation } from '../registry/endpoint.ts'
import type { Positions } from './positions.ts'
import { codingOf } from './accept-encoding.ts'
import { createLoader, type Exchange, type Loaded, type LoaderOptions } from './loader.ts'
import { completed, outgoing, withServerTiming, withCacheHeaders, type Outgoing } from './send.ts'
import { untimed, type StageTimer } from './stage-timer.ts'

export interface DispatchOptions extends LoaderOptions {
  readonly authenticate: Authenticate
  /** Null where the settings limit no clients. */
  readonly limit: Limit | null
  /** The lease by which entries are fresh; null where no change feed proves freshness. */
  readonly lease: () => LeaseState | null
  readonly positions: Positions | null
  /** True where `Server-Timing` names the statements that ran for a response. */
  readonly showsTimings: boolean
}

export type Dispatch = (
  operation: Operation,
  request: Request,
  timer?: StageTimer,
) => Outgoing | Promise<Outgoing>

export function createDispatch(options: DispatchOptions): Dispatch {
  const { authenticate, limit, cache, lease, positions, showsTimings, observe } = options
  const load = createLoader(options)
  const positionHeader = positions?.header.toLowerCase()

  return (operation, request, timer = untimed) => {
    const position = positionHeader === undefined ? undefined : request.header(positionHeader)
    if (position === undefined) return serve(begin(operation, request, timer))
    return serveAt(position, operation, request, timer)
  }

  function begin(operation: Operation, request: Request, timer: StageTimer, mayBeStale = true): Exchange {
    const coding = operation.complete ? null : codingOf(request.header('accept-encoding'))
    const position = positions?.now()
    return { operation, request, timer, coding, beganAt: performance.now(), position, mayBeStale }
  }

  /** `cachedAs`: null makes the response anew, whatever the cache has. */
  function serve(exchange: Exchange, cachedAs?: null): Outgoing | Promise<Outgoing> {
    const { request, timer } = exchange
    const asking = timer.lap('authenticate', authenticate(request))
    if (limit === null) return serveAs(exchange, asking, cachedAs)
    return andThen(settled(asking), (viewer) =>
      andThen(limit(request, viewer), (admission) => {
        timer.lap('limit', admission)
        const admitted = { ...exchange, admission }
        if (admission.refusal !== null) return refuse(admitted, admission.refusal)
        return serveAs(admitted, asking, cachedAs)
      }),
    )
  }

  /** Answers without a promise where the response is cached. */
  function serveAs(
    exchange: Exchange,
    asking: ReturnType<Authenticate>,
    cachedAs?: null,
  ): Outgoing | Promise<Outgoing> {
    const { operation, timer } = exchange
    const key = cachedAs === undefined && asking === anonymous ? keyOf(operation, observe) : null
    return andThen(key, (known) =>
      andThen(known === null ? undefined : cache.find(known, exchange.coding), (hit) => {
        timer.lap('cache', hit)
        if (hit) return send(exchange, { encoded: hit, use: 'hit' })
        return load(exchange, asking, known).then((loaded) => send(exchange, loaded))
      }),
    )
  }

  /** Answers once the change feed has reached the position that the client names. */
  async function serveAt(
    position: string,
    operation: Operation,
    request: Request,
    timer: StageTimer,
  ): Promise<Outgoing> {
    const arrived = begin(operation, request, timer)
    const reached = timer.lap('position', await positions?.reach(position))
    const reaching = begin(operation, request, timer, false)
    if (reached === 'anew') return makeAnew(() => serve(reaching, null))
    if (reached === undefined || reached === 'reached') return serve(reaching)
    // The refused request counts against its client's limits, too
    const admission = await limit?.(request, await settled(authenticate(request)))
    const refused = { ...arrived, position: undefined, ...(admission && { admission }) }
    return refuse(refused, admission?.refusal ?? reached)
  }

  async function refuse(exchange: Exchange, failure: Failure): Promise<Outgoing> {
    return send(exchange, {
      encoded: encode(await exchange.operation.refuse(failure, anonymous)),
      use: 'none',
    })
  }

  function send(exchange: Exchange, { encoded, use, ran = noneRan, dropped }: Loaded): Outgoing {
    const { operation, request, timer, beganAt, position: at, admission } = exchange
    const links = linksOf(operation, encoded)
    const kept = use === 'hit' || use === 'shared' ? lease() : null
    const out = withCacheHeaders(outgoing(request, encoded), encoded, use, {
      links,
      limits: admission?.headers,
      lease: kept,
      at,
    })
    const whole = operation.complete ? completed(out, operation.complete) : out
    const sent = timer.lap('send', showsTimings ? withServerTiming(whole, ran, dropped) : whole)
    observe({
      kind: 'request',
      method: request.method,
      path: request.path,
      status: sent.status,
      ms: performance.now() - beganAt,
      stages: timer.ms,
      cache: use === 'late' ? 'stale' : use,
      ...(admission ? { client: admission.client } : {}),
      ...(timer.isTraced ? { trace: { parent: request.header('traceparent'), ran } } : {}),
    })
    return sent
  }
}

/** A request without a key, because making it failed, is answered, but its answer is not cached. */
function keyOf(operation: Operation, observe: Observe): string | null | Promise<string | null> {
  const unkeyed = (error: unknown) => {
    observe({ kind: 'error', error, during: 'saying what an answer is kept under' })
    return null
  }
  try {
    const key = operation.cacheKey()
    return key instanceof Promise ? key.catch(unkeyed) : key
  } catch (error) {
    return unkeyed(error)
  }
}

const noneRan: readonly Ran[] = []

/** Links to pages repeat the request's own arguments, so they are not cached with the response. */
function linksOf({ linkOf }: Operation, { paging }: Encoded): readonly string[] {
  return paging === null || !linkOf ? noLinks : linkOf(paging)
}

const noLinks: readonly string[] = []

/** Settles with the viewer; an error of authentication is observed when the request is answered. */
function settled(asking: ReturnType<Authenticate>): ReturnType<Authenticate> {
  return asking instanceof Promise ? asking.catch(() => fail('internal_error')) : asking
}

/** Continues at once where the value is no promise: awaiting a promise costs as much as half a cache hit. */
function andThen<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
