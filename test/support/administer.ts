// One statement (or several, separated by semicolons) by an administrator on a MySQL or MariaDB server, in a session
// of its own: zero dates may be written, dates come back as strings, and nothing stays open that a test must close.
import { createConnection, type RowDataPacket } from 'mysql2/promise'

export type Row = Readonly<Record<string, unknown>>
export type Parameter = string | number | bigint | null | Buffer

export async function administer(
  url: string,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<readonly Row[]> {
  const connection = await createConnection({
    uri: url,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    connectTimeout: 60_000,
  })
  try {
    await connection.query(`set sql_mode = 'NO_ENGINE_SUBSTITUTION'`)
    const [rows] = await connection.query<RowDataPacket[]>(sql, [...parameters])
    return Array.isArray(rows) ? rows : [] // a write answers with a header instead of rows
  } finally {
    await connection.end()
  }
}
