// The sessions of a MySQL or MariaDB server, and what each does now. They are asked for by SHOW: MySQL's table of the
// information schema fails as long as any statement on that server, of whatever file, holds a letter beyond the basic plane.
import { textOf } from '../../src/database/tables.ts'
import type { Row } from './administer.ts'

interface Session {
  readonly id: number
  readonly account: string
  readonly database: string
  /** As the protocol has it: `Query`, `Sleep`, `Binlog Dump` */
  readonly command: string
  readonly state: string
  /** How long it has been in this command. */
  readonly seconds: number
  /** Its statement; empty between two */
  readonly statement: string
}

interface Asked {
  readonly url: string
  readonly execute: (sql: string) => Promise<readonly Row[]>
}

/** Those of every database of the server. */
export async function sessionsOf({ execute }: Asked): Promise<readonly Session[]> {
  const rows = await execute('show full processlist')
  return rows.map((row) => ({
    id: Number(row['Id']),
    account: textOf(row, 'User'),
    database: textOf(row, 'db'),
    command: textOf(row, 'Command'),
    state: textOf(row, 'State'),
    seconds: Number(row['Time']),
    statement: textOf(row, 'Info'),
  }))
}

/** Those of one database. */
export async function sessionsIn(asked: Asked): Promise<readonly Session[]> {
  const name = new URL(asked.url).pathname.slice(1)
  return (await sessionsOf(asked)).filter(({ database }) => database === name)
}
