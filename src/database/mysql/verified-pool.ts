// A pool that hands out a connection only once its session is verified, that gives up on one that does not come back, and that knows
// which servers its connections reach: an address may come to lead to another one while connections to the one before live on.
import type { MysqlPool } from 'kysely'
import type { Pool, PoolConnection } from 'mysql2'
import { LentConnection } from './lent-connection.ts'
import type { Taking } from './refused.ts'
import { prepareSession, type SessionKind } from './session.ts'
import type { Watch } from './watch.ts'

export interface VerifiedPool extends MysqlPool {
  /** How many wait for a connection. */
  readonly waiting: () => number
  /** The names of the servers that connections reach which are handed out. */
  readonly reached: () => ReadonlySet<string>
  /** Hands out no connection any more that there is now. */
  readonly reconnect: () => void
}

export function verifiedPool(
  pool: Pool,
  { take, next }: Taking,
  wanted: SessionKind,
  watch: Watch<LentConnection>,
): VerifiedPool {
  let waiting = 0
  const lent = new WeakMap<PoolConnection, LentConnection>()
  /** Verified connections with the servers that they reach. */
  const servers = new Map<LentConnection, string>()
  const outdated = new WeakSet<LentConnection>()
  const ended = (connection: LentConnection) => servers.delete(connection)
  const comesBack = (connection: LentConnection, isEnded: boolean) => {
    watch.end(connection)
    if (isEnded) ended(connection)
    // The pool has it only then
    setImmediate(next)
  }
  const lend = (connection: PoolConnection) => {
    const known = lent.get(connection) ?? new LentConnection(connection, comesBack)
    lent.set(connection, known)
    return known
  }
  const prepare = async (connection: LentConnection) => {
    const server = await connection.during((session) => prepareSession(session, wanted))
    for (const event of ['end', 'error'] as const) connection.once(event, () => ended(connection))
    servers.set(connection, server)
  }
  const getConnection: MysqlPool['getConnection'] = (callback) => {
    waiting += 1
    take((error, taken) => {
      waiting -= 1
      if (error) return callback(error, taken)
      const connection = lend(taken)
      if (outdated.has(connection)) {
        connection.destroy()
        return getConnection(callback)
      }
      const giveUp = (reason: unknown) => {
        watch.giveUp(connection)
        callback(reason, connection)
      }
      watch.begin(connection)
      if (servers.has(connection)) return callback(null, connection)
      prepare(connection).then(() => callback(null, connection), giveUp)
    })
  }
  return {
    end: (callback) => pool.end(callback),
    getConnection,
    waiting: () => waiting,
    reached: () => new Set(servers.values()),
    reconnect: () => {
      for (const connection of servers.keys()) outdated.add(connection)
      servers.clear()
    },
  }
}
