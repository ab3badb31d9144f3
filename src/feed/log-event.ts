// Events of a server's binary log as far as a change feed cares for them: which changes of rows they hold, where a
// transaction begins and ends, and which log they belong to.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import type { DataChange } from '../core/change.ts'
import { rowsIn, type PhysicalRow, type ToChanges } from './binlog-rows.ts'

/** A row as the log has it, with the changes that it stands for. */
export interface LoggedRow {
  readonly schema: string
  readonly table: string
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
  /** Whether the log has every column of the row. */
  readonly isWhole: boolean
  readonly changes: readonly DataChange[]
}

export type LogEvent = {
  /** Where the event ends in its file; 0 where the server does not say. */
  readonly end: number
  /** The second that the server noted, ms since 1970; 0 where it noted none. */
  readonly secondMs: number
} & (
  | { readonly kind: 'file'; readonly file: string; readonly offset: number }
  /** The file's first event, which says when the file was made. */
  | { readonly kind: 'format' }
  | { readonly kind: 'heartbeat'; readonly file: string }
  | { readonly kind: 'begin' }
  | { readonly kind: 'rows'; readonly rows: readonly LoggedRow[] }
  /** `xid`: how the server numbers the transaction. */
  | { readonly kind: 'commit'; readonly xid: string }
  | { readonly kind: 'statement'; readonly statement: string; readonly schema: string }
  /** It is committed by this, or later by a statement, or never. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'unreadable'; readonly type: string }
  | { readonly kind: 'nothing' }
)

export function toLogEvent(event: AnyBinlogEvent, toChanges: ToChanges): LogEvent {
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

/** Enough of a statement to know it again, with its second and its place. */
const knownLetters = 200

/** A text that is another for another event. */
export function sealOf(event: LogEvent): string {
  const own =
    event.kind === 'commit'
      ? event.xid
      : event.kind === 'statement'
        ? event.statement.slice(0, knownLetters)
        : ''
  return `${event.kind} ${event.secondMs} ${own}`
}
