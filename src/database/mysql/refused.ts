// A server that refuses another connection still serves the open ones: a caller that needs one waits until one of them comes back.
import type { Pool } from 'mysql2'
import { errorCode } from '../../core/error-code.ts'

type Take = Parameters<Pool['getConnection']>[0]

/** Error codes for limits that the server or the account has reached. */
export const limitsReached: ReadonlySet<string> = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
])

export interface Taking {
  readonly take: (callback: Take) => void
  /** Has to be called whenever a connection has come back or is gone. */
  readonly next: () => void
}

/** `isOut`: true while a lent connection can come back. The first waiting caller takes it; beyond `waitingMax` callers are refused. */
export function takingFrom(
  pool: Pick<Pool, 'getConnection'>,
  isOut: () => boolean,
  waitingMax: number,
): Taking {
  const waiting: Take[] = []
  let refused: Parameters<Take> | null = null
  const ask = (callback: Take, isAgain = false) =>
    pool.getConnection((...answer) => {
      const [error] = answer
      const isRefused = error !== null && limitsReached.has(errorCode(error))
      if (isRefused) refused = answer
      if (isRefused && isOut() && waiting.length < waitingMax) return void waiting.push(callback)
      // Connections that were lent at the request may be free by now
      if (isRefused && !isAgain) return ask(callback, true)
      callback(...answer)
      if (error) next()
    })
  const next = () => {
    const first = waiting.shift()
    if (first) ask(first)
  }
  const take = (callback: Take) => {
    if (waiting.length === 0 || refused === null) return ask(callback)
    if (waiting.length < waitingMax) waiting.push(callback)
    else callback(...refused)
  }
  return { take, next }
}
