// A message of Debezium → the changes that it stands for, and the row by which readers see them. A change counts as one of the whole
// table where the message does not have every column by which tags are found, or where their types are written in other ways than in SQL.
import { steadyMs } from '../core/change.ts'
import { storedName, type FollowedTables } from '../database/layout.ts'
import type { PhysicalRow, ToChanges } from './binlog-rows.ts'
import type { DebeziumEvent } from './debezium-event.ts'
import type { TableName } from './dependents.ts'
import type { Transaction } from './log-state.ts'
import type { TableShape } from './sentinel.ts'
import { neededColumns } from './slim-change.ts'

export type Shapes = ReadonlyMap<string, TableShape>

/** The rows before and after a change that is not known: any of these. */
const anything: readonly (readonly [PhysicalRow | null, PhysicalRow | null])[] = [
  [null, {}],
  [{}, null],
  [{}, {}],
]

export function createToTransaction(layout: FollowedTables, shapes: () => Shapes, toChanges: ToChanges) {
  const isWhole = (table: string, rows: readonly (PhysicalRow | null)[]) => {
    const shape = shapes().get(table)
    const columns = shape ? [...shape.key, ...shape.compared] : []
    return (
      neededIn(layout, table).every((column) => columns.includes(column)) &&
      rows.every((row) => row === null || columns.every((column) => Object.hasOwn(row, column)))
    )
  }
  return (of: TableName, { row }: DebeziumEvent): Transaction => {
    const since = { atMs: steadyMs(), from: 'arrival' } as const
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

/** The stored names of the columns by which tags are found. */
function neededIn(layout: FollowedTables, table: string): readonly string[] {
  return [...layout]
    .filter(([, physical]) => physical.table === table)
    .flatMap(([logical, { columns }]) =>
      neededColumns(logical)
        .map((name) => storedName(columns.get(name)))
        .filter((name) => name !== null),
    )
}
