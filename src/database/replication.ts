// Reads a server's own state of replication: whether it is a replica, and how far it lags behind its source.
import { sql } from 'kysely'
import { errorCode } from '../core/error-code.ts'
import type { Engine } from './engine.ts'
import type { Row } from './tables.ts'

export type Replication =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'replica'
      /** True where replication runs; otherwise the replica's data grows older. */
      readonly isRunning: boolean
      /** The age of the commits that the replica applies now, ms, in whole seconds; null where it is not known. */
      readonly lagMs: number | null
    }
  /** The account may not read the state. */
  | { readonly kind: 'unknown' }

/** The statements of MariaDB, of MySQL from 8.0.22 on, and of older versions. */
const statements = ['show all slaves status', 'show replica status', 'show slave status']

/** Reads the state; throws where the server does not answer. */
export function createReadReplication({ kysely }: Pick<Engine, 'kysely'>): () => Promise<Replication> {
  let known: string | null = null
  return async () => {
    for (const statement of known === null ? statements : [known]) {
      try {
        const { rows } = await sql.raw<Row>(statement).execute(kysely)
        known = statement
        return parseReplication(rows)
      } catch (error) {
        const code = errorCode(error)
        if (code === 'ER_PARSE_ERROR') continue
        if (code !== 'ER_SPECIFIC_ACCESS_DENIED_ERROR') throw error
        known = statement
        return statement === statements[0] ? readTraces(kysely) : { kind: 'unknown' }
      }
    }
    return { kind: 'unknown' }
  }
}

/** Parses the status rows; of several sources the slowest counts. */
export function parseReplication(rows: readonly Row[]): Replication {
  if (rows.length === 0) return { kind: 'none' }
  const sources = rows.map((row) => {
    const [reads, applies] = [valueOf(row, /_IO_Running$/), valueOf(row, /_SQL_Running$/)]
    const behind = valueOf(row, /^Seconds_Behind_/)
    const lagMs = behind === null || behind === undefined ? null : Number(behind) * 1000
    return { isRunning: reads === 'Yes' && applies === 'Yes' && lagMs !== null, lagMs: lagMs ?? Infinity }
  })
  const lagMs = Math.max(...sources.map((source) => source.lagMs))
  return {
    kind: 'replica',
    isRunning: sources.every((source) => source.isRunning),
    lagMs: Number.isFinite(lagMs) ? lagMs : null,
  }
}

/** Reads traces of replication that MariaDB shows every account. */
async function readTraces(kysely: Engine['kysely']): Promise<Replication> {
  const running = await sql<Row>`show global status like 'slaves_running'`.execute(kysely)
  const isRunning = Number(running.rows[0]?.['Value']) > 0
  if (isRunning) return { kind: 'replica', isRunning, lagMs: null }
  const { rows } = await sql<Row>`select @@global.gtid_slave_pos as position`.execute(kysely)
  return rows[0]?.['position'] === '' ? { kind: 'none' } : { kind: 'unknown' }
}

function valueOf(row: Row, name: RegExp): unknown {
  return Object.entries(row).find(([each]) => name.test(each))?.[1]
}
