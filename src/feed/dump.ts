// One connection to a server that sends its binary log, through ZongJi: a thin shell that opens it, forwards its events, and closes the
// sockets for good. ZongJi reads the columns of tables over a second connection, which also serves our own questions.
import type { Socket } from 'node:net'
import type { AnyBinlogEvent, ZongJiOptions } from '@vlasky/zongji'
import { errorCode } from '../core/error-code.ts'
import type { connectionOptions } from '../database/mysql/engine.ts'
import { identity } from '../database/server-identity.ts'
import type { LogPoint } from '../core/change.ts'
import type { TableName } from './table-name.ts'
import type { Failure } from './log-state.ts'
import { endIn, endStatements, type LogStatus } from './log-end.ts'

export interface DumpOptions {
  readonly connection: ReturnType<typeof connectionOptions>
  /** Unique among all clients that read the server's log. */
  readonly serverId: number
  readonly tables: readonly TableName[]
}

export interface DumpEvents {
  /** Names the server; comes before all events. */
  readonly server: (name: string) => void
  readonly event: (event: AnyBinlogEvent) => void
  /** The following rows of this table cannot be read: the server hides some of its columns, or they have changed meanwhile. */
  readonly hidden: (table: TableName) => void
  readonly failed: (failure: Failure, reason: string) => void
}

export interface Dump {
  /** The end of the server's log at a moment after the call; null where the server does not answer in time. */
  readonly end: () => Promise<LogPoint | null>
  /** Forwards rows of these tables from now on. */
  readonly include: (tables: readonly TableName[]) => void
  readonly close: () => void
}

/** The part of a mysql connection that this file uses. */
interface Connection {
  query(statement: string, done: (error: Error | null, rows: unknown) => void): unknown
  readonly stream?: Pick<Socket, 'pause' | 'resume' | 'destroy'>
}

