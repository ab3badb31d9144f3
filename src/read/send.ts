// Sends statements with a deadline, scans once they have a slot; observes them by name, and turns driver errors into failures.
import type { CompiledQuery } from 'kysely'
import { errorCode } from '../core/error-code.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { createOwnTurns } from '../core/turns.ts'
import { GivenUp, workNow } from '../core/work.ts'
import { DatabaseLost, type Availability } from '../database/servers/availability.ts'
import type { DriverErrorMeaning, Engine } from '../database/engine.ts'
import type { Row } from '../database/tables.ts'
import { createGivingWay } from './giving-way.ts'
import type { TakeSlot } from './scan-slots.ts'
import { recordStatement } from './statements-run.ts'

export interface SendOptions {
  readonly engine: Engine
  readonly availability: Availability
  readonly timeoutMs: number
  readonly takeSlot: TakeSlot
  readonly observe: Observe
}

type Send = (query: CompiledQuery, name: string, leftMs?: number) => Promise<readonly Row[] | Failure>

/** Scans of SQLite block the thread: after this many ms of scans, requests that have arrived are answered before the next scan. */
const turnMs = 100

export function createSend({ engine, availability, timeoutMs, takeSlot, observe }: SendOptions) {
  let scansWaiting = 0
  const givingWay = createGivingWay(() => scansWaiting > 0 || (engine.connections()?.waiting ?? 0) > 0)
  const inTurn = createOwnTurns(turnMs)
  const send: Send = async (query, name, leftMs = timeoutMs) => {
    const work = workNow()
    const gone = work?.endIfGone() ?? null
    if (gone !== null) return gone.failure
    const began = performance.now()
    const until = work?.until
    const controller = new AbortController()
    const { end } = givingWay.begin(work, controller)
    const repeated = (error: unknown) =>
      observe({ kind: 'query-repeated', plan: name, ms: performance.now() - began, code: errorCode(error) })
    try {
      const late = controller.signal
      const rows = await availability.during(Math.min(timeoutMs, Math.ceil(leftMs)), controller, () =>
        engine.rows(query, until ? AbortSignal.any([late, until]) : late, repeated),
      )
      const ms = performance.now() - began
      observe({ kind: 'query', plan: name, ms, rows: rows.length })
      recordStatement({ plan: name, query, ms, rows: rows.length })
      return rows
    } catch (error) {
      if (until?.aborted) return failureOf.timeout
      if (error instanceof GivenUp) return error.failure
      const meaning = error instanceof DatabaseLost ? 'unavailable' : engine.meaningOf(error)
      if (meaning === 'bug') throw error
      if (meaning === 'nothing') return []
      observe({
        kind: 'query-failed',
        plan: name,
        ms: performance.now() - began,
        meaning,
        code: errorCode(error),
      })
      if (meaning === 'unavailable' || meaning === 'changed') availability.doubt()
      return failureOf[meaning]
    } finally {
      end()
    }
  }
  const scan: Send = async (query, name) => {
    const work = workNow()
    scansWaiting += 1
    const slot = await takeSlot(work)
    scansWaiting -= 1
    if (isFailure(slot)) {
      if (work?.givenUp) return work.givenUp.failure
      observe({ kind: 'query-failed', plan: name, ms: 0, meaning: 'refused', code: '' })
      return slot
    }
    try {
      const { rows } = await inTurn(() => ({ rows: send(query, name, slot.leftMs) }))
      return await rows
    } finally {
      slot.release()
    }
  }
  return { send, scan }
}

export const unavailable = fail('database_unavailable', undefined, { retryAfterS: 2 })

const failureOf: Readonly<Record<Exclude<DriverErrorMeaning, 'bug' | 'nothing'>, Failure>> = {
  unavailable,
  changed: unavailable,
  timeout: fail('query_timeout', undefined, { retryAfterS: 5 }),
  overloaded: fail('overloaded', undefined, { retryAfterS: 1 }),
}
