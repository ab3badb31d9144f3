// Streams that a Debezium Server writes, one for each table, as the change feed reads them.
import { monotonicMs } from '../core/change.ts'
import type { TableName } from './table-name.ts'

export interface DebeziumStreams {
  /** Reads all streams at one moment, each after the given entry; of a stream without one, only its last id. */
  readonly read: (streams: readonly StreamAt[]) => Promise<readonly StreamRead[]>
  readonly close: () => void
}

export interface StreamAt {
  readonly name: string
  /** The id of the entry that was read last; `0-0` for an empty stream, null before the first read. */
  readonly after: string | null
}

export interface StreamRead {
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  /** The id of the last entry; null for a stream without any. */
  readonly last: string | null
  /** True where entries that were not read may be gone. */
  readonly isLost: boolean
  /** True where the stream has more entries than were read. */
  readonly hasMore: boolean
}

/** Opens a session; `failed` is called when it ends by itself. */
export type OpenStreams = (failed: (reason: string) => void) => Promise<DebeziumStreams>

export interface Tail {
  readonly read: (tables: readonly TableName[]) => Promise<{
    /** The entries by table; null stands for the stream of schema changes. */
    readonly read: readonly (readonly [TableName | null, StreamRead])[]
    readonly hasMore: boolean
    /** Monotonic ms; the start of the previous read. */
    readonly sinceMs: number
  }>
  /** The name of a table's stream where that is empty; null where it has entries. */
  readonly missing: (table: TableName) => string | null
  readonly close: () => void
}

/** Continues each stream after the entry that was read last; the first read finds its end. */
export function tailOf({ read, close }: DebeziumStreams, prefix: string): Tail {
  const ids = new Map<string, string>()
  // Debezium replaces characters that Kafka refuses in names of topics
  const nameOf = ({ schema, table }: TableName) =>
    `${prefix}.${schema}.${table}`.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  let beganMs = monotonicMs()
  return {
    read: async (tables) => {
      const named = [[prefix, null] as const, ...tables.map((each) => [nameOf(each), each] as const)]
      const [sinceMs, nowMs] = [beganMs, monotonicMs()]
      const found = await read(named.map(([name]) => ({ name, after: ids.get(name) ?? null })))
      beganMs = nowMs
      for (const [nth, [name]] of named.entries()) ids.set(name, found[nth]?.last ?? '0-0')
      return {
        read: named.flatMap(([, of], nth) => {
          const each = found[nth]
          return each === undefined ? [] : [[of, each] as const]
        }),
        hasMore: found.some((each) => each.hasMore),
        sinceMs,
      }
    },
    missing: (table) => (ids.get(nameOf(table)) === '0-0' ? nameOf(table) : null),
    close,
  }
}
