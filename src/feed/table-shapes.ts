// Reads from the server's catalogue of columns how rows of tables are identified.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { tableShapeOf, type ColumnType, type TableShape } from './sentinel.ts'

interface Described extends Omit<ColumnType, 'isKey'> {
  readonly table: string
  readonly key: string
}

/** Leaves out tables without a primary key of integers. */
export async function readTableShapes(
  { kysely }: Pick<Engine, 'kysely'>,
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableShape>> {
  const { rows } = await sql<Described>`
    select table_name as ${sql.id('table')}, column_name as ${sql.id('column')}, data_type as ${sql.id('type')},
      column_key as ${sql.id('key')}
    from information_schema.columns where table_schema = database() and table_name in (${sql.join(tables)})
    order by table_name, ordinal_position`.execute(kysely)
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].flatMap(([table, columns]) => {
      const shape = tableShapeOf(
        table,
        columns.map((each) => ({ ...each, isKey: each.key === 'PRI' })),
      )
      return shape ? [[table, shape] as const] : []
    }),
  )
}
