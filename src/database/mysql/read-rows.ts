// Runs a statement on a connection of the pool until its rows arrive or a signal aborts. An aborted statement is killed on its server,
// and its connection returns to the pool only after that, so that the kill can hit no later statement. A statement whose connection is
// lost is sent once more.
import type { CompiledQuery, MysqlPool } from 'kysely'
import type { Connection } from 'mysql2'
import type { Row } from '../tables.ts'
import { isLost } from './lost.ts'

type Ran = Parameters<Parameters<MysqlPool['getConnection']>[0]>[1]

/**
 * Runs a statement. `openControl` opens another connection to the same server, for the kill. `repeated` is called with the error before
 * the statement is sent again, at most once; null for sessions that may write, where nothing is repeated.
 */
export function readRows(
  pool: MysqlPool,
  openControl: () => Connection,
  { sql, parameters }: CompiledQuery,
  signal: AbortSignal,
  repeated: ((error: unknown) => void) | null,
): Promise<readonly Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>()
  let running: Ran | null = null
  let killing: Promise<void> | null = null
  const abort = () => {
    reject(signal.reason)
    if (running !== null) killing = kill(openControl(), running.threadId, () => running !== null)
  }
  const end = (connection: Ran) => {
    running = null
    if (killing === null) connection.release()
    else void killing.then(() => connection.release())
  }
  const fail = (error: unknown) => {
    signal.removeEventListener('abort', abort)
    reject(error)
  }
  const send = (again: typeof repeated) =>
    pool.getConnection((refused, connection) => {
      if (refused) return fail(refused)
      if (signal.aborted) return connection.release()
      running = connection
      connection.query(sql, parameters, (failed, result) => {
        end(connection)
        if (failed && again !== null && isLost(failed) && !signal.aborted) {
          again(failed)
          return send(null)
        }
        if (failed) return fail(failed)
        signal.removeEventListener('abort', abort)
        resolve(Array.isArray(result) ? result : [])
      })
    })
  if (signal.aborted) reject(signal.reason)
  else {
    signal.addEventListener('abort', abort, { once: true })
    send(repeated)
  }
  return promise
}

/** Kills the connection's statement if it still runs once the control connection is open; where that fails, the server is left to end it. */
function kill(control: Connection, thread: number, isRunning: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    control.destroy()
    resolve()
  }
  control.on('error', end)
  control.connect((failed) => {
    if (failed || !isRunning()) end()
    else control.query(`kill query ${thread}`, end)
  })
  return promise
}
