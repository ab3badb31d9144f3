// Checks whether a server's binary log has enough for the feed: every change as whole rows, of this database, for this account.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { createReadReplication } from '../database/replication.ts'
import type { Unready } from './feed.ts'
import { askLogOf, orRefused, type AskLog, type LogStatus } from './log-end.ts'

/** Says why the package that reads the log cannot be used: it is a peer dependency that owners install. Null where it is installed. */
export function whyNotInstalled(): string | null {
  try {
    import.meta.resolve('@vlasky/zongji')
    return null
  } catch {
    return 'the package @vlasky/zongji is not installed'
  }
}

/** Returns what the server lacks, or null. Throws where the server does not answer. */
export async function whyUnfit(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  ask: AskLog = askLogOf(engine),
): Promise<string | null> {
  const partial = await whyPartial(engine)
  if (partial !== null) return partial
  if (await isOn(engine, 'binlog_transaction_compression')) return 'binlog_transaction_compression is on'
  const options = await variableOf(engine, 'binlog_row_value_options')
  if (options !== null && options !== '') return `binlog_row_value_options is ${options}`
  return (await whyBlind(engine)) ?? whyUnseen(await ask())
}

/** Reads the fitness once for each set of servers that connections reach, until `forget` is called. */
export interface Fitness {
  /** Rejects where the server does not answer; the next call reads again. */
  readonly why: () => Promise<string | null>
  /** The last reason that was read; null where there is none, or none was read yet. */
  readonly unfit: () => string | null
  readonly forget: () => void
}

export function createFitness(
  { reached }: Pick<Engine, 'reached'>,
  read: () => Promise<string | null>,
): Fitness {
  let reading: Reading | null = null
  let unfit: string | null = null
  const forget = () => {
    ;[reading, unfit] = [null, null]
  }
  const named = () => [...reached()].join()
  const start = () => {
    const own: Reading = { servers: named(), why: read() }
    own.why.then(
      (reason) => {
        if (reading === own) unfit = reason
      },
      () => {
        if (reading === own) forget()
      },
    )
    return own
  }
  return {
    why: async () => {
      if (reading !== null && reading.servers !== named()) forget()
      reading ??= start()
      return await reading.why
    },
    unfit: () => unfit,
    forget,
  }
}

interface Reading {
  /** The servers that connections reached when the reading began; another one may have answered since. */
  readonly servers: string
  readonly why: Promise<string | null>
}

/** Settles with why a feed cannot begin; null once the server lacks nothing and `learn` has settled. */
export async function whyUnready(fitness: Fitness, learn: () => Promise<void>): Promise<Unready | null> {
  try {
    const reason = await fitness.why()
    if (reason !== null) return { kind: 'unfit', reason }
    await learn()
    return null
  } catch (error) {
    return { kind: 'away', reason: String(error) }
  }
}

/** Settles with why the log does not have every change as whole rows; null where it has. */
export async function whyPartial({ kysely }: Pick<Engine, 'kysely'>): Promise<string | null> {
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
  return server.image === 'FULL' ? null : `binlog_row_image is ${server.image}, not FULL`
}

/** A replica, or a node of a cluster, logs changes that it replicates only where it is configured to. */
async function whyBlind(engine: Pick<Engine, 'kysely' | 'meaningOf'>): Promise<string | null> {
  if (await isOn(engine, 'log_slave_updates', 'log_replica_updates')) return null
  if (await isOn(engine, 'wsrep_on'))
    return 'the log does not contain the commits of other nodes (log_slave_updates)'
  const { kind } = await createReadReplication(engine)()
  switch (kind) {
    case 'none':
      return null
    case 'replica':
      return 'the server is a replica whose log does not contain the replicated changes (log_slave_updates, log_replica_updates)'
    case 'unknown':
      return 'the server may be a replica whose log does not contain the replicated changes, and the account may not ask (REPLICA MONITOR, or REPLICATION CLIENT)'
  }
}

/** Reads the first of these variables that the server knows: its name differs between versions. */
async function isOn(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  ...names: readonly string[]
): Promise<boolean> {
  for (const name of names) {
    const value = await variableOf(engine, name)
    if (value !== null) return ['1', 'ON'].includes(value)
  }
  return false
}

/** Null on a server that has no such variable. */
async function variableOf(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  name: string,
): Promise<string | null> {
  const found = await sql<{ readonly value: unknown }>`select @@global.${sql.raw(name)} as value`
    .execute(engine.kysely)
    .catch(orRefused(engine))
  const [row] = found?.rows ?? []
  return row ? String(row.value) : null
}

/**
 * Filters also drop statements such as `truncate` of sessions whose current database is left out, whichever database they name. System
 * schemas are exempt, since no session works in them.
 */
function whyUnseen(row: LogStatus | null): string | null {
  if (row === null)
    return 'the account may not query the state of the log (REPLICATION CLIENT, or BINLOG MONITOR)'
  const [only, ignored] = [row['Binlog_Do_DB'], row['Binlog_Ignore_DB']].map((names) =>
    (typeof names === 'string' ? names : '').split(',').filter((name) => name !== ''),
  )
  if (only && only.length > 0) return 'the log contains only some databases (binlog-do-db)'
  return ignored?.some((name) => !ownSchemas.has(name))
    ? 'the log omits some databases (binlog-ignore-db)'
    : null
}

const ownSchemas: ReadonlySet<string> = new Set(['mysql', 'information_schema', 'performance_schema', 'sys'])