interface Reader {
  readonly connection: Connection | null
  readonly ctrlConnection: Connection | null
  on(event: 'binlog', listener: (event: AnyBinlogEvent) => void): unknown
  on(event: 'stopped', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  start(options: ZongJiOptions): void
  stop(): void
}

/** ZongJi warns once a connection, before such an event, that it cannot read it (compressed transactions, parts of JSON). */
const announces = /^Server sent an? [A-Z_]+_EVENT\b/
/** ZongJi skips the rows of a table for which the catalogue does not list every column, and goes on. */
const hiddenIn = (message: string, tables: readonly TableName[]) =>
  tables.find(({ schema, table }) => message.startsWith(`Table ${schema}.${table} schema changed between`))

/** The interval in ns, under both names: MySQL has the first since 8.0.26, other servers the second. */
const heartbeat = 'set @source_heartbeat_period = 1000000000, @master_heartbeat_period = 1000000000'
const askLimitMs = 900

export async function openDump(
  { connection, serverId, tables }: DumpOptions,
  from: LogPoint | null,
  events: DumpEvents,
): Promise<Dump> {
  const { default: ZongJi } = await import('@vlasky/zongji')
  // Dates stay strings: the time zone of the server may differ from this process's
  const reader: Reader = new ZongJi({ ...connection, dateStrings: true })
  let isClosed = false
  const fail = (failure: Failure, reason: string) => {
    if (!isClosed) events.failed(failure, reason)
  }
  const rest = createRest(() => reader.connection?.stream)
  reader.on('binlog', (event) => {
    if (isClosed) return
    events.event(event)
    rest()
  })
  let included = tables
  reader.on('error', (error) => {
    // Its event follows, and is unreadable
    if (isClosed || announces.test(error.message)) return
    const hidden = hiddenIn(error.message, included)
    if (hidden) events.hidden(hidden)
    else fail(failureOf(error), error.message)
  })
  reader.start({
    serverId,
    ...(from === null ? { startAtEnd: true } : { filename: from.file, position: from.offset }),
    includeSchema: bySchema(tables),
  })
  // A connection sends its statements in order: these go before the request for the log
  const { connection: dump, ctrlConnection: beside } = reader
  const endOf = askingEnd()
  dump?.query(heartbeat, (error) => error && fail(failureOf(error), error.message))
  const names = Promise.all([nameOver(dump), nameOver(beside)])
  void names.then(
    ([name, other]) => {
      if (isClosed) return
      if (name === other) events.server(name)
      else fail('away', 'its two connections reach two servers')
    },
    (error: unknown) =>
      error instanceof Error ? fail(failureOf(error), error.message) : fail('away', String(error)),
  )
  return {
    end: () => (isClosed || !beside ? Promise.resolve(null) : endOf(beside)),
    include: (those) => {
      included = those
      if (!isClosed) reader.start({ serverId, includeSchema: bySchema(those) })
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      closeReader(reader)
    },
  }
}

/** The longest time of handling events in a row before other work of the process has its turn: transactions may have any length. */
const turnMs = 10

/**
 * Returns a function to call after each event, which pauses the socket for one turn of the event loop where events have taken `turnMs`.
 * It leaves the connection above the socket alone: ZongJi pauses that while it reads a table's columns, and rows that came before these
 * would be lost.
 */
export function createRest(socket: () => Pick<Socket, 'pause' | 'resume'> | undefined): () => void {
  let began: number | null = null
  return () => {
    if (began === null) {
      began = performance.now()
      setImmediate(() => (began = null))
      return
    }
    if (performance.now() - began < turnMs) return
    socket()?.pause()
    setImmediate(() => {
      began = null
      socket()?.resume()
    })
  }
}

function bySchema(tables: readonly TableName[]): Record<string, string[]> {
  return Object.fromEntries(
    [...Map.groupBy(tables, ({ schema }) => schema)].map(([schema, named]) => [
      schema,
      named.map(({ table }) => table),
    ]),
  )
}

/** Destroys the sockets, since ZongJi only ends them: one with unread data, or with a silent peer, would stay open. */
function closeReader(reader: Reader): void {
  const [dump, beside] = [reader.connection?.stream, reader.ctrlConnection?.stream]
  reader.on('stopped', () => beside?.destroy())
  try {
    reader.stop()
  } catch {
    beside?.destroy()
  }
  dump?.destroy()
}

async function nameOver(connection: Connection | null): Promise<string> {
  const rows = await ask(connection, identity)
  return JSON.stringify(rows)
}

function ask(connection: Connection | null, statement: string): Promise<readonly LogStatus[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly LogStatus[]>()
  if (!connection) reject(new Error('there is no connection'))
  connection?.query(statement, (error, rows) => {
    if (error) reject(error)
    else resolve(Array.isArray(rows) ? rows : [])
  })
  return promise
}

/** Returns a function that asks for the end of the log with the statement that the server knows. */
function askingEnd(): (connection: Connection) => Promise<LogPoint | null> {
  let known = 0
  const asked = async (connection: Connection) => {
    for (; known < endStatements.length; known += 1) {
      const rows = await ask(connection, endStatements[known] ?? '').catch(() => null)
      if (rows) return rows[0] ? endIn(rows[0]) : null
    }
    known = 0
    return null
  }
  return async (connection) => {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), askLimitMs)
    const end = await Promise.race([asked(connection), late.promise])
    clearTimeout(timer)
    return end
  }
}

const awayCodes =
  /^(?:E[A-Z]+|PROTOCOL_.*|HANDSHAKE_.*|ER_(?:CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED|SERVER_SHUTDOWN|ACCESS_DENIED_ERROR|SPECIFIC_ACCESS_DENIED_ERROR|HOST_NOT_PRIVILEGED|HOST_IS_BLOCKED|NEW_ABORTING_CONNECTION|CONNECTION_KILLED|QUERY_INTERRUPTED))$/
/** The error number with which servers refuse a position that is not in their log. */
const refusedNumber = 1236

export function failureOf(error: Error): Failure {
  if ('errno' in error && error.errno === refusedNumber) return 'refused'
  return awayCodes.test(errorCode(error)) ? 'away' : 'unreadable'
}
