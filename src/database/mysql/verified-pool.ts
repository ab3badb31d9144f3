// A pool that hands out a connection only once its session is verified and, if it was idle, answers; that gives up on one that does not
// come back; and that knows which servers its connections reach: an address may come to lead to another one while connections to the
// one before live on.
import type { MysqlPool } from 'kysely'
import type { Connection, Pool, PoolConnection } from 'mysql2'
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

/** A connection that answered so recently is used without asking, as HikariCP does it (`aliveBypassWindowMs`). */
const aliveForMs = 500
/** One that was idle and has not answered by then is late: lost, unless the server is slow. */
const pingLateMs = 1000

/** `openControl` opens a connection of its own to the same server, which tells a slow server from a lost connection. */
export function verifiedPool(
  pool: Pool,
  { take, next }: Taking,
  wanted: SessionKind,
  watch: Watch<LentConnection>,
  openControl: () => Connection,
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
    // The cause that ended one that had come back before has mostly ended those that are idle, too
    if (isEnded && !outdated.has(connection) && connection.idleMs() < Infinity)
      for (const other of servers.keys()) if (!watch.has(other)) outdated.add(other)
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
  const ping = async (connection: LentConnection) => {
    let isOver = false
    // An answer that came while this process was busy is read before the immediate
    const giveUp = () => void setImmediate(() => isOver || watch.giveUp(connection))
    const askAnew = () => {
      const control = openControl()
      endAsking = () => control.destroy()
      // Any answer, a refusal too, tells that the server would have answered
      control.on('error', giveUp).connect(giveUp)
    }
    const late = setTimeout(askAnew, pingLateMs).unref()
    let endAsking = () => clearTimeout(late)
    try {
      await connection.during((session) => session.promise().ping())
    } finally {
      isOver = true
      endAsking()
    }
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
      watch.begin(connection)
      const handOut = () => callback(null, connection)
      if (!servers.has(connection))
        return prepare(connection).then(handOut, (reason: unknown) => {
          watch.giveUp(connection)
          callback(reason, connection)
        })
      if (connection.idleMs() < aliveForMs) return handOut()
      ping(connection).then(handOut, () => {
        watch.giveUp(connection)
        getConnection(callback)
      })
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
