// A pool that lends a connection only once its session is verified and, if it was idle, answers; that gives up on connections that do not
// come back; and that knows which servers its connections reach: an address may come to lead to another server while connections to the
// old one live on.
import type { MysqlPool } from 'kysely'
import type { Connection, Pool, PoolConnection } from 'mysql2'
import { LentConnection } from './lent-connection.ts'
import type { Taking } from './refused.ts'
import { prepareSession, type SessionKind } from './session.ts'
import type { Watch } from './watch.ts'

export interface VerifiedPool extends MysqlPool {
  /** The number of callers that wait for a connection. */
  readonly waiting: () => number
  /** The names of the servers that usable connections reach. */
  readonly reached: () => ReadonlySet<string>
  /** Stops lending all present connections, so that later ones are new. */
  readonly reconnect: () => void
}

/** A connection that answered within this time is lent without a ping, as HikariCP does (`aliveBypassWindowMs`). */
const aliveForMs = 500
/** A ping without an answer after this time is late: the connection is lost, unless the server is slow. */
const pingLateMs = 1000

/** `openControl` opens another connection to the same server, whose answer distinguishes a slow server from a lost connection. */
export function verifiedPool(
  pool: Pool,
  { take, next }: Taking,
  wanted: SessionKind,
  watch: Watch<LentConnection>,
  openControl: () => Connection,
): VerifiedPool {
  let waiting = 0
  const lent = new WeakMap<PoolConnection, LentConnection>()
  /** The names of servers by verified connection. */
  const servers = new Map<LentConnection, string>()
  const outdated = new WeakSet<LentConnection>()
  const ended = (connection: LentConnection) => servers.delete(connection)
  const comesBack = (connection: LentConnection, isEnded: boolean) => {
    watch.end(connection)
    if (isEnded) ended(connection)
    // A cause that ends a connection after its first use has mostly ended the idle ones, too
    if (isEnded && !outdated.has(connection) && connection.idleMs() < Infinity)
      for (const other of servers.keys()) if (!watch.has(other)) outdated.add(other)
    // The pool has the connection only in the next turn
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
    // The event loop reads an answer that came while this process was busy before the immediate
    const giveUp = () => void setImmediate(() => isOver || watch.giveUp(connection))
    const askAnew = () => {
      const control = openControl()
      endAsking = () => control.destroy()
      // Any answer, even a refusal, shows that the server is alive and the pinged connection is not
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
