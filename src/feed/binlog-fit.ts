// Whether a server's binary log says enough: every change as whole rows, of this database, to this account.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'

/** What of the server does not fit; null where everything does. */
export async function whyUnfit({ kysely }: Pick<Engine, 'kysely'>, schema: string): Promise<string | null> {
  const { rows } = await sql<{
    readonly logs: unknown
    readonly format: string
    readonly image: string
  }>`select @@global.log_bin as logs, @@global.binlog_format as format, @@global.binlog_row_image as image`.execute(
    kysely,
  )
  const [server] = rows
  if (!server || !['1', 'ON'].includes(String(server.logs)))
    return 'the server writes no binary log (log_bin)'
  if (server.format !== 'ROW') return `binlog_format is ${server.format}, not ROW`
  if (server.image !== 'FULL') return `binlog_row_image is ${server.image}, not FULL`
  const compressed = await sql<{
    readonly on: unknown
  }>`select @@global.binlog_transaction_compression as \`on\``
    .execute(kysely)
    .then(({ rows: [row] }) => ['1', 'ON'].includes(String(row?.on)))
    .catch(() => false)
  if (compressed) return 'binlog_transaction_compression is on'
  return whyUnseen(kysely, schema)
}

async function whyUnseen(kysely: Engine['kysely'], schema: string): Promise<string | null> {
  // MySQL 8.4 knows the one statement, older servers and MariaDB the other
  const status = await sql<Readonly<Record<string, unknown>>>`show binary log status`
    .execute(kysely)
    .catch(() => sql<Readonly<Record<string, unknown>>>`show master status`.execute(kysely))
    .catch(() => null)
  if (status === null) return 'the account may not ask for the log (REPLICATION CLIENT, or BINLOG MONITOR)'
  const [row = {}] = status.rows
  const [only, ignored] = [row['Binlog_Do_DB'], row['Binlog_Ignore_DB']].map((names) =>
    (typeof names === 'string' ? names : '').split(',').filter((name) => name !== ''),
  )
  if (only && only.length > 0 && !only.includes(schema))
    return 'the log leaves this database out (binlog-do-db)'
  return ignored?.includes(schema) ? 'the log leaves this database out (binlog-ignore-db)' : null
}
