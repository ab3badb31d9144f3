// One message of Debezium's MySQL or MariaDB connector as JSON, with or without its schema → what it says of a row, and of its place
// in the server's log.
import type { LogPoint } from '../core/change.ts'
import { isMembers, parseJson } from '../core/json-value.ts'
import type { PhysicalRow } from './binlog-rows.ts'
import type { Origin } from './log-server.ts'

export interface DebeziumRow {
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
}

export interface DebeziumEvent {
  /** Null where it is not known which row changed: a snapshot, a truncated table, what cannot be read. */
  readonly row: DebeziumRow | null
  /** Where the event begins in the server's log; null where it does not say. */
  readonly at: LogPoint | null
  readonly origin: Origin
}

/** True for a message without a value, which follows that of a deleted row: Debezium's sink has a word for it. */
export function isTombstone(text: string): boolean {
  return ['', 'default', 'null'].includes(text)
}

/** Null for what is no event: a tombstone, or what cannot be read. */
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

/** Rows of snapshots do not stand in the log; some connectors write them as inserted. */
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

/** Numbers that JSON has changed name no row; a boolean is a number in SQL. */
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
