// Turns a message of Debezium into the changes that it stands for, and the row by which the barrier sees them. A change counts as one of
// the whole table where the message lacks a column that tags are made of, or writes such a column in another form than SQL.
import { monotonicMs } from '../core/change.ts'
import { storedName, type FollowedTables } from '../database/layout.ts'
import type { PhysicalRow, ToChanges } from './binlog-rows.ts'
import type { DebeziumEvent } from './debezium-event.ts'
import type { TableName } from './table-name.ts'
import type { Transaction } from './log-state.ts'
import type { TableShape } from './sentinel.ts'
import { neededColumns } from './slim-change.ts'

export type Shapes = ReadonlyMap<string, TableShape>

/** Stands for an unknown change: an insert, a delete or an update. */
const anything: readonly (readonly [PhysicalRow | null, PhysicalRow | null])[] = [
  [null, {}],
  [{}, null],
  [{}, {}],
]

export function createToTransaction(layout: FollowedTables, shapes: () => Shapes, toChanges: ToChanges) {
  const isWhole = (table: string, rows: readonly (PhysicalRow | null)[]) => {
    const shape = shapes().get(table)
    if (shape === undefined) return false
    const columns = [...shape.key, ...shape.compared]
    const needed = neededIn(layout, table)
    return (
      needed.every((column) => columns.includes(column)) &&
      rows.every(
        (row) =>
          row === null ||
          (columns.every((column) => Object.hasOwn(row, column)) &&
            needed.every((column) => isPlain(row[column], shape.integers.includes(column)))),
      )
    )
  }
  /** `row`: null where it is not known which row changed. */
  return (of: TableName, row: DebeziumEvent['row']): Transaction => {
    const since = { atMs: monotonicMs(), from: 'arrival' } as const
    if (row === null) {
      const changes = anything.flatMap(([before, after]) =>
        toChanges({ ...of, before, after, isWhole: false }),
      )
      return { changes, rows: [], isBlind: true, since, at: null }
    }
    const event = { ...of, ...row, isWhole: isWhole(of.table, [row.before, row.after]) }
    const changes = toChanges(event)
    return { changes, rows: [{ ...event, changes }], isBlind: false, since, at: null }
  }
}

/** A connector may encode integers as bytes, and writes a placeholder for values that it does not know. */
function isPlain(value: unknown, isInteger: boolean): boolean {
  return value === null || (isInteger ? Number.isSafeInteger(value) : value !== unavailable)
}

/** Debezium's placeholder for a value that is not in the log (`unavailable.value.placeholder`). */
const unavailable = '__debezium_unavailable_value'

/** The stored names of the columns that tags are made of. */
function neededIn(layout: FollowedTables, table: string): readonly string[] {
  return [...layout]
    .filter(([, physical]) => physical.table === table)
    .flatMap(([logical, { columns }]) =>
      neededColumns(logical)
        .map((name) => storedName(columns.get(name)))
        .filter((name) => name !== null),
    )
}
