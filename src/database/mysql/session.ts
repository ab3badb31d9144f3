// Sets and then verifies the session settings before the first query on MySQL or MariaDB: reading only, UTC, and an sql_mode under which
// mysql2 escapes correctly on the client.
import type { PoolConnection, RowDataPacket } from 'mysql2'
import type { Charset } from '../address.ts'
import type { Access } from '../engine.ts'
import { identity } from '../server-identity.ts'
import { textOf } from '../tables.ts'

/** Thrown where the server, or a proxy before it, does not accept a setting that everything else relies on. */
export class SessionRefused extends Error {}

export interface SessionKind {
  readonly charset: Charset
  readonly access: Access
}

/** Prepares a connection's session; settles with the name of the server. */
export async function prepareSession(connection: PoolConnection, kind: SessionKind): Promise<string> {
  const { charset, access } = kind
  const session = connection.promise()
  // The server may have chosen another character set since the handshake, in which a quote can be the last byte of a character
  await session.query(`set names ${charset}`)
  await session.query(
    `set session sql_mode = '${access === 'read' ? '' : 'STRICT_ALL_TABLES'}', session time_zone = '+00:00',
       session autocommit = 1, session sql_big_selects = 1, session sql_select_limit = ${unlimited}`,
  )
  // MySQL would cache the times of tables' changes for a day; other servers have no such cache
  await session.query('set session information_schema_stats_expiry = 0').catch(() => {})
  // Uncommitted changes must not be read, whatever the server's default
  const isolation = access === 'read' ? 'isolation level repeatable read, read only' : 'read write'
  await session.query(`set session transaction ${isolation}`)
  const wanted = sessionWanted(kind)
  const names = [...wanted.keys()].map((name) => `'${name}'`).join(', ')
  const [rows] = await session.query<RowDataPacket[]>(
    `show session variables where variable_name in (${names})`,
  )
  const found = rows.map((row) => [textOf(row, 'Variable_name'), textOf(row, 'Value')] as const)
  const wrong = found.find(([name, value]) => !wanted.get(name)?.test(value))
  if (found.length < wanted.size - 1 || wrong)
    throw new SessionRefused(
      `the session cannot be set up: ${wrong?.join(' is ') ?? 'its variables are not known'}`,
    )
  const [named] = await session.query(identity)
  return JSON.stringify(named)
}

/** Hosting providers limit the rows that a statement may read and return, which would silently truncate lists. */
const unlimited = '18446744073709551615'

const readOnly = /^(ON|1)$/
const readWrite = /^(OFF|0)$/

/** The variables that everything else relies on; a server has only one of the last two, depending on its age. */
function sessionWanted({ charset, access }: SessionKind): ReadonlyMap<string, RegExp> {
  return new Map([
    ['sql_mode', access === 'read' ? /^$/ : /^STRICT_ALL_TABLES$/],
    ['time_zone', /^\+00:00$/],
    // Otherwise every query of the session would see the state at its first one
    ['autocommit', /^(ON|1)$/],
    ['sql_big_selects', /^(ON|1)$/],
    ['sql_select_limit', new RegExp(`^${unlimited}$`)],
    ['character_set_client', new RegExp(`^${charset}$`)],
    ['transaction_read_only', access === 'read' ? readOnly : readWrite],
    ['tx_read_only', access === 'read' ? readOnly : readWrite],
  ])
}
