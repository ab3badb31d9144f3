// The streams to which a Debezium Server writes, one for each table, as the change feed reads them.
import { steadyMs } from '../core/change.ts'
import type { TableName } from './table-name.ts'

export interface DebeziumStreams {
  /** Reads all streams at one moment; each from after an entry, or, for null, its last id alone. */
  readonly read: (streams: readonly StreamAt[]) => Promise<readonly StreamRead[]>
  readonly close: () => void
}

export interface StreamAt {
  readonly name: string
  /** The id of the entry that was read last; `0-0` where there was none. */
  readonly after: string | null
}

export interface StreamRead {
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  /** The id of the last entry; null for a stream without any. */
  readonly last: string | null
  /** True where entries that were not read may be gone. */
  readonly isLost: boolean
  /** True where more entries are there than were read. */
  readonly hasMore: boolean
}

/** A call of `failed` ends the session. */
export type OpenStreams = (failed: (reason: string) => void) => Promise<DebeziumStreams>

export interface Tail {
  readonly read: (tables: readonly TableName[]) => Promise<{
    /** The stream of schema changes has no table. */
    readonly read: readonly (readonly [TableName | null, StreamRead])[]
    readonly hasMore: boolean
    /** When the read before this one began. */
    readonly sinceMs: number
  }>
  /** The name of a table's stream that has no entry; null where it has. */
  readonly missing: (table: TableName) => string | null
  readonly close: () => void
}

/** Reads on from where each stream was read to, first from its end. */
export function tailOf({ read, close }: DebeziumStreams, prefix: string): Tail {
  const ids = new Map<string, string>()
  // Debezium replaces what a topic of Kafka may not be named by
  const nameOf = ({ schema, table }: TableName) =>
    `${prefix}.${schema}.${table}`.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  let beganMs = steadyMs()
  return {
    read: async (tables) => {
      const named = [[prefix, null] as const, ...tables.map((each) => [nameOf(each), each] as const)]
      const [sinceMs, nowMs] = [beganMs, steadyMs()]
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
