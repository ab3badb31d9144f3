// Runs a statement on a connection of the pool until its rows are there or a signal aborts. An aborted statement is killed on
// its server, and its connection goes back only then: the kill can hit no later statement on it. One whose connection is lost is
// sent once more.
import type { CompiledQuery, MysqlPool } from 'kysely'
import type { Connection } from 'mysql2'
import type { Row } from '../tables.ts'
import { isLost } from './lost.ts'

type Ran = Parameters<Parameters<MysqlPool['getConnection']>[0]>[1]

/**
 * `openControl` opens a connection of its own to the same server, for the kill. `repeated` is called with the error before the
 * statement is sent again, which happens once at most; null for sessions that may write, where none is sent again.
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

/** Kills what runs on a connection, if it still does once the server can be told; a kill that fails leaves that to the server. */
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
