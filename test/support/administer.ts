// One statement (or several, separated by semicolons) by an administrator on a MySQL or MariaDB server, in a session
// of its own: zero dates may be written, dates come back as strings, and nothing stays open that a test must close.
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'

export type Row = Readonly<Record<string, unknown>>
export type Parameter = string | number | bigint | null | Buffer

export async function administer(
  url: string,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<readonly Row[]> {
  const connection = await connect(url)
  try {
    return await run(connection, sql, parameters)
  } finally {
    await connection.end()
  }
}

export interface Administrator {
  readonly execute: (sql: string, parameters?: readonly Parameter[]) => Promise<readonly Row[]>
  readonly end: () => Promise<void>
}

/** These alone, one at a time, leave a session as it was. */
const leavesSession = /^\s*(?:insert|update|delete)\b[^;]*$/i

/** Keeps a session for writes of rows, since tests write many: what else there is, or comes meanwhile, has one of its own. */
export function createAdministrator(url: string): Administrator {
  let kept: Connection | null = null
  let isTaken = false
  /** A server may be stopped meanwhile. */
  const forget = () => {
    kept = null
  }
  const open = async () => {
    const opened = await connect(url)
    for (const over of ['end', 'error']) opened.on(over, forget)
    return opened
  }
  return {
    execute: async (sql, parameters) => {
      if (isTaken || !leavesSession.test(sql)) return await administer(url, sql, parameters)
      isTaken = true
      try {
        kept ??= await open()
        return await run(kept, sql, parameters)
      } finally {
        isTaken = false
      }
    },
    end: async () => {
      await kept?.end()
      forget()
    },
  }
}

async function connect(url: string): Promise<Connection> {
  const connection = await createConnection({
    uri: url,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    connectTimeout: 60_000,
  })
  try {
    await connection.query(`set sql_mode = 'NO_ENGINE_SUBSTITUTION'`)
  } catch (error) {
    connection.destroy()
    throw error
  }
  return connection
}

async function run(connection: Connection, sql: string, parameters: readonly Parameter[] = []) {
  const [rows] = await connection.query<RowDataPacket[]>(sql, [...parameters])
  return Array.isArray(rows) ? rows : [] // a write answers with a header instead of rows
}
