// Parses a message of Debezium's MySQL or MariaDB connector, JSON with or without its schema, into its row and its position in the
// server's log.
import type { LogPoint } from '../core/change.ts'
import { isMembers, parseJson } from '../core/json-value.ts'
import type { PhysicalRow } from './binlog-rows.ts'
import type { Origin } from './log-server.ts'

export interface DebeziumRow {
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
}

export interface DebeziumEvent {
  /** Null where it is not known which row changed: for a snapshot, a truncated table, or a row that cannot be read. */
  readonly row: DebeziumRow | null
  /** The start of the event in the server's log; null where the message does not say. */
  readonly at: LogPoint | null
  readonly origin: Origin
}

/** True for a message without a value, which follows that of a deleted row; Debezium's sink writes it as a word. */
export function isTombstone(text: string): boolean {
  return ['', 'default', 'null'].includes(text)
}

/** Null for a text that is no event: a tombstone, or one that cannot be parsed. */
export function parseDebezium(text: string): DebeziumEvent | null {
  const parsed = parseJson(text)
  if (!isMembers(parsed)) return null
  const envelope = isMembers(parsed['payload']) ? parsed['payload'] : parsed
  const source = isMembers(envelope['source']) ? envelope['source'] : {}
  const [file, offset, gtid] = [source['file'], source['pos'], source['gtid']]
  const row = isOfSnapshot(source) ? null : rowOf(envelope)
  const isLogged = row !== null && typeof file === 'string' && Number.isSafeInteger(offset)
  return {
    row,
    at: isLogged ? { file, offset: Number(offset) } : null,
    origin: { serverId: String(source['server_id']), gtid: typeof gtid === 'string' ? gtid : null },
  }
}

/** Rows of snapshots are not in the server's log, although some connectors write them as inserts. */
function isOfSnapshot({ snapshot }: PhysicalRow): boolean {
  return ![undefined, null, false, 'false'].some((each) => each === snapshot)
}

function rowOf(envelope: PhysicalRow): DebeziumRow | null {
  const [before, after] = [envelope['before'], envelope['after']].map(valuesOf)
  switch (envelope['op']) {
    case 'c':
      return after ? { before: null, after } : null
    case 'u':
      return before && after ? { before, after } : null
    case 'd':
      return before ? { before, after: null } : null
    default:
      return null
  }
}

/** Null where an integer exceeds what JSON numbers hold exactly; booleans become the numbers that SQL has for them. */
function valuesOf(value: unknown): PhysicalRow | null {
  if (!isMembers(value)) return null
  const values = Object.entries(value).map(([name, each]): readonly [string, unknown] => [
    name,
    typeof each === 'boolean' ? Number(each) : each,
  ])
  const isExact = values.every(
    ([, each]) => typeof each !== 'number' || !Number.isInteger(each) || Number.isSafeInteger(each),
  )
  return isExact ? Object.fromEntries(values) : null
}
