// Reduces events of a server's binary log to what a change feed needs: changed rows, where transactions begin and end, and the identity
// of the log.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import type { DataChange } from '../core/change.ts'
import type { TableName } from './table-name.ts'
import { rowsIn, type PhysicalRow, type ToChanges } from './binlog-rows.ts'

/** A row in the log, with the changes that it stands for. */
export interface LoggedRow {
  readonly schema: string
  readonly table: string
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
  /** True where the log has every column of the row. */
  readonly isWhole: boolean
  readonly changes: readonly DataChange[]
}

export type LogEvent = {
  /** The end of the event in its file; 0 where the server does not say. */
  readonly end: number
  /** The server's time of the event in whole seconds, ms since 1970; 0 where there is none. */
  readonly secondMs: number
} & (
  | { readonly kind: 'file'; readonly file: string; readonly offset: number }
  /** The file's first event, which says when the file was made. */
  | { readonly kind: 'format' }
  | { readonly kind: 'heartbeat'; readonly file: string }
  | { readonly kind: 'begin' }
  | { readonly kind: 'rows'; readonly rows: readonly LoggedRow[] }
  /** `xid`: the server's transaction number. */
  | { readonly kind: 'commit'; readonly xid: string }
  | { readonly kind: 'statement'; readonly statement: string; readonly schema: string }
  /** The transaction is committed by this event, or by a later statement, or never. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'unreadable'; readonly type: string }
  | { readonly kind: 'nothing' }
)

/** `toChanges`: null where rows no longer matter, since the transaction is a gap already. */
export function toLogEvent(event: AnyBinlogEvent, toChanges: ToChanges | null): LogEvent {
  const { nextPosition: end, timestamp: secondMs } = event
  const place = { end, secondMs }
  switch (event.getTypeName()) {
    case 'Rotate':
      return 'binlogName' in event && 'position' in event
        ? { ...place, kind: 'file', file: event.binlogName, offset: Number(event.position) }
        : { ...place, kind: 'unreadable', type: 'Rotate' }
    case 'Format':
      return { ...place, kind: 'format' }
    case 'Heartbeat':
      return { ...place, kind: 'heartbeat', file: 'binlogName' in event ? event.binlogName : '' }
    case 'MariadbGtid':
      return { ...place, kind: 'standalone' in event && event.standalone ? 'nothing' : 'begin' }
    case 'WriteRows':
    case 'UpdateRows':
    case 'DeleteRows':
      if (toChanges === null) return { ...place, kind: 'nothing' }
      return {
        ...place,
        kind: 'rows',
        rows: rowsIn(event).map((row): LoggedRow => Object.assign({}, row, { changes: toChanges(row) })),
      }
    case 'Xid':
      return { ...place, kind: 'commit', xid: 'xid' in event ? String(event.xid) : '' }
    case 'Query':
      return 'query' in event
        ? { ...place, kind: 'statement', statement: event.query, schema: event.schema }
        : { ...place, kind: 'unreadable', type: 'Query' }
    case 'XaPrepare':
      return { ...place, kind: 'prepare' }
    case 'Unknown':
    case 'TransactionPayload':
    case 'PartialUpdateRows':
      return { ...place, kind: 'unreadable', type: event.getTypeName() }
    case 'AnnotateRows':
    case 'AnonymousGtid':
    case 'BinlogCheckpoint':
    case 'Gtid':
    case 'IntVar':
    case 'MariadbGtidList':
    case 'PreviousGtids':
    case 'RowsQuery':
    case 'StartEncryption':
    case 'TableMap':
      return { ...place, kind: 'nothing' }
  }
}

/** Stands for unknown rows of a table: they may have been inserted, changed or deleted. */
export function unreadRows(table: TableName, toChanges: ToChanges): LogEvent {
  const rows = [
    { before: null, after: {} },
    { before: {}, after: {} },
    { before: {}, after: null },
  ].map((row): LoggedRow => {
    const unread = Object.assign({}, table, row, { isWhole: false })
    return Object.assign({}, unread, { changes: toChanges(unread) })
  })
  return { end: 0, secondMs: 0, kind: 'rows', rows }
}

/** The length of a statement's beginning that identifies it, together with its time and position. */
const knownLetters = 200

/** A text that differs for different events. */
export function sealOf(event: LogEvent): string {
  const own =
    event.kind === 'commit'
      ? event.xid
      : event.kind === 'statement'
        ? event.statement.slice(0, knownLetters)
        : ''
  return `${event.kind} ${event.secondMs} ${own}`
}
